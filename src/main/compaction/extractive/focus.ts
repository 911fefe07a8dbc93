/** What the person asked the summary to look after. */
export interface Focus {
  readonly errors: boolean
  readonly decisions: boolean
  readonly numbers: boolean
  /** Words of the instructions that a sentence may hold, in lower case. */
  readonly words: readonly string[]
}

const COMMON = new Set(
  'keep preserve exact exactly include please focus summary summarize summarise names name about every with that this these those from into more most less detail details mention make sure remember conversation thread context important everything should must always never'.split(
    ' ',
  ),
)

/** Reads compaction instructions as a set of preferences. Empty instructions prefer nothing. */
export function readFocus(instructions: string): Focus {
  const text = instructions.toLowerCase()
  return {
    errors: /error|fail|exception|bug|错误|失败|异常|エラー|fehler/.test(text),
    decisions: /decision|decid|choice|rationale|why|决定|选择|決定|entscheid/.test(text),
    numbers: /number|version|figure|amount|size|port|数字|版本|数値|zahl/.test(text),
    words: [...new Set(text.match(/[\p{Script=Han}]{2,}|[\p{L}\d_./-]{4,}/gu) ?? [])].filter(
      (word) => !COMMON.has(word),
    ),
  }
}

/** Factor for a sentence's score: 1 when the instructions do not speak of it. */
export function focusFactor(focus: Focus, sentence: string): number {
  const lowered = sentence.toLowerCase()
  let factor = 1
  if (focus.words.some((word) => lowered.includes(word))) factor *= 2.5
  if (focus.errors && /error|fail|exception|bug|错误|失败|エラー|fehler/.test(lowered)) factor *= 2
  if (focus.decisions && /decid|instead|because|chose|choose|决定|因为|決定/.test(lowered)) factor *= 2
  if (focus.numbers && /\d/.test(lowered)) factor *= 1.5
  return factor
}
