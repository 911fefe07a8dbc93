import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Settings } from '../../shared/ipc/settings.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { DEFAULT_SETTINGS, openSettingsFile, readSettings, settingsPath } from './settings-file.ts'

const now = () => 1_700_000_000_000

async function withFile(text: string): Promise<string> {
  const folder = await temporaryFolder()
  await writeFile(settingsPath(folder), text)
  return folder
}

it('starts with defaults and writes nothing until something is set', async () => {
  const folder = await temporaryFolder()
  const file = await openSettingsFile(folder, now)
  expect(file.get()).toEqual(DEFAULT_SETTINGS)
  expect(await readdir(folder)).toEqual([])
})

it('keeps what was set over a restart', async () => {
  const folder = await temporaryFolder()
  const file = await openSettingsFile(folder, now)
  expect(await file.set({ theme: 'dark', textSizePx: 17 })).toEqual({
    ...DEFAULT_SETTINGS,
    theme: 'dark',
    textSizePx: 17,
  })
  expect((await openSettingsFile(folder, now)).get()).toMatchObject({ theme: 'dark', textSizePx: 17 })
  expect(await readSettings(folder)).toMatchObject({ theme: 'dark' })
  expect(await readdir(folder)).toEqual(['settings.json'])
})

it('falls back for a bad value alone, and leaves it in the file', async () => {
  const folder = await withFile('{"theme": "pink", "textSizePx": 99, "language": "zh-CN"}')
  const file = await openSettingsFile(folder, now)
  expect(file.get()).toEqual({ ...DEFAULT_SETTINGS, language: 'zh-CN' })
  expect(file.badKeys).toEqual(['theme', 'textSizePx'])
  await file.set({ isSidebarOpen: false })
  expect(JSON.parse(await readFile(file.path, 'utf8'))).toEqual({
    theme: 'pink',
    textSizePx: 99,
    language: 'zh-CN',
    isSidebarOpen: false,
  })
})

it('S-144 keeps unknown keys over a write', async () => {
  const folder = await withFile('{"future": {"deep": [1, 2]}, "theme": "light"}')
  const file = await openSettingsFile(folder, now)
  await file.set({ theme: 'dark' })
  expect(JSON.parse(await readFile(file.path, 'utf8'))).toEqual({ future: { deep: [1, 2] }, theme: 'dark' })
})

it('reads a file with byte order mark and CRLF', async () => {
  const folder = await withFile('\uFEFF{\r\n  "theme": "dark",\r\n  "sidebarWidthPx": 300\r\n}\r\n')
  expect((await openSettingsFile(folder, now)).get()).toMatchObject({ theme: 'dark', sidebarWidthPx: 300 })
})

it.each(['', '{"theme": "da', 'null', '[1]', '"text"', '\u0000\u0001'])(
  'moves a file that is no JSON object aside: %j',
  async (text) => {
    const folder = await withFile(text)
    const file = await openSettingsFile(folder, now)
    expect(file.get()).toEqual(DEFAULT_SETTINGS)
    expect(file.setAsidePath).toBe(join(folder, 'settings.json.damaged-1700000000000'))
    await file.set({ theme: 'dark' })
    expect(await readFile(file.setAsidePath ?? '', 'utf8')).toBe(text)
    expect((await openSettingsFile(folder, now)).get().theme).toBe('dark')
  },
)

it('is not fooled by keys of the prototype', async () => {
  const folder = await withFile('{"__proto__": {"theme": "dark"}, "constructor": 1}')
  const file = await openSettingsFile(folder, now)
  expect(file.get()).toEqual(DEFAULT_SETTINGS)
  expect(({} as { theme?: string }).theme).toBe(undefined)
})

it('refuses a value that is no setting and keeps the old one', async () => {
  const folder = await temporaryFolder()
  const file = await openSettingsFile(folder, now)
  const bad = { theme: 'pink' } as unknown as Partial<Settings>
  await expect(file.set(bad)).rejects.toMatchObject({ code: 'bad-input', params: { key: 'theme' } })
  expect(file.get()).toEqual(DEFAULT_SETTINGS)
})

it('ends with the last of many writes at once', async () => {
  const folder = await temporaryFolder()
  const file = await openSettingsFile(folder, now)
  await Promise.all(Array.from({ length: 20 }, (_, n) => file.set({ sidebarWidthPx: 220 + n })))
  expect((await openSettingsFile(folder, now)).get().sidebarWidthPx).toBe(239)
  expect(await readdir(folder)).toEqual(['settings.json'])
})

it('says that the disk refused, and why', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'plain-file'), '')
  const file = await openSettingsFile(join(folder, 'missing'), now)
  await file.set({ theme: 'dark' })
  const unreadable = await openSettingsFile(join(folder, 'plain-file'), now)
  expect(unreadable.isUnavailable).toBe(true)
  await expect(unreadable.set({ theme: 'dark' })).rejects.toMatchObject({ code: 'file-not-found' })
})

it('S-142 reads the block `compaction` and never destroys it by a save', async () => {
  const block = { summary_keep_tokens: '9000', note: 'mine' }
  const folder = await withFile(JSON.stringify({ theme: 'light', compaction: block }))
  const file = await openSettingsFile(folder, now)
  expect(file.compactionBlock()).toEqual(block)
  await file.set({ theme: 'dark' })
  expect(JSON.parse(await readFile(file.path, 'utf8'))).toEqual({ theme: 'dark', compaction: block })
  const none = await openSettingsFile(await temporaryFolder(), now)
  expect(none.compactionBlock()).toBe(undefined)
})

it('S-142 keeps what another program wrote into the block while this one ran', async () => {
  const folder = await withFile('{"compaction": {"snip_max_chars": 1}, "language": "en"}')
  const file = await openSettingsFile(folder, now)
  const edited = { compaction: { snip_max_chars: 900 }, language: 'en', other: [1] }
  await writeFile(file.path, JSON.stringify(edited))
  await file.set({ theme: 'dark' })
  expect(JSON.parse(await readFile(file.path, 'utf8'))).toEqual({ ...edited, theme: 'dark' })
  expect(file.compactionBlock()).toEqual({ snip_max_chars: 900 })
})
