import { AppError } from '../../shared/ipc/errors.ts'
import type { AppEvents, EventName } from '../../shared/ipc/events.ts'
import { routes } from '../../shared/ipc/routes.ts'
import type { Core, CoreEnvironment, HostPort, Media } from '../ports.ts'
import type { PeerPort } from './messages.ts'
import { connectPeer, type Peer, type StreamListener } from './peer.ts'

/** What the worker is started with. */
export interface CoreStart {
  readonly dataDir: string
  readonly resourcesDir: string
  /** The worker before this one died in the same run. */
  readonly isRestart?: boolean
}

/** What only the worker itself can tell. */
export type WorkerFacts = Pick<CoreEnvironment, 'libraryScript'>

/** The core as the process with windows sees it. Inputs were parsed at the door before. */
export interface CoreLine {
  request(route: string, input: unknown, signal: AbortSignal): Promise<unknown>
  stream(route: string, input: unknown, listener: StreamListener): () => void
  media(path: string): Promise<Media | null>
  grantFiles(absolutePaths: readonly string[]): Promise<void>
  /** Lets the core save and close its files. */
  close(): Promise<void>
}

/** Methods of `HostPort` that the worker may call. A name outside this list is refused. */
const HOST_METHODS = [
  'chooseFolder',
  'chooseFiles',
  'trashItem',
  'revealItem',
  'openExternal',
  'writeClipboard',
  'getSecret',
  'setSecret',
  'secretState',
  'applyTheme',
] as const satisfies readonly (keyof HostPort)[]

type HostMethod = (typeof HOST_METHODS)[number]

function isHostMethod(name: string): name is HostMethod {
  return HOST_METHODS.some((method) => method === name)
}

/** Worker side: builds the core on first use and answers for it. Resolves when the core stands. */
export async function serveCore(
  port: PeerPort,
  start: CoreStart,
  compose: (environment: CoreEnvironment) => Promise<Core>,
  facts: WorkerFacts = {},
): Promise<void> {
  const peer = connectPeer(port, {
    call: async (name, input, signal) => callCore(await ready, name, input, signal),
    stream: async (name, input, emit, signal) => streamCore(await ready, name, input, emit, signal),
    event: () => undefined,
  })
  const ready = compose({
    ...start,
    ...facts,
    host: remoteHost(peer),
    emit: (event, payload) => peer.emit(event, payload),
  })
  await ready
}

async function callCore(core: Core, name: string, input: unknown, signal: AbortSignal): Promise<unknown> {
  if (name === 'core.media' && typeof input === 'string') return core.media(input)
  if (name === 'core.grantFiles' && isStrings(input)) return core.grantFiles(input)
  if (name === 'core.close') return core.close()
  return handlerOf(core, name, 'request')(input, { signal })
}

async function streamCore(
  core: Core,
  name: string,
  input: unknown,
  emit: (frame: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  await handlerOf(core, name, 'stream')(input, emit, { signal })
}

function handlerOf(
  core: Core,
  name: string,
  kind: 'request' | 'stream',
): (...args: unknown[]) => Promise<unknown> {
  const isKnown = Object.hasOwn(routes, name) && routes[name as keyof typeof routes].kind === kind
  if (!isKnown) throw new AppError('unknown-route', 'There is no such request.', { params: { route: name } })
  // Safe: the door parsed `input` with this route's schema, and the table has a handler per route.
  return core.handlers[name as keyof typeof routes] as unknown as (...args: unknown[]) => Promise<unknown>
}

function remoteHost(peer: Peer): HostPort {
  // Safe: every method below answers what the host's method of the same name answers.
  const call = <T>(method: HostMethod, ...args: readonly unknown[]): Promise<T> =>
    peer.call(method, args) as Promise<T>
  return {
    chooseFolder: () => call('chooseFolder'),
    chooseFiles: () => call('chooseFiles'),
    trashItem: (path) => call('trashItem', path),
    revealItem: (path) => call('revealItem', path),
    openExternal: (url) => call('openExternal', url),
    writeClipboard: (text) => call('writeClipboard', text),
    getSecret: (id) => call('getSecret', id),
    setSecret: (id, key) => call('setSecret', id, key),
    secretState: (id) => call('secretState', id),
    applyTheme: (theme) => call('applyTheme', theme),
  }
}

/** Window side: the line to a worker that runs `serveCore`, with the host's answers for it. */
export function connectCore(
  port: PeerPort,
  host: HostPort,
  onEvent: <K extends EventName>(event: K, payload: AppEvents[K]) => void,
): CoreLine & { fail(error: AppError): void } {
  const peer = connectPeer(port, {
    call: (name, input) => callHost(host, name, input),
    stream: (name) =>
      Promise.reject(new AppError('unknown-route', 'There is no such stream.', { params: { route: name } })),
    // Safe: the worker is ours and its `emit` is typed.
    event: (name, payload) => onEvent(name as EventName, payload as AppEvents[EventName]),
  })
  return {
    request: (route, input, signal) => peer.call(route, input, signal),
    stream: (route, input, listener) => peer.stream(route, input, listener),
    media: (path) => peer.call('core.media', path) as Promise<Media | null>,
    grantFiles: async (paths) => {
      await peer.call('core.grantFiles', paths)
    },
    close: async () => {
      await peer.call('core.close', undefined)
    },
    fail: (error) => peer.close(error),
  }
}

async function callHost(host: HostPort, name: string, input: unknown): Promise<unknown> {
  if (!isHostMethod(name) || !Array.isArray(input)) {
    throw new AppError('unknown-route', 'The host has no such method.', { params: { route: name } })
  }
  // Safe: the arguments come from `remoteHost`, which is typed by the same interface.
  return (host[name] as (...args: unknown[]) => Promise<unknown>)(...input)
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
