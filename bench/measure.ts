/** One row of the table: median of several runs, and what it is compared with in the same run. */
export interface Figure {
  readonly name: string
  readonly medianMs: number
  readonly minMs: number
  readonly maxMs: number
  /** Median of the processor time, which other work on the machine disturbs least; null where it was not measured. */
  readonly cpuMs: number | null
  /** Megabytes that one run handles; null where that says nothing. */
  readonly megabytes: number | null
}

/** Runs `work` once to warm up and `runs` times to measure. */
export async function measure(
  name: string,
  work: () => unknown,
  options: { readonly runs?: number; readonly bytes?: number } = {},
): Promise<Figure> {
  await work()
  const times: number[] = []
  const cpuTimes: number[] = []
  for (let run = 0; run < (options.runs ?? 5); run += 1) {
    const before = process.cpuUsage()
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    cpuTimes.push((user + system) / 1000)
  }
  return { ...figureOf(name, times, options.bytes), cpuMs: median(cpuTimes) }
}

/** Times in milliseconds as one row. */
export function figureOf(name: string, timesMs: readonly number[], bytes?: number): Figure {
  return {
    name,
    medianMs: median(timesMs),
    minMs: Math.min(...timesMs),
    maxMs: Math.max(...timesMs),
    cpuMs: null,
    megabytes: bytes === undefined ? null : bytes / 1_000_000,
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** The figures as a table; ratios are against the first one. */
export function table(title: string, figures: readonly Figure[]): string {
  const [base] = figures
  const rows = figures.map(({ name, medianMs, minMs, maxMs, cpuMs, megabytes }) => [
    name,
    `${medianMs.toFixed(1)} ms`,
    `${minMs.toFixed(1)}–${maxMs.toFixed(1)}`,
    cpuMs === null ? '' : `${cpuMs.toFixed(1)} ms`,
    megabytes === null ? '' : `${((megabytes / medianMs) * 1000).toFixed(0)} MB/s`,
    base === undefined ? '' : `${(medianMs / base.medianMs).toFixed(2)} ×`,
  ])
  const all = [['', 'median', 'min–max', 'processor', 'speed', 'ratio'], ...rows]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [`\n${title}`, ...lines].join('\n')
}
