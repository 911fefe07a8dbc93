import type { ThreadTitle } from '../../shared/ipc/workspace.ts'
import { folderOf, splitName } from './split-name.ts'

/** The titles with those of one folder put in the place of what was known of it; the same map when none differs. */
export function withTitles(
  before: ReadonlyMap<string, string>,
  folder: string,
  found: readonly ThreadTitle[],
): ReadonlyMap<string, string> {
  const others = [...before].filter(([path]) => folderOf(path) !== folder)
  const isSame =
    before.size === others.length + found.length &&
    found.every(({ path, title }) => before.get(path) === title)
  if (isSame) return before
  return new Map([...others, ...found.map(({ path, title }) => [path, title] as const)])
}

/** The title as its line shows it; null where it tells nothing beside the file's name, a copy's number left out. */
export function titleBeside(name: string, title: string): string | null {
  const { head, tail } = splitName(name)
  const shown = title.trim()
  return shown === '' || shown === head || shown === head + tail ? null : shown
}
