import type { Message } from '../../../shared/thread/message.ts'
import { messageText } from '../facts/message-text.ts'

/** The few words of its own that the extractive summarizer writes around what it quotes. */
export interface Labels {
  readonly began: string
  readonly latest: string
  readonly answered: string
  readonly unanswered: string
  readonly edited: string
  readonly deleted: string
  readonly ran: string
  readonly failed: string
  readonly fixed: string
  readonly used: string
  readonly names: string
  readonly user: string
  readonly assistant: string
  readonly seeErrors: string
  readonly lastStep: string
  readonly open: string
  readonly agreed: string
  readonly asked: string
  readonly said: string
}

const ENGLISH: Labels = {
  began: 'First request',
  latest: 'Latest request',
  answered: 'answered',
  unanswered: 'not answered yet',
  edited: 'changed',
  deleted: 'deleted',
  ran: 'ran',
  failed: 'failed',
  fixed: 'failed, then succeeded',
  used: 'used',
  names: 'names',
  user: 'User',
  assistant: 'Assistant',
  seeErrors: 'What still fails stands under Unresolved errors',
  lastStep: 'last step',
  open: 'Open in the plan',
  agreed: 'User agreed to',
  asked: 'Asked the user',
  said: 'Last said',
}

const CHINESE: Labels = {
  began: '最初的请求',
  latest: '最近的请求',
  answered: '已回答',
  unanswered: '尚未回答',
  edited: '修改了',
  deleted: '删除了',
  ran: '运行了',
  failed: '失败',
  fixed: '先失败，后成功',
  used: '使用了',
  names: '名称',
  user: '用户',
  assistant: '助手',
  seeErrors: '仍然失败的见 Unresolved errors',
  lastStep: '最后一步',
  open: '计划中未完成',
  agreed: '用户同意',
  asked: '已询问用户',
  said: '最后说明',
}

/** Characters of user text looked at to tell the language. */
const SAMPLE_CHARS = 20_000

/** Labels in the language of the conversation: Chinese when its people write Chinese, else English. */
export function labelsFor(messages: readonly Message[]): Labels {
  let sample = ''
  for (const message of messages) {
    if (message.role === 'user') sample += messageText(message).slice(0, 2_000)
    if (sample.length > SAMPLE_CHARS) break
  }
  const han = sample.match(/\p{Script=Han}/gu)?.length ?? 0
  const kana = sample.match(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const latin = sample.match(/[A-Za-z]+/g)?.length ?? 0
  return han > latin && kana * 10 < han ? CHINESE : ENGLISH
}
