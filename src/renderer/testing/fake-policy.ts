import type { Policy } from '../../shared/compact/policy.ts'

/** A policy like the default preset, with numbers of its own. */
export const FAKE_POLICY: Policy = {
  preset: 'ratio-75',
  mode: 'auto',
  trigger: { kind: 'ratio', value: 0.75 },
  keep: { kind: 'ratio', value: 0.1 },
  unknownWindow: { kind: 'fixed', triggerTokens: 80_000, keepMessages: 6 },
  strategy: 'partial',
  template: { kind: 'checkpoint' },
  summaryForm: 'reminder',
  summaryChars: 12_000,
  reductions: {
    collapse: { isOn: true, keepLastMessages: 12 },
    truncateArguments: { isOn: true, maxChars: 2000, keepLastMessages: 12 },
    microcompact: { isOn: true, pauseMs: 21_600_000, keepResults: 5 },
    snip: { isOn: true, maxChars: 2000, budgetTokens: 50_000, preserveLastMessages: 12, isStrict: false },
  },
  restoration: { maxFiles: 5, perFileTokens: 5000, totalTokens: 15_000, windowRatio: 0.08 },
  breaker: { maxFailures: 3, baseMs: 30_000, factor: 2, maxMs: 1_800_000 },
  hasFloor: true,
  minGainRatio: 0.1,
  summarizerId: null,
}
