import { resolve } from 'node:path'
import { requireCheckpoint } from '../../src/main/compactor/copied-part.ts'
import { matchSource, type SourceState } from '../../src/main/compactor/match-source.ts'
import { reportRetention } from '../../src/main/compactor/report-retention.ts'
import { openThread } from '../../src/main/threads/open-thread.ts'
import type { EarlierLines, RetentionReport } from '../../src/shared/compact/retention.ts'
import { EXIT } from '../exit.ts'
import { printFailure, printLine, printProgress } from '../output.ts'

/** Facts listed one by one; `--json` has all of them. */
const MOST_LISTED = 20

/** Prints the retention report of a compacted copy against its source; two files that are no such pair are refused. */
export async function reportCopy(source: string, copy: string, options: { json?: boolean }): Promise<number> {
  // The file that an error is about: each is opened in its turn.
  let current = source
  let report: RetentionReport
  let state: SourceState
  try {
    const original = await openThread(resolve(source))
    try {
      current = copy
      const compacted = await openThread(resolve(copy))
      try {
        requireCheckpoint(compacted)
        state = await matchSource(original, compacted)
        report = reportRetention(original, compacted)
      } finally {
        compacted.close()
      }
    } finally {
      original.close()
    }
  } catch (error) {
    await printFailure(current, error, options.json === true)
    return EXIT.someFailed
  }
  if (state === 'changed') printProgress(`${source}: has changed since ${copy} was made from it`)
  await printLine(
    options.json === true
      ? JSON.stringify({ source, copy, sourceState: state, retention: report })
      : reportText(source, copy, report),
  )
  return EXIT.done
}

/** The report as lines; a long list says how much more there is. */
export function reportText(
  source: string,
  copy: string,
  { counts, floors, factTotal, notable, earlier }: RetentionReport,
): string {
  // `notable` ends at 200.
  const unlisted = Math.max(notable.length, factTotal - counts.keptExactly) - MOST_LISTED
  return [
    `${copy}: ${factTotal} facts of ${source}`,
    `  ${counts.keptExactly} kept exactly, ${counts.inSummary} in summary, ${counts.recoverable} recoverable, ${counts.changed} changed, ${counts.missing} missing`,
    `  rules ${percent(floors.rules)}, modified paths ${percent(floors.modifiedPaths)}, open tasks ${percent(floors.openTasks)}, claims without a source: ${floors.unsupported}`,
    ...(earlier === undefined ? [] : earlierText(earlier)),
    ...notable.slice(0, MOST_LISTED).map((fact) => `  ${fact.state}: ${fact.class} ${fact.text}`),
    ...(unlisted > 0 ? [`  … and ${unlisted} more`] : []),
  ].join('\n')
}

function earlierText({ total, changed, dropped }: EarlierLines): readonly string[] {
  return [
    `  of ${total} lines of the checkpoint before, ${changed} told otherwise, ${dropped.length} left out`,
    ...dropped.map(({ key, text }) => `    left out of ${key}: ${text.replace(/^[-*+]\s+/, '')}`),
  ]
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`
}
