/** One row of the table: median of several runs, and what it is compared with in the same run. */
export interface Figure {
  readonly name: string
  readonly medianMs: number
  readonly minMs: number
  readonly maxMs: number
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
  for (let run = 0; run < (options.runs ?? 5); run += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return {
    name,
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
    minMs: times[0] ?? 0,
    maxMs: times.at(-1) ?? 0,
    megabytes: options.bytes === undefined ? null : options.bytes / 1_000_000,
  }
}

/** The figures as a table; ratios are against the first one. */
export function table(title: string, figures: readonly Figure[]): string {
  const [base] = figures
  const rows = figures.map(({ name, medianMs, minMs, maxMs, megabytes }) => [
    name,
    `${medianMs.toFixed(1)} ms`,
    `${minMs.toFixed(1)}–${maxMs.toFixed(1)}`,
    megabytes === null ? '' : `${((megabytes / medianMs) * 1000).toFixed(0)} MB/s`,
    base === undefined ? '' : `${(medianMs / base.medianMs).toFixed(2)} ×`,
  ])
  const all = [['', 'median', 'min–max', 'speed', 'ratio'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  const lines = all.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [`\n${title}`, ...lines].join('\n')
}
