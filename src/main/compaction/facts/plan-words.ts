import type { Message } from '../../../shared/thread/message.ts'
import type { PlanItem } from './facts.ts'
import { messageText } from './message-text.ts'
import { isOpen } from './plan-items.ts'
import { type Replacement, readReplacement, takesBack } from './replacement.ts'
import { ownSentences, proseSentences } from './sentences.ts'

/** A clause that says of work that it is done or that it will not be done. */
export interface Closing {
  readonly text: string
  readonly status: 'done' | 'cancelled'
  /** It speaks of the whole list. */
  readonly isOfAll: boolean
}

const DONE =
  /\b(?:done|finished|completed?|implemented|fixed|added|written|wrote|removed|deleted|renamed|moved|updated|merged|shipped|landed|resolved|closed|created|built|ported|replaced|refactored|converted|migrated|cleaned up|set up|in place)\b|^\W*(?:\[[xX]\]|[✅✔☑✓])|完成|做完|写好|写完|改好|改完|修好|搞定|弄好|加好|已经?(?:添加|实现|修复|更新|删除|重构|编写|合并)/iu
const EVERY_DONE =
  /\b(?:implemented|fixed|added|written|wrote|removed|deleted|renamed|moved|updated|resolved|created|built|ported|replaced|refactored|converted|migrated|cleaned|set)\b/giu
/** Said of one word alone, only these report work: "The config is written in YAML" does not. */
const FINISHED =
  /\b(?:done|finished|completed?)\b|^\W*(?:\[[xX]\]|[✅✔☑✓])|完成|做完|写完|改完|搞定|写好|改好|修好|弄好|加好/iu
/** What makes a clause with such a word no report: a negation, an intention, a condition, an order. */
const NOT_DONE =
  /\b(?:not|never|still|yet|missing|remain\w*|left|next|will|going to|needs?|should|must|shall|has to|have to|can|could|would|before|once|until|unless|if|when|while|after|let me|let['’]s|to be|to do|almost|nearly|half|partly|partially|please|want|plan to|start\w*|about to|except|but|cannot|unable|fail\w*|tr(?:y|ied|ying)|without|hardly|nothing|none|nobody|no|far from|blocked|revert\w*|again|says?|said|claims?|get|who|why|nicht|noch|kein\w*|nie)\b|n['’]t\b|['’]ll\b|\bn['’]?(?:est|a) pas\b|还没|尚未|尚待|正在|一半|无法|不算|别忘|(?:我要|想要|希望)|的时间|未完|未能|没有|没能|需要|接下来|下一步|即将|将会|准备|如果|等到?|之后|以后|一旦|几乎|差不多|部分|请|除了/iu
const DROPPED =
  /\b(?:drop|skip|forget(?: about)?|cancel|scrap|ditch|abandon|leave out|never mind|remove .+ from the (?:list|plan))\b|取消|放弃|跳过|算了|去掉/iu
/** The same as a report, which the assistant may give as well. */
const WAS_DROPPED =
  /\b(?:dropped|skipped|cancell?ed|scrapped|abandoned|obsolete|out of scope|no longer (?:needed|wanted|necessary|planned)|not (?:needed|necessary|wanted) (?:any ?more|after all)|won['’]t (?:be needed|do))\b|不用(?:再)?(?:做|管|写|加)|不需要(?:再)?(?:做|了)|不再需要|不做了|已取消|已放弃|作废/iu
const HAN = /\p{Script=Han}/u
const NOT_DROPPED =
  /\b(?:not|never) (?:to )?(?:drop|skip|forget|cancel|scrap|ditch|abandon|leave|remove)|n['’]t (?:drop|skip|forget|cancel|scrap|ditch|abandon|leave|remove)|\b(?:if|when|unless|until|should we|could|might|may|says?|said)\b|\b(?:dropped|skipped|cancell?ed|scrapped|abandoned) (?:by|in)\b|(?:\b(?:not|never)|n['’]t) (?:true|out of|obsolete|dropped|skipped|cancell?ed|scrapped|abandoned)\b|^\W*(?:why|who|how|what|is|are|was|were|has|have|did|does)\b|为什么|为何|不要(?:取消|放弃|跳过|去掉)|别(?:取消|放弃|跳过)|不能(?:取消|放弃|跳过)|如果|要不要/iu
const LIST = '(?:to-?dos?(?: list)?|tasks?|items|steps|points|list|plan)'
const OWN = '(?:of|the|this|my|our|your|these|those|remaining|open|planned|\\d+|one)'
const OF_ALL = new RegExp(
  `\\b(?:(?:all|every|each|whole|entire)(?: ${OWN})* ${LIST}|every(?:thing|one) (?:on|in) (?:${OWN} )*${LIST})\\b(?! (?:of|for|from|in|on)\\b(?! (?:${OWN} )*${LIST}\\b))|\\b${LIST}\\b.{0,20}\\b(?:all|completely|entirely)\\b|(?:所有|全部|整个).{0,6}(?:任务|待办|步骤|事项|计划|清单)|(?:任务|待办|步骤|事项|计划|清单)[^，。]{0,4}(?:全部|都)`,
  'iu',
)
/** A list of everything is written down, not worked off. */
const NEW_LIST = /\b(?:created?|added|written|wrote|updated|set up|built)\b|创建|添加|更新|列出/iu
const DROPS_LIST =
  /\b(?:forget(?: about)?|drop|scrap|ignore|discard|ditch|abandon|throw away) (?:the |this |that |my |our |your )?(?:(?:old|whole|entire|previous|earlier|former|first) )*(?:to-?dos?(?: list)?|plan|list|task list)(?![\w-]| (?:of|for|in|item|entry|column|table|view|page|field|button))|(?:计划|待办|清单|任务列表)(?:都|全部)?(?:作废|取消|不用管)|(?:忘掉|放弃|取消|不用管|忽略)(?:之前|原来|旧)?的?(?:计划|待办|清单|任务列表)/iu
const CLAUSE_END =
  /[;；]\s*|(?<=[.!?])\s+|,? (?:but|however|though|whereas|and (?:now|then|next))\b|[，,]\s*(?=但|不过|还|然后|接下来|现在|下一步)/u

/** What one message says of finished and dropped work. Linear; few messages say anything of it. */
export function closingsIn(message: Message): readonly Closing[] {
  const text = messageText(message)
  const isUser = message.role === 'user'
  const sentences = isUser ? ownSentences(text) : proseSentences(text)
  return sentences
    .filter((sentence) => !/[?？]["')\]]*$/.test(sentence))
    .flatMap((sentence) => sentence.split(CLAUSE_END))
    .flatMap((clause) => {
      const status = statusIn(clause, isUser)
      if (status === null) return []
      const isOfAll = status === 'done' ? isAllDone(clause) : DROPS_LIST.test(clause)
      return [{ text: clause, status, isOfAll }]
    })
}

function isAllDone(clause: string): boolean {
  return OF_ALL.test(clause) && FINISHED.test(clause) && !NEW_LIST.test(clause)
}

function statusIn(clause: string, isUser: boolean): Closing['status'] | null {
  if (/吗|么[。.]?$/.test(clause)) return null
  if (WAS_DROPPED.test(clause) && !NOT_DROPPED.test(clause)) return 'cancelled'
  if (isUser && !NOT_DROPPED.test(clause) && (DROPPED.test(clause) || REPLACES.test(clause)))
    return 'cancelled'
  return DONE.test(clause) && !NOT_DONE.test(clause) ? 'done' : null
}

const REPLACES = /\b(?:instead of|rather than)\b|而不是|取代/iu

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
