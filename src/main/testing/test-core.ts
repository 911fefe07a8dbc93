import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'
import type { Core, CoreEnvironment } from '../ports.ts'

/**
 * A core for tests of the line and the door: its routes do what a test asks by their input, so that answers,
 * failures, crashes, waiting and streams can all be provoked over a real worker.
 */
export async function composeTestCore(environment: CoreEnvironment): Promise<Core> {
  const { host, emit } = environment
  if (environment.resourcesDir === 'refuse') throw new Error('the core cannot be built')
  const granted: string[] = []
  const handlers: Partial<Handlers> = {
    'app.notices': async () =>
      environment.isRestart === true ? [{ code: 'core-restarted', path: environment.dataDir }] : [],
    'workspace.list': async ({ folder }) => {
      if (folder === 'crash') setTimeout(() => process.exit(7))
      if (folder === 'throw') {
        setTimeout(() => {
          throw new Error('a bug in the core')
        })
      }
      if (folder === 'crash' || folder === 'throw') return new Promise(() => undefined)
      if (folder === 'uncloneable') return [() => undefined] as never
      return granted.map((path) => ({
        path,
        name: path,
        kind: 'thread' as const,
        modifiedMs: 0,
        sizeBytes: 0,
        copyOf: null,
      }))
    },
    'thread.open': async ({ thread }) => {
      throw new AppError('file-not-found', 'The file is not there.', {
        params: { name: thread, bytes: 12 },
        details: 'ENOENT',
      })
    },
    'provider.test': ({ id }, { signal }) =>
      new Promise((_, reject) => {
        emit('app.command', { command: 'waiting', argument: id })
        signal.addEventListener('abort', () => {
          emit('app.command', { command: 'aborted', argument: id })
          reject(signal.reason)
        })
      }),
    'provider.setKey': async ({ id, key }) => ({
      id,
      kind: 'openai-chat',
      name: id,
      baseUrl: '',
      model: '',
      windowTokens: null,
      keyState: await host.setSecret(id, key),
    }),
    'workspace.choose': async () => {
      const root = await host.chooseFolder()
      return root === null ? null : { root, name: root, isSample: false }
    },
    'workspace.trash': async ({ path }) => {
      await host.trashItem(path)
      return null
    },
    'clipboard.write': async ({ text }) => {
      await host.writeClipboard(text)
      return null
    },
    'compact.start': async ({ options }, emitFrame, { signal }) => {
      const [count = '0', ending = 'done'] = options.instructions.split(' ')
      for (let pass = 0; pass < Number(count); pass += 1) {
        emitFrame({ kind: 'pass', pass, passes: Number(count) })
      }
      if (ending === 'fail')
        throw new AppError('stream-cut', 'The stream ended early.', { params: { at: 3 } })
      if (ending === 'wait') {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        emit('app.command', { command: 'stream-aborted', argument: options.summarizerId })
      }
    },
  }
  return {
    // A test calls only the routes above.
    handlers: handlers as Handlers,
    media: async (path) =>
      path === '/media/dot.png' ? { mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) } : null,
    grantFiles: async (paths) => {
      granted.push(...paths)
    },
    close: async () => undefined,
  }
}
