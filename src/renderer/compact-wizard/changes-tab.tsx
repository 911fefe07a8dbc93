import { Minus, Pencil, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { changesSince, type LineChange } from '../../shared/compact/changes-since.ts'
import type { Preview } from '../../shared/compact/preview.ts'
import { useSectionTitle } from '../i18n/section-title.ts'
import { ScrollRegion } from './scroll-region.tsx'

const ICONS = { added: Plus, dropped: Minus, changed: Pencil } as const

export interface ChangesTabProps {
  readonly preview: Preview
  readonly updates: NonNullable<Preview['updates']>
}

/** What the update adds to the checkpoint before it, leaves out of it and tells otherwise. Edits count at once. */
export function ChangesTab({ preview, updates }: ChangesTabProps) {
  const { t } = useTranslation('wizard')
  const sectionTitle = useSectionTitle()
  const changed = useMemo(
    () => changesSince(updates.sections, preview.sections),
    [updates.sections, preview.sections],
  )
  const sum = (kind: LineChange['kind']) =>
    changed.reduce((total, { changes }) => total + changes.filter((one) => one.kind === kind).length, 0)
  const title = (key: (typeof changed)[number]['key']) =>
    sectionTitle(key, preview.sections.find((section) => section.key === key)?.heading)
  return (
    <ScrollRegion className="wz-changes" label={t('tab.changes')}>
      <p className="wz-meta">
        {changed.length === 0
          ? t('changes.none')
          : t('changes.sum', {
              added: t('changes.added', { count: sum('added') }),
              changed: t('changes.changed', { count: sum('changed') }),
              dropped: t('changes.dropped', { count: sum('dropped') }),
            })}
      </p>
      {changed.map(({ key, changes }) => (
        <section key={key} className="wz-card">
          <header>
            <h3 className="truncate">{title(key)}</h3>
          </header>
          <ul className="wz-change-list">
            {changes.map((change, at) => {
              const Icon = ICONS[change.kind]
              return (
                // Lines may repeat; their order is the only thing that tells them apart.
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole.
                <li key={at} className={`is-${change.kind}`}>
                  <Icon size={12} strokeWidth={2.5} aria-hidden="true" />
                  <span className="visually-hidden">{t(`changes.word.${change.kind}`)}</span>
                  <span>
                    {change.kind === 'changed' ? (
                      <>
                        <del>{withoutMark(change.before)}</del>
                        <br />
                      </>
                    ) : null}
                    {change.kind === 'dropped' ? (
                      <del>{withoutMark(change.text)}</del>
                    ) : (
                      <ins>{withoutMark(change.text)}</ins>
                    )}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </ScrollRegion>
  )
}

/** The list has marks of its own. */
function withoutMark(line: string): string {
  return line.replace(/^[-*+]\s+/, '')
}
