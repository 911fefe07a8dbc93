import { z } from 'zod'
import { unusableHeading } from '../compact/own-headings.ts'
import type { Policy } from '../compact/policy.ts'

const tokenCount = z.int().min(0).max(100_000_000)
const charCount = z.int().min(1).max(10_000_000)
const milliseconds = z.int().min(0).max(1_000_000_000_000)

/** A policy as a person may set it: bad values are refused, never mended (B-28). */
export const policySchema = z.object({
  preset: z.enum(['ratio-75', 'reserve', 'manual-clone']),
  mode: z.enum(['off', 'ask', 'auto']),
  trigger: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ratio'), value: z.number().min(0.4).max(0.95) }),
    z.object({
      kind: z.literal('reserve'),
      outputTokens: tokenCount,
      summaryTokens: tokenCount,
      capRatio: z.number().gt(0).lt(1),
    }),
    z.object({ kind: z.literal('tokens'), value: z.int().min(1000).max(100_000_000) }),
    z.object({ kind: z.literal('manual') }),
  ]),
  keep: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('ratio'), value: z.number().gt(0).max(0.9) }),
    z.object({ kind: z.literal('tokens'), value: tokenCount, capOfTrigger: z.number().gt(0).max(1) }),
    z.object({ kind: z.literal('turns'), value: z.int().min(1).max(100_000) }),
    z.object({ kind: z.literal('messages'), value: z.int().min(1).max(1_000_000) }),
  ]),
  unknownWindow: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('fixed'),
      triggerTokens: z.int().min(1000).max(100_000_000),
      keepMessages: z.int().min(1).max(1_000_000),
    }),
    z.object({ kind: z.literal('assume'), windowTokens: z.int().min(1000).max(100_000_000) }),
  ]),
  strategy: z.enum(['partial', 'full']),
  template: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('checkpoint') }),
    z.object({ kind: z.literal('seven') }),
    z.object({
      kind: z.literal('custom'),
      headings: z
        .array(z.string().min(1).max(80))
        .min(1)
        .max(20)
        .refine((headings) => unusableHeading(headings) === null, {
          error: ({ input }) =>
            `The heading ${JSON.stringify(unusableHeading(input as string[]))} is empty, or cannot be told from another one or from those of the facts.`,
        })
        .readonly(),
    }),
  ]),
  summaryForm: z.enum(['reminder', 'bracketed']),
  summaryChars: z.int().min(500).max(200_000),
  reductions: z.object({
    collapse: z.object({ isOn: z.boolean(), keepLastMessages: z.int().min(0).max(1_000_000) }),
    truncateArguments: z.object({
      isOn: z.boolean(),
      maxChars: charCount,
      keepLastMessages: z.int().min(0).max(1_000_000),
    }),
    microcompact: z.object({
      isOn: z.boolean(),
      pauseMs: milliseconds,
      keepResults: z.int().min(0).max(1_000_000),
    }),
    snip: z.object({
      isOn: z.boolean(),
      maxChars: charCount,
      budgetTokens: tokenCount,
      preserveLastMessages: z.int().min(0).max(1_000_000),
      isStrict: z.boolean(),
    }),
  }),
  restoration: z.object({
    maxFiles: z.int().min(0).max(100),
    perFileTokens: tokenCount,
    totalTokens: tokenCount,
    windowRatio: z.number().min(0).max(0.5),
  }),
  breaker: z.object({
    maxFailures: z.int().min(0).max(100),
    baseMs: milliseconds,
    factor: z.number().min(1).max(10),
    maxMs: milliseconds,
  }),
  hasFloor: z.boolean(),
  minGainRatio: z.number().min(0).max(0.9),
  summarizerId: z.string().min(1).max(200).nullable(),
}) satisfies z.ZodType<Policy>
