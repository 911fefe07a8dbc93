import type { ContextReport } from '../../shared/compact/context.ts'
import type { CompactionNotice } from '../../shared/ipc/turn.ts'
import type { DataChunk } from './chunk.ts'

/** `COMPACTION_START` of Nova: what is about to be summarized, and why (S-150, S-151, S-152). */
export function compactionStart(notice: CompactionNotice): DataChunk {
  return {
    type: 'data-nova-compaction-start',
    id: notice.id,
    data: {
      message_count: notice.messageCount,
      token_count: notice.tokensBefore,
      reason: notice.reason,
    },
  }
}

/** `COMPACTION_END` of Nova, with how it ended. */
export function compactionEnd(notice: CompactionNotice): DataChunk {
  const { outcome } = notice
  return {
    type: 'data-nova-compaction-end',
    id: notice.id,
    data: {
      outcome: outcome?.kind ?? 'cancelled',
      ...(outcome?.kind === 'completed'
        ? { tokens_before: outcome.event.tokensBefore, tokens_after: outcome.event.tokensAfter }
        : {}),
      ...(outcome?.kind === 'failed' ? { stage: outcome.stage, code: outcome.code } : {}),
      ...(outcome?.kind === 'skipped' ? { reason: outcome.reason } : {}),
      ...(outcome?.kind === 'needs_new_thread' ? { stage: outcome.stage } : {}),
    },
  }
}

/**
 * `CONTEXT_UPDATE` of Nova (S-153). `limit` is where compaction fires (S-154), so that `percent` is 100 exactly
 * there (S-155) and may pass it (S-156); both are null for a thread that never compacts by itself.
 */
export function contextUpdate(report: ContextReport): DataChunk {
  return {
    type: 'data-nova-context',
    data: { used: report.usedTokens, limit: report.triggerTokens, percent: report.percent },
  }
}
