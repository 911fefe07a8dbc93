import './settings.css'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SettingsDialogProps } from '../app/slots.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { CompactionSettings } from './compaction-settings.tsx'
import { GeneralSettings } from './general-settings.tsx'
import { ProvidersSettings } from './providers-settings.tsx'

type Section = 'general' | 'providers' | 'compaction'

function sectionOf(name: string | undefined): Section {
  return name === 'providers' || name === 'compaction' ? name : 'general'
}

/** Settings (screens.md section 13). Fields save at once; there is nothing to confirm. */
export function SettingsDialog({ open, onOpenChange, section, thread = null }: SettingsDialogProps) {
  const { t } = useTranslation('settings')
  const [shown, setShown] = useState<Section>('general')
  useEffect(() => {
    if (open) setShown(sectionOf(section))
  }, [open, section])
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The dialog gives the focus to its close button; the section's name is the better start.
    if (open) body.current?.querySelector<HTMLElement>('[role="tab"][data-state="active"]')?.focus()
  }, [open])
  return (
    <Dialog
      isOpen={open}
      className="st"
      title={t('title')}
      closeLabel={t('close')}
      closesOnScrim
      onClose={() => onOpenChange(false)}
    >
      <div ref={body} className="st-body">
        <Tabs
          label={t('sections')}
          orientation="vertical"
          className="st-tabs"
          value={shown}
          onChange={setShown}
          tabs={[
            { value: 'general', label: t('section.general'), panel: <GeneralSettings /> },
            { value: 'providers', label: t('section.providers'), panel: <ProvidersSettings /> },
            {
              value: 'compaction',
              label: t('section.compaction'),
              panel: <CompactionSettings thread={thread} />,
            },
          ]}
        />
      </div>
    </Dialog>
  )
}
