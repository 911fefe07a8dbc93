import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { closeApp } from '../../close-app.ts'
import { launchApp, runtime } from '../../hosts.ts'
import { connected, type MainGlobals, TEST_APP, test } from './host-app.ts'
import { livingProcesses, stillLiving } from './processes.ts'

test('B-91 a second start tells the first and ends', async ({ app, page, dataDir }) => {
  await expect(page.getByText('connected')).toBeVisible()
  const { executablePath } = runtime()
  const child = spawn(executablePath, ['--no-sandbox', TEST_APP, `--app-data=${dataDir}`, 'thread é.json'], {
    env: { ...process.env, HOST_HEADLESS: '1' },
    stdio: 'ignore',
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  expect(code).toBe(0)
  const second = () => app.evaluate(() => (globalThis as unknown as MainGlobals).second)
  await expect.poll(second).toMatchObject({ cwd: process.cwd(), data: { from: 'test' } })
  expect((await second())?.argv.at(-1)).toBe('thread é.json')
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('what is kept is there after a restart, and after a kill', async ({ app, page, dataDir }) => {
  // Three starts of the app.
  test.slow()
  await page.evaluate(() => window.test.invoke('keep', 'kept'))
  await closeApp(app)
  const next = await launchApp({ dataDir, appFolder: TEST_APP })
  expect(await (await connected(next)).evaluate(() => window.test.invoke('notes'))).toBe('kept')
  const gone = new Promise((resolve) => next.process().once('exit', resolve))
  next.process().kill('SIGKILL')
  await gone
  // At once: neither the lock nor the browser's profile may stand in the way.
  const last = await launchApp({ dataDir, appFolder: TEST_APP })
  expect(await (await connected(last)).evaluate(() => window.test.invoke('notes'))).toBe('kept')
  await closeApp(last)
})

test('quitting goes in the order of Electron', async ({ app, page }) => {
  await expect(page.getByText('connected')).toBeVisible()
  const lines: string[] = []
  app.process().stdout?.on('data', (chunk: Buffer) => lines.push(...String(chunk).trim().split('\n')))
  await app.close()
  expect(lines.filter((line) => line.startsWith('event '))).toEqual([
    'event before-quit',
    'event close',
    'event closed',
    'event will-quit',
    'event quit 0',
  ])
})

test('code may refuse a close; closing the last window ends the app', async ({ app, page }) => {
  await expect(page.getByText('connected')).toBeVisible()
  const events = () => app.evaluate(() => (globalThis as unknown as MainGlobals).hostEvents)
  await app.evaluate(({ BrowserWindow }) => {
    Object.assign(globalThis, { keepOpen: true })
    BrowserWindow.getAllWindows()[0]?.close()
  })
  expect(await events()).toEqual(['ready', 'loaded', 'close'])
  expect(await page.evaluate(() => window.test.upper('here'))).toBe('HERE')

  const lines: string[] = []
  app.process().stdout?.on('data', (chunk: Buffer) => lines.push(...String(chunk).trim().split('\n')))
  const ended = new Promise((resolve) => app.process().once('close', resolve))
  // Playwright keeps a debugger attached, for which a Node that ends would wait.
  await app.evaluate(({ BrowserWindow }) => {
    Object.assign(globalThis, { keepOpen: false })
    setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 50)
  })
  await app.close().catch(() => undefined)
  await ended
  expect(lines.slice(0, 2)).toEqual(expect.arrayContaining(['event close']))
  expect(lines.at(-1)).toBe('event quit 0')
})

for (const how of ['quit', 'SIGKILL'] as const) {
  test(`no browser process is left after ${how}`, async ({ app, page, dataDir }) => {
    test.skip(process.platform !== 'linux', 'reads /proc')
    await expect(page.getByText('connected')).toBeVisible()
    const host = app.process()
    const pid = host.pid ?? 0
    const family = livingProcesses(pid, dataDir)
    // The host, the browser, and at least its renderer and its services.
    expect(family.length).toBeGreaterThan(3)
    if (how === 'quit') await app.close()
    else host.kill('SIGKILL')
    await expect.poll(() => stillLiving(family)).toEqual([])
    expect(livingProcesses(pid, dataDir)).toEqual([])
  })
}

interface Ending {
  readonly code: number | null
  readonly text: string
}

/** Starts the host in a process group of its own, as a terminal does; `when` says when Ctrl+C is typed. */
async function interrupt(dataDir: string, when: (text: string) => boolean): Promise<Ending> {
  const child = spawn(runtime().executablePath, ['--no-sandbox', TEST_APP, `--app-data=${dataDir}`], {
    env: { ...process.env, HOST_HEADLESS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await expect.poll(() => when(text)).toBe(true)
  const family = livingProcesses(child.pid ?? 0, dataDir)
  process.kill(-(child.pid ?? 0), 'SIGINT')
  const code = await ended
  await expect.poll(() => stillLiving(family)).toEqual([])
  return { code, text }
}

test('Ctrl+C goes to the whole group and ends the app in order, its browser last', async ({ dataDir }) => {
  test.skip(process.platform !== 'linux', 'reads /proc')
  const { code, text } = await interrupt(dataDir, (seen) => seen.includes('event loaded'))
  expect(code).toBe(0)
  expect(text.slice(text.indexOf('event before-quit')).trim().split('\n')).toEqual([
    'event before-quit',
    'event close',
    'event closed',
    'event will-quit',
    'event quit 0',
  ])
})

test('Ctrl+C while the browser starts ends that too, without a word', async ({ dataDir }) => {
  test.skip(process.platform !== 'linux', 'reads /proc')
  // The profile's own folder is written just before the browser is started.
  const profile = join(dataDir, 'chromium-profile', 'Default', 'Preferences')
  const { code, text } = await interrupt(dataDir, () => existsSync(profile))
  expect(code).toBe(0)
  expect(text).not.toMatch(/error|could not|did not/i)
})

test('nothing listens anywhere unless a debugging switch asks for it', async ({ dataDir }) => {
  test.skip(process.platform !== 'linux', 'reads /proc')
  const child = spawn(runtime().executablePath, ['--no-sandbox', TEST_APP, `--app-data=${dataDir}`], {
    env: { ...process.env, HOST_HEADLESS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
  }
  try {
    await expect.poll(() => text).toContain('event loaded')
    expect(text).not.toContain('listening on')
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
})
