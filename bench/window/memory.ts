import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of one process in megabytes: the most it ever had, and what it has now. */
export interface Resident {
  readonly peakMb: number
  readonly nowMb: number
}

/** Processor time of the app's main process and of its page so far, in milliseconds; null where there is no `/proc`. */
export function processorMs(mainPid: number): { readonly main: number; readonly page: number } | null {
  try {
    return {
      main: cpuMs(mainPid),
      page: renderers(mainPid).reduce((sum, pid) => sum + cpuMs(pid), 0),
    }
  } catch {
    return null
  }
}

/** Memory of the app's main process with its core worker, and of the page's. Null where there is no `/proc`. */
export function residentOf(mainPid: number): { readonly main: Resident; readonly page: Resident } | null {
  try {
    const pages = renderers(mainPid)
      .map(resident)
      .toSorted((a, b) => b.nowMb - a.nowMb)
    // The browser keeps a spare process beside the page's, which is always the smaller one.
    return { main: resident(mainPid), page: pages[0] ?? { peakMb: 0, nowMb: 0 } }
  } catch {
    return null
  }
}

function renderers(mainPid: number): readonly number[] {
  return descendants(mainPid).filter((pid) => commandLine(pid).includes('--type=renderer'))
}

/** The system counts in hundredths of a second. */
function cpuMs(pid: number): number {
  const fields = statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function resident(pid: number): Resident {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1_000_000
  return { peakMb: megabytes('VmHWM'), nowMb: megabytes('VmRSS') }
}

function descendants(root: number): readonly number[] {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== null) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const found: number[] = []
  const waiting = [root]
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    const children = parents.get(pid) ?? []
    found.push(...children)
    waiting.push(...children)
  }
  return found
}

/** Null for a process that ended while it was looked at. */
function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[1])
  } catch {
    return null
  }
}

/** Fields behind the name, the state first. The name in brackets may hold spaces. */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
