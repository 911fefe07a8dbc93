import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'

export const PREVIEW_TABS = ['summary', 'changes', 'compare', 'model'] as const
export type PreviewTab = (typeof PREVIEW_TABS)[number]

export interface PreviewTabsProps {
  readonly id: string
  readonly value: PreviewTab
  /** Only the summary exists before the preview is finished. */
  readonly hasPreview: boolean
  /** Whether there is a checkpoint before this one. */
  readonly hasChanges: boolean
  readonly onChange: (tab: PreviewTab) => void
}

/** Summary | Changes since | Compare | What the model sees. Arrow keys move, as in any tab list. */
export function PreviewTabs({ id, value, hasPreview, hasChanges, onChange }: PreviewTabsProps) {
  const { t } = useTranslation('wizard')
  const list = useRef<HTMLDivElement>(null)
  const shown = PREVIEW_TABS.filter((tab) => tab !== 'changes' || hasChanges)
  const usable: readonly PreviewTab[] = hasPreview ? shown : ['summary']

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = usable.indexOf(value)
    const next = usable[(at + step + usable.length) % usable.length]
    if (next === undefined) return
    onChange(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }

  return (
    <div className="wz-tabs" role="tablist" aria-label={t('preview.tabs')} ref={list} onKeyDown={onKeyDown}>
      {shown.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`${id}-${tab}`}
          data-tab={tab}
          data-state={tab === value ? 'active' : 'inactive'}
          aria-selected={tab === value}
          aria-controls={`${id}-panel`}
          disabled={!hasPreview && tab !== 'summary'}
          tabIndex={tab === value ? 0 : -1}
          className="tabs-tab"
          onClick={() => onChange(tab)}
        >
          {t(`tab.${tab}`)}
        </button>
      ))}
    </div>
  )
}
