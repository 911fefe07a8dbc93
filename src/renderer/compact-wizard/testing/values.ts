import type { CompactOptions, CompactPlan } from '../../../shared/compact/plan.ts'
import type { Preview, PreviewSection } from '../../../shared/compact/preview.ts'
import type { Range } from '../range.ts'

/** Everything before the last turns. */
export function keeping(keepTurns: number): Range {
  return { keepTurns, start: null }
}

/** A plan of `turns` turns of 1,000 tokens each, for tests. */
export function planOf(turns: number, more: Partial<CompactPlan> = {}): CompactPlan {
  return {
    availability:
      turns < 2 ? { kind: 'unavailable', reason: 'too-few-turns', turns } : { kind: 'available', turns },
    turns: Array.from({ length: turns }, (_, at) => ({
      number: at + 1,
      from: at * 2,
      to: at * 2 + 2,
      tokens: 1000,
      label: `Prompt ${at + 1}`,
    })),
    marks: [],
    systemTokens: 500,
    metaPromptTokens: 0,
    checkpointTokens: 0,
    draftTokens: 0,
    totalTokens: 500 + turns * 1000,
    windowTokens: null,
    triggerTokens: null,
    keepDefault: Math.max(1, Math.min(3, turns - 1)),
    instructions: '',
    problems: [],
    summarizers: [
      {
        id: 'extractive',
        label: 'Built-in extractive',
        kind: 'built-in',
        windowTokens: null,
        isReady: true,
        reason: null,
        pricePerMillionInput: null,
        pricePerMillionOutput: null,
      },
    ],
    summarizerDefault: 'extractive',
    hasCheckpoint: false,
    copyName: 'thread-compact-1.json',
    expectedCheckpointTokens: 1500,
    ...more,
  }
}

/** Options as the configure step sends them. */
export const OPTIONS: CompactOptions = {
  keepTurns: 3,
  instructions: '',
  summarizerId: 'extractive',
  detail: 'standard',
  language: 'same',
  budgetChars: null,
}

function sectionOf(key: PreviewSection['key'], heading: string, text: string): PreviewSection {
  return { key, heading, text, lane: 'narrative', tokens: 12, isEdited: false }
}

/** A finished preview with two sections and one missing fact. */
export function previewOf(previewId: string, more: Partial<Preview> = {}): Preview {
  const counts = { keptExactly: 5, inSummary: 3, recoverable: 0, changed: 0, missing: 1 }
  return {
    previewId,
    checkpointId: 'checkpoint-1',
    sections: [
      sectionOf('goal', 'Goal', '- Ship it'),
      sectionOf('decisions', 'Key Decisions', '- One journal'),
    ],
    tokensBefore: 162_000,
    tokensAfter: 31_000,
    checkpointTokens: 1500,
    keptTurns: 3,
    summarizedTurns: 5,
    summarizedMessages: 10,
    headMessages: 0,
    updatesCheckpoint: false,
    updates: null,
    pinned: [],
    summarizer: 'extractive',
    costUsd: null,
    retention: {
      counts,
      score: 0.9,
      byClass: [{ class: 'number', total: 9, score: 0.9, counts }],
      floors: { rules: 1, modifiedPaths: 1, openTasks: null, unsupported: 0 },
      notable: [
        {
          class: 'number',
          text: '8,388,608',
          messageIndex: 2,
          turn: 2,
          state: 'missing',
          weight: 2,
          found: null,
        },
      ],
      factTotal: 9,
      unsupported: [],
    },
    secrets: [],
    problems: [],
    blocks: [],
    copyName: 'thread-compact-1.json',
    ...more,
  }
}
