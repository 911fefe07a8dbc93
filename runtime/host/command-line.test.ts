import { describe, expect, test } from 'vitest'
import { parseCommandLine } from './command-line.ts'

describe("the host's command line", () => {
  test('is read as Playwright writes it for Electron', () => {
    const line = parseCommandLine([
      '--no-sandbox',
      '--inspect=0',
      '--remote-debugging-port=0',
      '.',
      '--app-data=/tmp/a=b c',
      'thread.json',
    ])
    expect(line.appFolder).toBe('.')
    expect(line.inspect).toEqual({ host: '127.0.0.1', port: 0 })
    expect([...line.switches]).toEqual([
      ['no-sandbox', ''],
      ['inspect', '0'],
      ['remote-debugging-port', '0'],
      ['app-data', '/tmp/a=b c'],
    ])
  })

  test('takes the value of -r away from the folder', () => {
    expect(parseCommandLine(['-r', './hook.js', 'app']).appFolder).toBe('app')
    expect(parseCommandLine(['--require', './hook.js', 'app']).appFolder).toBe('app')
  })

  test('opens no inspector unless asked', () => {
    expect(parseCommandLine(['.']).inspect).toBeNull()
    expect(parseCommandLine(['--inspect', '.']).inspect).toEqual({ host: '127.0.0.1', port: 9229 })
    expect(parseCommandLine(['--inspect=127.0.0.9:77', '.']).inspect).toEqual({ host: '127.0.0.9', port: 77 })
    expect(parseCommandLine(['--inspect=elsewhere', '.']).inspect).toBeNull()
    expect(parseCommandLine(['--inspect=99999', '.']).inspect).toBeNull()
  })

  test('leaves what follows a bare -- to the app', () => {
    const line = parseCommandLine(['.', '--', '--app-data=elsewhere', 'file'])
    expect(line.switches.has('app-data')).toBe(false)
    expect(line.appFolder).toBe('.')
  })

  test('has no folder when only switches are given', () => {
    expect(parseCommandLine(['--inspect=0']).appFolder).toBe('')
  })
})
