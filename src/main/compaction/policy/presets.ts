import type { Policy, ReductionSettings } from '../../../shared/compact/policy.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Every reduction with its numbers, all switched on (S-017 to S-026, S-115 to S-119). */
const REDUCTIONS: ReductionSettings = {
  collapse: { isOn: true, keepLastMessages: 12 },
  truncateArguments: { isOn: true, maxChars: 2_000, keepLastMessages: 12 },
  microcompact: { isOn: true, pauseMs: 6 * HOUR_MS, keepResults: 5 },
  snip: { isOn: true, maxChars: 2_000, budgetTokens: 50_000, preserveLastMessages: 12, isStrict: false },
}

const RATIO_75: Policy = {
  preset: 'ratio-75',
  mode: 'auto',
  trigger: { kind: 'ratio', value: 0.75 },
  keep: { kind: 'ratio', value: 0.1 },
  unknownWindow: { kind: 'fixed', triggerTokens: 100_000, keepMessages: 6 },
  strategy: 'partial',
  template: { kind: 'checkpoint' },
  summaryForm: 'reminder',
  summaryChars: 16_000,
  reductions: REDUCTIONS,
  restoration: { maxFiles: 5, perFileTokens: 5_000, totalTokens: 20_000, windowRatio: 0.08 },
  breaker: { maxFailures: 3, baseMs: MINUTE_MS / 2, factor: 2, maxMs: 30 * MINUTE_MS },
  hasFloor: true,
  minGainRatio: 0.1,
  summarizerId: null,
}

/** One reserved amount instead of a share, snip alone, and a breaker without a clock (C-01, C-02, C-08). */
const RESERVE: Policy = {
  ...RATIO_75,
  preset: 'reserve',
  trigger: { kind: 'reserve', outputTokens: 16_000, summaryTokens: 8_000, capRatio: 0.5 },
  keep: { kind: 'tokens', value: 20_000, capOfTrigger: 0.5 },
  unknownWindow: { kind: 'assume', windowTokens: 128_000 },
  template: { kind: 'seven' },
  summaryForm: 'bracketed',
  reductions: {
    ...REDUCTIONS,
    collapse: { ...REDUCTIONS.collapse, isOn: false },
    truncateArguments: { ...REDUCTIONS.truncateArguments, isOn: false },
    microcompact: { ...REDUCTIONS.microcompact, isOn: false },
  },
  breaker: { ...RATIO_75.breaker, baseMs: 0 },
}

/** Nothing happens by itself: the person compacts into a copy (C-01, C-13). */
const MANUAL_CLONE: Policy = {
  ...RATIO_75,
  preset: 'manual-clone',
  mode: 'off',
  trigger: { kind: 'manual' },
  keep: { kind: 'turns', value: 3 },
  reductions: {
    collapse: { ...REDUCTIONS.collapse, isOn: false },
    truncateArguments: { ...REDUCTIONS.truncateArguments, isOn: false },
    microcompact: { ...REDUCTIONS.microcompact, isOn: false },
    snip: { ...REDUCTIONS.snip, isOn: false },
  },
  // The copy is for reading on, not for a running task: nothing is read from the disk for it.
  restoration: { ...RATIO_75.restoration, maxFiles: 0 },
}

/** The three named policies (requirements.md section D). Plain values: a person copies one and edits the copy. */
export const PRESETS: Readonly<Record<Policy['preset'], Policy>> = {
  'ratio-75': RATIO_75,
  reserve: RESERVE,
  'manual-clone': MANUAL_CLONE,
}
