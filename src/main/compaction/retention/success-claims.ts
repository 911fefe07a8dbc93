import type { Message } from '../../../shared/thread/message.ts'
import { callOutcome, isCheck } from '../facts/outcomes.ts'
import { commandOf } from '../facts/tool-paths.ts'

/** What a claim of success is about. */
export type CheckKind = 'test' | 'build' | 'lint' | 'types'

const CLAIMS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    'test',
    /\b(?:tests?|specs?|suite)\b[^.\n]{0,40}\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?|ok)\b|\b(?:pass(?:es|ed|ing)?|green|successful)\b[^.\n]{0,20}\b(?:tests?|specs?|suite)\b|测试[^。\n]{0,12}(?:通过|成功)|テスト[^。\n]{0,12}(?:成功|通過|パス)/i,
  ],
  [
    'build',
    /\b(?:build|compil(?:es|ed|ation))\b[^.\n]{0,30}\b(?:pass(?:es|ed)?|succe(?:eds?|eded|ss|ssful|ssfully)|green|works|clean(?:ly)?)\b|\bsuccessful(?:ly)?\b[^.\n]{0,12}\b(?:build|built|compil\w+)\b|(?:构建|编译)[^。\n]{0,12}(?:通过|成功)|ビルド[^。\n]{0,12}成功/i,
  ],
  ['lint', /\blint(?:er|ing)?\b[^.\n]{0,30}\b(?:pass(?:es|ed)?|clean|green|succe\w+)\b/i],
  ['types', /\btype[- ]?check(?:s|ing|er)?\b[^.\n]{0,30}\b(?:pass(?:es|ed)?|clean|green|succe\w+)\b/i],
]
/** A wish, a condition, a plan or a negation claims nothing. */
const NO_CLAIM =
  /\b(?:if|when|once|until|should|must|make sure|ensure|to (?:pass|verify|see)|not|n['’]t|fail\w*|will|would|need|want|expect\w*|before|let me|let['’]s)\b|[?？]|如果|应该|必须|确保|直到/i

/** The kinds of success a sentence claims; empty for wishes, conditions, questions and negations. */
export function claimedChecks(sentence: string): readonly CheckKind[] {
  if (NO_CLAIM.test(sentence)) return []
  return CLAIMS.filter(([, shape]) => shape.test(sentence)).map(([kind]) => kind)
}

/** The kinds a command proves when it succeeds. */
export function checkKindsOf(command: string): readonly CheckKind[] {
  if (!isCheck(command)) return []
  const kinds: CheckKind[] = []
  if (/test|jest|mocha|tox|rspec|phpunit|rake|playwright|make|mvn|gradle|verify|check/i.test(command))
    kinds.push('test')
  if (/build|tsc|make|mvn|gradle|cargo|go vet|compile|dotnet|verify/i.test(command)) kinds.push('build')
  if (/lint|biome|ruff|clippy|check|vet/i.test(command)) kinds.push('lint')
  if (/tsc|type-?check|mypy|pyright|check|build/i.test(command)) kinds.push('types')
  return kinds
}

/** The kinds that a successful result in the messages proves. */
export function provenChecks(messages: readonly Message[]): ReadonlySet<CheckKind> {
  const proven = new Set<CheckKind>()
  for (const message of messages)
    for (const call of message.toolCalls) {
      const command = commandOf(call)
      if (command !== null && isCheck(command) && callOutcome(call).kind === 'ok')
        for (const kind of checkKindsOf(command)) proven.add(kind)
    }
  return proven
}
