import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { findBrowser } from '../../runtime/host/find-browser.js'
import { ensureBrowser } from './browser.mjs'
import { ROOT } from './project.mjs'

let folder
let written

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'))
  written = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += text
    return true
  })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A program of this name on the only PATH there is. */
function program(name, script = 'exit 0') {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
  return file
}

/** A package manager that writes down what it was asked, and then brings a browser. */
function packageManager(name, brings = true) {
  const bring = `printf '#!/bin/sh\\n' > ${folder}/chromium; /bin/chmod +x ${folder}/chromium`
  program(
    name,
    `echo "${name} $*" >> ${folder}/asked\ncase "$*" in *update*) exit 1;; esac\n${brings ? bring : 'exit 100'}`,
  )
}

function asked() {
  return readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')
}

function situation(changes) {
  return {
    env: { PATH: folder },
    platform: 'linux',
    isRoot: true,
    isTerminal: false,
    ask: () => Promise.reject(new Error('nobody is there to ask')),
    run: async ([file, ...args]) => spawnSync(join(folder, file), args).status ?? 1,
    ...changes,
  }
}

describe('finding a browser', () => {
  test('takes Chromium before Chrome before Edge, wherever they are on PATH', () => {
    program('microsoft-edge')
    expect(findBrowser({ PATH: folder }, 'linux')).toEqual({ path: join(folder, 'microsoft-edge') })
    program('google-chrome')
    expect(findBrowser({ PATH: folder }, 'linux')).toEqual({ path: join(folder, 'google-chrome') })
    program('chromium')
    expect(findBrowser({ PATH: `/nowhere:${folder}` }, 'linux')).toEqual({ path: join(folder, 'chromium') })
  })

  test('takes CHROMIUM_PATH before anything else, and refuses it when it cannot be started', () => {
    program('chromium')
    const own = program('mine')
    expect(findBrowser({ PATH: folder, CHROMIUM_PATH: own }, 'linux')).toEqual({ path: own })
    chmodSync(own, 0o644)
    expect(findBrowser({ PATH: folder, CHROMIUM_PATH: own }, 'linux')).toEqual({
      path: null,
      reason: 'bad-path',
    })
    expect(findBrowser({ PATH: folder, CHROMIUM_PATH: folder }, 'linux')).toEqual({
      path: null,
      reason: 'bad-path',
    })
  })

  test('passes over a file of that name that cannot be started', () => {
    chmodSync(program('chromium'), 0o644)
    expect(findBrowser({ PATH: folder }, 'linux').path).not.toBe(join(folder, 'chromium'))
  })
})

describe('a missing browser', () => {
  test('is installed as root without a terminal, and that is said', async () => {
    packageManager('apt-get')
    expect(await ensureBrowser(situation({}))).toBe(join(folder, 'chromium'))
    expect(asked()).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends chromium'])
    expect(written).toContain('Installing Chromium with apt-get')
  })

  test('is asked about on a terminal, and installed on yes', async () => {
    packageManager('dnf')
    const ask = vi.fn(async () => true)
    expect(await ensureBrowser(situation({ isTerminal: true, ask }))).toBe(join(folder, 'chromium'))
    expect(ask).toHaveBeenCalledWith(expect.stringContaining('dnf install -y chromium'))
    expect(asked()).toEqual(['dnf install -y chromium'])
  })

  test('stays away on no, with the command that helps', async () => {
    packageManager('apt-get')
    const where = situation({ isTerminal: true, ask: async () => false })
    await expect(ensureBrowser(where)).rejects.toThrow(/^No Chromium.*apt-get install chromium$/)
    expect(() => asked()).toThrow('ENOENT')
  })

  test('gives an ordinary user the command with sudo, and runs nothing', async () => {
    packageManager('apt-get')
    const where = situation({ isRoot: false })
    await expect(ensureBrowser(where)).rejects.toThrow(
      /^No Chromium.*: apt-get install chromium \(as root\)$/,
    )
    program('sudo', 'exit 1')
    await expect(ensureBrowser(where)).rejects.toThrow(/^No Chromium.*: sudo apt-get install chromium$/)
    expect(() => asked()).toThrow('ENOENT')
  })

  test('is installed through sudo for an ordinary user who says yes', async () => {
    packageManager('apt-get')
    program('sudo', `exec ${folder}/"$@"`)
    const where = situation({ isRoot: false, isTerminal: true, ask: async () => true })
    expect(await ensureBrowser(where)).toBe(join(folder, 'chromium'))
    expect(asked().at(-1)).toBe('apt-get install -y --no-install-recommends chromium')
  })

  test('that the package manager cannot bring ends in one sentence', async () => {
    packageManager('apt-get', false)
    await expect(ensureBrowser(situation({}))).rejects.toThrow(
      /could not be installed; try: apt-get install chromium$/,
    )
  })

  test('without any package manager ends in what to do by hand', async () => {
    await expect(ensureBrowser(situation({}))).rejects.toThrow(
      /^No Chromium.*Install Chromium, Chrome or Edge, or name/,
    )
  })
})

describe('npm start and npm test with nothing to show the app in', () => {
  function start(script, env) {
    return spawnSync(process.execPath, [join(ROOT, 'scripts', script)], {
      env: { PATH: folder, HOME: folder, HOST_HEADLESS: '1', APP_RUNTIME: 'chromium-host', ...env },
      encoding: 'utf8',
    })
  }

  test('start says one sentence and exits with 2', () => {
    const { status, stdout, stderr } = start('start.mjs', {})
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^No Chromium, Chrome or Edge was found\. .*CHROMIUM_PATH\.\n$/)
  })

  test('start names a CHROMIUM_PATH that is wrong', () => {
    const { status, stderr } = start('start.mjs', { CHROMIUM_PATH: '/nowhere/chromium' })
    expect(status).toBe(2)
    expect(stderr).toBe('CHROMIUM_PATH names no program that can be started: /nowhere/chromium\n')
  })

  test('test still ends with the line of sums, and does not succeed', () => {
    const { status, stdout, stderr } = start('test.mjs', {})
    expect(status).toBe(2)
    expect(stdout).toBe('0 passed, 0 failed\n')
    expect(stderr).toMatch(/^No Chromium/)
  })
})
