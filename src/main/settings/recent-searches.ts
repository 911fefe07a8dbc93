import { join } from 'node:path'
import { openJsonFile, writeJsonFile } from './json-file.ts'

const MOST_RECENT = 12

/** What was searched for, newest first; kept over restarts where the data folder can be written. */
export interface RecentSearches {
  list(): readonly string[]
  /** Moves it to the front. Never rejects: a lost list costs nothing that a person made. */
  remember(text: string): Promise<readonly string[]>
  clear(): Promise<readonly string[]>
}

/** Never rejects. `now` in milliseconds names a damaged file that is moved. */
export async function openRecentSearches(dataDir: string, now: () => number): Promise<RecentSearches> {
  const path = join(dataDir, 'recent-searches.json')
  const { value } = await openJsonFile(path, now)
  let texts = Array.isArray(value.texts)
    ? value.texts.filter((text): text is string => typeof text === 'string').slice(0, MOST_RECENT)
    : []
  const keep = async (next: string[]) => {
    texts = next
    await writeJsonFile(path, { texts }).catch(() => undefined)
    return texts
  }
  return {
    list: () => texts,
    remember: (text) => {
      const plain = text.trim()
      if (plain === '' || texts[0] === plain) return Promise.resolve(texts)
      return keep([plain, ...texts.filter((other) => other !== plain)].slice(0, MOST_RECENT))
    },
    clear: () => keep([]),
  }
}
