import { randomBytes } from 'node:crypto'
import { toErrorValue } from '../../shared/ipc/errors.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { Settings } from '../../shared/ipc/settings.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { ObservationPorts, ObservedCall, ObservedEvent } from '../observation/ports.ts'
import { type ObservationServer, openObservation } from '../observation/server.ts'
import type { HostPort } from '../ports.ts'
import type { ThreadPaths } from './thread-paths.ts'
import type { ThreadRuntimes } from './thread-runtimes.ts'

/** Id under which the secret store keeps the interface's token. */
const TOKEN_ID = 'observation-token'

/** Told of everything that windows are told. */
export type EventListener = <K extends EventName>(event: K, payload: AppEvents[K]) => void

export interface ObservationDoorOptions {
  readonly settings: () => Settings['observation']
  readonly host: Pick<HostPort, 'getSecret' | 'setSecret'>
  readonly paths: Pick<ThreadPaths, 'resolve' | 'idOf'>
  readonly runtimes: ThreadRuntimes
  readonly listen: (listener: EventListener) => () => void
}

/** The loopback interface, as the settings want it: closed until a person opens it. */
export class ObservationDoor {
  readonly #options: ObservationDoorOptions
  #server: ObservationServer | null = null
  #token: string | null = null
  #problem: string | null = null
  #applied = ''
  #applying: Promise<void> = Promise.resolve()

  constructor(options: ObservationDoorOptions) {
    this.#options = options
  }

  /** Opens, moves or closes the interface. Never rejects: why it could not be opened is in `state`. */
  apply(): Promise<void> {
    this.#applying = this.#applying.then(() => this.#applyNow())
    return this.#applying
  }

  get handlers(): Pick<Handlers, 'observation.state'> {
    return {
      'observation.state': async () => {
        await this.apply()
        return {
          port: this.#server?.port ?? null,
          token: this.#server === null ? null : this.#token,
          problem: this.#problem,
        }
      },
    }
  }

  async close(): Promise<void> {
    await this.#applying
    await this.#server?.close()
    this.#server = null
  }

  async #applyNow(): Promise<void> {
    const wanted = this.#options.settings()
    const key = JSON.stringify(wanted)
    if (key === this.#applied) return
    this.#applied = key
    await this.#server?.close()
    this.#server = null
    this.#problem = null
    if (!wanted.isOn) return
    try {
      this.#token ??= await this.#keptToken()
      this.#server = await openObservation({ port: wanted.port, token: this.#token }, this.#ports())
    } catch (error) {
      this.#problem = toErrorValue(error).message
      // Another program may hold the port for a while: the next look tries again.
      this.#applied = ''
    }
  }

  /** The same token over restarts where the system keeps secrets, else one for this run. */
  async #keptToken(): Promise<string> {
    const kept = await this.#options.host.getSecret(TOKEN_ID)
    if (kept !== null && kept !== '') return kept
    const token = randomBytes(24).toString('base64url')
    await this.#options.host.setSecret(TOKEN_ID, token).catch(() => undefined)
    return token
  }

  #ports(): ObservationPorts {
    const { paths, runtimes, listen } = this.#options
    return {
      context: async (session) => (await runtimes.get(session)).report(),
      send: async (session, text) => (await runtimes.get(session)).runner.send(text),
      subscribe: (session, listener) => {
        // The id that events carry, which may be another way to write the same path.
        let thread = session
        void paths.resolve(session).then(
          (path) => {
            thread = paths.idOf(path)
          },
          () => undefined,
        )
        return listen((event, payload) => {
          const told = observed(event, payload, thread, runtimes, paths)
          if (told instanceof Promise) void told.then((later) => later !== null && listener(later))
          else if (told !== null) listener(told)
        })
      },
    }
  }
}

function observed<K extends EventName>(
  event: K,
  payload: AppEvents[K],
  thread: string,
  runtimes: ThreadRuntimes,
  paths: Pick<ThreadPaths, 'resolve'>,
): ObservedEvent | null | Promise<ObservedEvent | null> {
  if (typeof payload !== 'object' || !('thread' in payload) || payload.thread !== thread) return null
  switch (event) {
    case 'turn.changed':
      return { kind: 'turn', state: (payload as AppEvents['turn.changed']).state }
    case 'turn.delta':
      return { kind: 'delta', delta: (payload as AppEvents['turn.delta']).delta }
    case 'context.changed':
      return { kind: 'context', report: (payload as AppEvents['context.changed']).report }
    case 'thread.appended':
      return callsFrom((payload as AppEvents['thread.appended']).from, thread, runtimes, paths)
    default:
      return null
  }
}

async function callsFrom(
  from: number,
  thread: string,
  runtimes: ThreadRuntimes,
  paths: Pick<ThreadPaths, 'resolve'>,
): Promise<ObservedEvent | null> {
  const live = runtimes.at(await paths.resolve(thread))?.live
  if (live === undefined) return null
  const calls: ObservedCall[] = []
  for (let index = from; index < live.count; index += 1)
    calls.push(...callsOf(live.readMessage(index), index))
  return calls.length === 0 ? null : { kind: 'calls', calls }
}

function callsOf(message: Message, index: number): readonly ObservedCall[] {
  return message.toolCalls.map((call, at) => ({
    key: `${index}-${at}`,
    name: call.name,
    input: call.arguments,
    output:
      call.output === null
        ? null
        : {
            text: call.output.content.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n'),
            isError: call.output.isError,
          },
  }))
}
