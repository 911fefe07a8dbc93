import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly state: string
  readonly words: string
}

function processes(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may hold anything; what follows it is numbered.
        const [state = '', parent = ''] =
          readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(name), parent: Number(parent), state, words }]
      } catch {
        // It ended between the two looks.
        return []
      }
    })
}

/**
 * The living processes below `root`, and those whose command line names `mark` (a data folder), wherever
 * they hang. Linux only.
 */
export function livingProcesses(root: number, mark: string): readonly number[] {
  const all = processes().filter((each) => each.state !== 'Z' && each.pid !== process.pid)
  const family = new Set([root])
  for (let before = 0; before !== family.size; ) {
    before = family.size
    for (const each of all) if (family.has(each.parent)) family.add(each.pid)
  }
  return all.filter((each) => family.has(each.pid) || each.words.includes(mark)).map((each) => each.pid)
}

/** Those of `pids` that still live and are not merely waiting to be counted by their parent. */
export function stillLiving(pids: readonly number[]): readonly number[] {
  return processes()
    .filter((each) => each.state !== 'Z' && pids.includes(each.pid))
    .map((each) => each.pid)
}
