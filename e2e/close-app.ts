import type { ElectronApplication } from '@playwright/test'

/** An app that saves and closes within this was only slow; any other has hung, and is killed. */
const CLOSE_TIMEOUT_MS = 60_000

/**
 * Ends the app in any case. Fails when it had to be killed: a person would wait for it too. With the host its
 * browser ends as well, because the pipe between the two closes.
 */
export async function closeApp(app: ElectronApplication): Promise<void> {
  // After it has ended Playwright no longer knows the process.
  const child = processOf(app)
  if (child === null || hasEnded(child)) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), CLOSE_TIMEOUT_MS)
  })
  const closed = app.close().then(
    () => 'closed' as const,
    () => 'closed' as const,
  )
  const how = await Promise.race([closed, late])
  clearTimeout(timer)
  if (how === 'closed' && hasEnded(child)) return
  if (how === 'closed' && (await endsWithin(child, CLOSE_TIMEOUT_MS))) return
  child.kill('SIGKILL')
  await endsWithin(child, CLOSE_TIMEOUT_MS)
  throw new Error(`The app did not end within ${CLOSE_TIMEOUT_MS / 1000} s and was killed.`)
}

type AppProcess = ReturnType<ElectronApplication['process']>

function processOf(app: ElectronApplication): AppProcess | null {
  try {
    return app.process()
  } catch {
    return null
  }
}

function hasEnded({ exitCode, signalCode }: AppProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function endsWithin(child: AppProcess, patienceMs: number): Promise<boolean> {
  if (hasEnded(child)) return true
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<true>((resolve) => child.once('exit', () => resolve(true)))
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const answer = await Promise.race([ended, late])
  clearTimeout(timer)
  return answer
}
