import { resolve } from 'node:path'
import { reportRetention } from '../../src/main/compactor/report-retention.ts'
import { openThreadFile } from '../../src/main/threads/thread-file.ts'
import { EXIT } from '../exit.ts'
import { printFailure, printLine } from '../output.ts'

/** Prints the retention report of a compacted copy against its source. */
export async function reportCopy(source: string, copy: string, options: { json?: boolean }): Promise<number> {
  try {
    const report = reportRetention(await openThreadFile(resolve(source)), await openThreadFile(resolve(copy)))
    if (options.json === true) {
      printLine(JSON.stringify({ source, copy, retention: report }))
      return EXIT.done
    }
    const { counts, floors } = report
    printLine(
      [
        `${copy}: ${report.factTotal} facts of ${source}`,
        `  ${counts.keptExactly} kept exactly, ${counts.inSummary} in summary, ${counts.recoverable} recoverable, ${counts.changed} changed, ${counts.missing} missing`,
        `  rules ${percent(floors.rules)}, modified paths ${percent(floors.modifiedPaths)}, open tasks ${percent(floors.openTasks)}, claims without a source: ${floors.unsupported}`,
        ...report.notable.slice(0, 20).map((fact) => `  ${fact.state}: ${fact.class} ${fact.text}`),
      ].join('\n'),
    )
    return EXIT.done
  } catch (error) {
    printFailure(copy, error, options.json === true)
    return EXIT.someFailed
  }
}

function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)} %`
}
