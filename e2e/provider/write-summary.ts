import { CHECKPOINT_TEMPLATE } from '../../src/main/compaction/checkpoint/template.ts'
import type { NarrativeKey } from '../../src/shared/compact/checkpoint.ts'

const MAX_LINE_CHARS = 160
const PATH = /(?:[\w@.-]+\/)+[\w.-]+\.\w{1,8}/g
const DONE = /\b(?:done|fixed|added|wrote|created|passes|passed|implemented|renamed|updated)\b/i
const BLOCKED = /\b(?:blocked|failed|fails|error|cannot|waiting)\b/i
const RULE = /\b(?:always|never|must|don't|do not|prefer|please)\b/i
const DECISION = /\b(?:decided|instead|because|choose|chose|we will|let's)\b/i
const NEXT = /\b(?:next|then|todo|later|remaining|still)\b/i

/**
 * A checkpoint as a willing model would write it: every narrative heading of the template, filled with lines of
 * the request. The same request gives the same text. It is no judge of good summaries.
 */
export function writeSummary(request: string): string {
  const lines = conversationLines(request)
  const sections: { readonly [K in NarrativeKey]?: readonly string[] } = {
    goal: lines.slice(0, 2),
    constraints: lines.filter((line) => RULE.test(line)).slice(0, 4),
    done: lines.filter((line) => DONE.test(line)).slice(-6),
    'in-progress': lines.slice(-2, -1),
    blocked: lines.filter((line) => BLOCKED.test(line)).slice(-2),
    decisions: lines.filter((line) => DECISION.test(line)).slice(-4),
    'next-steps': lines.filter((line) => NEXT.test(line)).slice(-3),
    context: [...new Set(request.match(PATH) ?? [])].slice(-8).map((path) => `\`${path}\``),
  }
  const parts = ['# Context checkpoint']
  for (const entry of CHECKPOINT_TEMPLATE) {
    if (entry.lane === 'facts') continue
    parts.push(`${'#'.repeat(entry.level)} ${entry.heading}`)
    if (entry.key === null) continue
    // Safe: entries that are not of the facts lane hold narrative keys only.
    const found = sections[entry.key as NarrativeKey] ?? []
    parts.push(found.length === 0 ? '- None' : found.map((line) => `- ${line}`).join('\n'))
  }
  return `${parts.join('\n\n')}\n`
}

/** Lines of the conversation itself, without marks of roles and of structure. */
function conversationLines(request: string): readonly string[] {
  const inner = /<conversation[^>]*>([\s\S]*?)<\/conversation>/.exec(request)?.[1] ?? request
  return inner
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\[[^\]]{1,40}\]:?|[#>*-]+|<\/?[\w-]+[^>]*>)\s*/, '').trim())
    .filter((line) => /\p{L}{2}/u.test(line) && !line.startsWith('#'))
    .map((line) => (line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS).toWellFormed()}…` : line))
}
