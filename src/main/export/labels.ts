import type { ExportChoices } from '../../shared/ipc/export.ts'

/** Words that an export for people adds around what was said. */
export interface ExportLabels {
  readonly user: string
  readonly assistant: string
  readonly system: string
  readonly thinking: string
  readonly call: string
  readonly result: string
  readonly failed: string
  readonly unanswered: string
  readonly checkpoint: string
  readonly picture: string
  readonly other: string
  readonly messages: (count: number) => string
  readonly exported: string
  /** Which messages a checkpoint stands for, counted from 1. */
  readonly covers: (from: number, to: number) => string
  /** How many messages of another thread the checkpoint of its copy stands for. */
  readonly coversOf: (count: number, name: string) => string
  readonly tokens: (before: number, after: number) => string
}

const LABELS: Readonly<Record<ExportChoices['language'], ExportLabels>> = {
  en: {
    user: 'User',
    assistant: 'Assistant',
    system: 'System prompt',
    thinking: 'Thinking',
    call: 'Tool call',
    result: 'Result',
    failed: 'Failed',
    unanswered: 'No result.',
    checkpoint: 'Checkpoint',
    picture: 'Picture',
    other: 'Other content',
    messages: (count) => (count === 1 ? '1 message' : `${count} messages`),
    exported: 'Exported from Palimpsest',
    covers: (from, to) => `Stands for messages ${from} to ${to}`,
    coversOf: (count, name) => `Stands for ${count} ${count === 1 ? 'message' : 'messages'} of ${name}`,
    tokens: (before, after) => `${before} → ${after} tokens`,
  },
  'zh-CN': {
    user: '用户',
    assistant: '助手',
    system: '系统提示词',
    thinking: '思考',
    call: '工具调用',
    result: '结果',
    failed: '失败',
    unanswered: '没有结果。',
    checkpoint: '检查点',
    picture: '图片',
    other: '其他内容',
    messages: (count) => `${count} 条消息`,
    exported: '由 Palimpsest 导出',
    covers: (from, to) => `代替第 ${from} 至 ${to} 条消息`,
    coversOf: (count, name) => `代替 ${name} 中的 ${count} 条消息`,
    tokens: (before, after) => `${before} → ${after} 个词元`,
  },
}

/** The words in the chosen language. */
export function labelsOf(choices: Pick<ExportChoices, 'language'>): ExportLabels {
  return LABELS[choices.language]
}
