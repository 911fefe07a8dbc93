import type { PlanItem } from './facts.ts'
import { isOpen } from './plan-items.ts'
import { type Closing, DROPPED, FINISHED, REPLACES, WAS_DROPPED } from './plan-words.ts'
import { type Replacement, readReplacement, takesBack } from './replacement.ts'

const HAN = /\p{Script=Han}/u
const EVERY_DONE =
  /\b(?:implemented|fixed|added|written|wrote|removed|deleted|renamed|moved|updated|resolved|created|built|ported|replaced|refactored|converted|migrated|cleaned|set)\b/giu

/** The plan after what was said: open entries that a closing names, or that it speaks of as a whole, are closed. The same plan when nothing was. */
export function settlePlan(plan: readonly PlanItem[], closings: readonly Closing[]): readonly PlanItem[] {
  if (closings.length === 0 || !plan.some(isOpen)) return plan
  const read = closings.map(readClosing)
  const settled = plan.map((item) => {
    if (!isOpen(item) || item.status === 'unanswered') return item
    const closing = read.findLast((each) => each.isOfAll || names(each, wordsOfItem(item)))
    return closing === undefined ? item : { ...item, status: closing.status }
  })
  return settled.some((item, at) => item !== plan[at]) ? settled : plan
}

/** A closing in the forms in which it is held against every entry. */
interface ReadClosing extends Closing {
  readonly lowered: string
  /** Words of the thing it names, in their order. */
  readonly said: readonly string[]
  /** An order to drop something, which stands behind the verb. */
  readonly isOrder: boolean
  readonly wasDropped: boolean
  readonly replacement: Replacement | null
}

function readClosing(closing: Closing): ReadClosing {
  const { text, status } = closing
  const thing = status === 'cancelled' ? droppedThing(text) : text
  const replaces = status === 'cancelled' && REPLACES.test(text)
  return {
    ...closing,
    lowered: text.toLowerCase(),
    said: words(thing),
    isOrder: thing !== text,
    wasDropped: WAS_DROPPED.test(text),
    replacement: replaces ? readReplacement(text) : null,
  }
}

/** An entry in the forms in which it is held against every closing. */
interface ItemWords {
  readonly text: string
  readonly all: readonly string[]
  readonly wanted: readonly string[]
  /** It is itself about dropping something. */
  readonly drops: boolean
  /** The verb of an entry that asks for a removal; empty for any other. */
  readonly away: string
}

const KNOWN = new WeakMap<PlanItem, ItemWords>()

/** Each message that reports work is held against the same entries: their words are read once. */
function wordsOfItem(item: PlanItem): ItemWords {
  const known = KNOWN.get(item)
  if (known !== undefined) return known
  const { text } = item
  const read = {
    text,
    all: words(text),
    wanted: subjectWords(text),
    drops: DROPPED.test(text) || WAS_DROPPED.test(text),
    away: TAKES_AWAY.exec(text)?.[0].toLowerCase() ?? '',
  }
  KNOWN.set(item, read)
  return read
}

function names(closing: ReadClosing, item: ItemWords): boolean {
  const { said, status } = closing
  const { wanted, away } = item
  if (status === 'cancelled') {
    // "Drop the cache" is the task itself when the task is to drop it.
    if (item.drops) return false
    // "Drop jQuery" does what "Replace jQuery" asks for.
    if (away !== '' && !closing.wasDropped && !closing.lowered.includes(away.slice(0, 6))) return false
    if (REPLACES.test(closing.text))
      return closing.replacement !== null && takesBack(closing.replacement, item.text)
  }
  const held = wanted.filter((word) => said.includes(word)).length
  if (held === 0 || held / wanted.length < (wanted.length > 3 ? LONG_SHARE : 1)) return false
  // "Skip duplicates in the queue" drops no queue.
  if (closing.isOrder && !item.all.includes(said[0] ?? '')) return false
  if (status === 'cancelled') return true
  const isVerbSaid = wanted.length > 1 || said.includes(item.all[0] ?? '') || FINISHED.test(closing.text)
  return isVerbSaid && !tellsOfOther(closing.text, item.text)
}

const TAKES_AWAY =
  /^(?:remove|delete|replace|migrate|convert|rewrite|refactor|clean|retire|deprecate|swap|switch|get rid)\b/i

/** What an order to drop something names; the whole clause where it is told as a report, or in Chinese. */
function droppedThing(clause: string): string {
  if (WAS_DROPPED.test(clause)) return clause
  const order = DROPPED.exec(clause)
  if (order === null || HAN.test(order[0]) || order[0].includes(' from ')) return clause
  return clause.slice(order.index + order[0].length)
}

/** Words for one kind of work: "removed" reports nothing of an entry that begins with "Add". */
const KINDS = [
  /^(?:add(?:ed)?|implement(?:ed)?|creat(?:ed?)|buil[dt]|wr(?:ite|ote|itten)|set|support(?:ed)?|introduced?|make|port(?:ed)?)$/i,
  /^(?:fix(?:ed)?|resolved?|repair(?:ed)?|solved?|correct(?:ed)?)$/i,
  /^(?:removed?|deleted?|dropp?(?:ed)?|clean(?:ed)?)$/i,
  /^(?:moved?|renamed?|migrated?|convert(?:ed)?|port(?:ed)?)$/i,
  /^(?:updated?|replaced?|refactor(?:ed)?|chang(?:ed?)|improved?)$/i,
  /^(?:test(?:ed)?|verify|verified|check(?:ed)?|review(?:ed)?|run|ran|document(?:ed)?|describe[d]?|investigated?|read|deploy(?:ed)?|release[d]?|publish(?:ed)?)$/i,
]
const OTHER_WORK =
  /\b(?:finished|done|completed)(?: with)? (?:\w+ing|(?:my|the|a|our) (?:review|test|check|analysis|investigation|search)) /iu

/** True when the work that a clause reports is of another kind than the entry's: the entry is not done by it. */
function tellsOfOther(clause: string, item: string): boolean {
  const asked = /^[A-Za-z]+/.exec(item)?.[0] ?? ''
  if (OTHER_WORK.test(clause)) return !new RegExp(`\\b${asked}`, 'iu').test(clause)
  if (FINISHED.test(clause)) return false
  const kinds = KINDS.filter((kind) => kind.test(asked))
  const told = [...clause.matchAll(EVERY_DONE)].map(([word]) => word)
  return kinds.length > 0 && told.length > 0 && !told.some((word) => kinds.some((kind) => kind.test(word)))
}

/** Of the words of a longer entry this share has to be named. */
const LONG_SHARE = 0.7
const FILLER = new Set(
  'the a an of to in on for with and or my our your this that these those it all into from by as at is are be'.split(
    ' ',
  ),
)
const LEADING_VERB =
  /^(?:请)?(?:编写|撰写|添加|增加|新增|实现|修复|更新|删除|移除|重构|检查|运行|完成|补充|创建|整理|优化|测试|处理|支持|写|加|改|修)(?=\p{Script=Han}{2}|[A-Za-z`])/u

/** Words that tell an entry from the others: the verb it begins with may be said in another way. */
function subjectWords(item: string): readonly string[] {
  const own = [...new Set(words(item.replace(LEADING_VERB, '')))]
  return own.length > 1 && /^[A-Z]?[a-z]+\s/.test(item) ? own.slice(1) : own
}

/** Word stems in lower case; of Chinese, where no space parts words, each two neighbouring signs. */
function words(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{Script=Han}+|[\p{L}\d_./+#-]+/gu) ?? []).flatMap((word) => {
    if (/\p{Script=Han}/u.test(word))
      return [...word].slice(1).map((sign, at) => `${[...word][at] ?? ''}${sign}`)
    const bare = word.replace(/^[./-]+|[./-]+$/g, '')
    return bare.length < 2 || FILLER.has(bare) ? [] : [stem(bare)]
  })
}

function stem(word: string): string {
  return word.length < 5 || /[\d_./]/.test(word)
    ? word.replace(/s$/, '')
    : word.replace(/(?:ing|ed|es|s|e)$/, '')
}
