import type { SectionKey } from '../../../shared/compact/checkpoint.ts'
import { plainHeading } from '../../../shared/compact/own-headings.ts'
import { CHECKPOINT_TEMPLATE, type Template } from './template.ts'

/** What a heading line stands for: a section, the heading that only groups, or nothing this program knows. */
export type HeadingMeaning =
  | { readonly kind: 'section'; readonly key: SectionKey }
  | { readonly kind: 'group' }
  | { readonly kind: 'unknown' }

/**
 * Other spellings of the template's headings: shorter ones, and translations that a model writes although
 * it was asked for the exact English words.
 */
const ALIASES: readonly (readonly [SectionKey | 'progress', string])[] = [
  [
    'goal',
    'goals, objective, objectives, 目标, 目標, ゴール, 목표, ziel, ziele, objectif, objectifs, objetivo, objetivos, цель, цели, الهدف',
  ],
  [
    'constraints',
    'constraints, preferences, constraints and preferences, 约束与偏好, 约束和偏好, 限制与偏好, 約束與偏好, 限制與偏好, 制約と好み, 制約と設定, 制約条件と希望, 제약 및 선호, 제약 조건 및 선호 사항, einschränkungen & vorlieben, vorgaben & vorlieben, rahmenbedingungen & vorlieben, contraintes & préférences, contraintes et préférences, restricciones & preferencias, restricciones y preferencias, ограничения & предпочтения, ограничения и предпочтения, القيود والتفضيلات',
  ],
  [
    'progress',
    'current progress, status, 进展, 进度, 進展, 進度, 進捗, 진행 상황, fortschritt, stand, avancement, progrès, progreso, прогресс, ход работы, التقدم',
  ],
  [
    'done',
    'completed, finished, 已完成, 完成, 完了, 完了済み, 완료, 완료됨, erledigt, abgeschlossen, terminé, fait, hecho, completado, сделано, готово, завершено, تم',
  ],
  [
    'in-progress',
    'ongoing, current work, 进行中, 進行中, 작업 중, 진행 중, in arbeit, laufend, en cours, en curso, в работе, в процессе, قيد التنفيذ',
  ],
  [
    'blocked',
    'blockers, 受阻, 阻塞, 被阻塞, 受阻礙, ブロック中, ブロック, 차단됨, 막힘, blockiert, bloqué, bloqueado, заблокировано, محظور',
  ],
  [
    'decisions',
    'decisions, key decision, 关键决定, 关键决策, 關鍵決定, 關鍵決策, 主な決定, 主要な決定, 重要な決定, 주요 결정, 핵심 결정, wichtige entscheidungen, entscheidungen, décisions clés, décisions, decisiones clave, decisiones, ключевые решения, القرارات الرئيسية',
  ],
  [
    'next-steps',
    'next step, next, todo, 下一步, 后续步骤, 後續步驟, 次のステップ, 次の手順, 다음 단계, nächste schritte, prochaines étapes, étapes suivantes, próximos pasos, следующие шаги, дальнейшие шаги, الخطوات التالية',
  ],
  [
    'context',
    'context, important context, 关键上下文, 關鍵上下文, 重要背景, 关键背景, 重要なコンテキスト, 重要な文脈, 핵심 맥락, 중요한 맥락, wichtiger kontext, kritischer kontext, contexte critique, contexte essentiel, contexto crítico, критический контекст, важный контекст, السياق المهم',
  ],
  ['rules', 'rules'],
  ['files-modified', 'modified files'],
  ['files-read', 'read files'],
  ['errors', 'open errors'],
]

const meanings = new Map<string, HeadingMeaning>()
for (const [key, names] of ALIASES) {
  for (const name of names.split(', ')) {
    meanings.set(plainHeading(name), key === 'progress' ? { kind: 'group' } : { kind: 'section', key })
  }
}
for (const entry of CHECKPOINT_TEMPLATE) {
  const meaning: HeadingMeaning = entry.key ? { kind: 'section', key: entry.key } : { kind: 'group' }
  meanings.set(plainHeading(entry.heading), meaning)
}

/** Finds the section a heading means; emphasis, numbers, a colon at the end and letter case do not matter. */
export function meaningOfHeading(heading: string, template: Template = CHECKPOINT_TEMPLATE): HeadingMeaning {
  const plain = plainHeading(heading)
  if (template === CHECKPOINT_TEMPLATE) return meanings.get(plain) ?? { kind: 'unknown' }
  const entry = template.find((each) => plainHeading(each.heading) === plain)
  if (entry === undefined) return { kind: 'unknown' }
  return entry.key ? { kind: 'section', key: entry.key } : { kind: 'group' }
}

/**
 * The heading's words when a line is a Markdown heading (`## Goal`) or a whole line in bold (`**Goal**`),
 * else null. Bold lines count only when they name a section, because ordinary text has them too.
 */
export function headingOfLine(line: string, template: Template = CHECKPOINT_TEMPLATE): string | null {
  const marked = /^ {0,3}#{1,6}[ \t]+(\S.*)$/.exec(line)
  if (marked?.[1]) return marked[1].replace(/[ \t]+#+[ \t]*$/, '').trim()
  const bold = /^ {0,3}(\*\*|__)(\S.*?)\1[ \t]*[:：]?[ \t]*$/.exec(line)
  if (bold?.[2] && meaningOfHeading(bold[2], template).kind !== 'unknown') return bold[2].trim()
  return null
}
