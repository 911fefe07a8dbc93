import type { Message } from '../../../shared/thread/message.ts'
import { messageText } from './message-text.ts'
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
/** Said of one word alone, only these report work: "The config is written in YAML" does not. */
export const FINISHED: RegExp =
  /\b(?:done|finished|completed?)\b|^\W*(?:\[[xX]\]|[✅✔☑✓])|完成|做完|写完|改完|搞定|写好|改好|修好|弄好|加好/iu
/** What makes a clause with such a word no report: a negation, an intention, a condition, an order. */
const NOT_DONE =
  /\b(?:not|never|still|yet|missing|remain\w*|left|next|will|going to|needs?|should|must|shall|has to|have to|can|could|would|before|once|until|unless|if|when|while|after|let me|let['’]s|to be|to do|almost|nearly|half|partly|partially|please|want|plan to|start\w*|about to|except|but|cannot|unable|fail\w*|tr(?:y|ied|ying)|without|hardly|nothing|none|nobody|no|far from|blocked|revert\w*|again|says?|said|claims?|get|who|why|nicht|noch|kein\w*|nie)\b|n['’]t\b|['’]ll\b|\bn['’]?(?:est|a) pas\b|还没|尚未|尚待|正在|一半|无法|不算|别忘|(?:我要|想要|希望)|的时间|未完|未能|没有|没能|需要|接下来|下一步|即将|将会|准备|如果|等到?|之后|以后|一旦|几乎|差不多|部分|请|除了/iu
export const DROPPED: RegExp =
  /\b(?:drop|skip|forget(?: about)?|cancel|scrap|ditch|abandon|leave out|never mind|remove .+ from the (?:list|plan))\b|取消|放弃|跳过|算了|去掉/iu
/** The same as a report, which the assistant may give as well. */
export const WAS_DROPPED: RegExp =
  /\b(?:dropped|skipped|cancell?ed|scrapped|abandoned|obsolete|out of scope|no longer (?:needed|wanted|necessary|planned)|not (?:needed|necessary|wanted) (?:any ?more|after all)|won['’]t (?:be needed|do))\b|不用(?:再)?(?:做|管|写|加)|不需要(?:再)?(?:做|了)|不再需要|不做了|已取消|已放弃|作废/iu
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

export const REPLACES: RegExp = /\b(?:instead of|rather than)\b|而不是|取代/iu
