import './dock.css'
import { useTranslation } from 'react-i18next'
import { keysOf } from '../../app/commands.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { X } from '../../ui/icons.ts'
import { Tabs } from '../../ui/tabs.tsx'
import type { DockPanel } from '../runtime/runtime-context.ts'
import { ActivityPanel } from './activity-panel.tsx'
import { CheckpointsPanel } from './checkpoints-panel.tsx'
import { ContextPanel } from './context-panel.tsx'
import { PinsPanel } from './pins-panel.tsx'

export interface DockProps {
  readonly panel: DockPanel
  readonly onPanel: (panel: DockPanel | null) => void
}

const PANELS = {
  context: ContextPanel,
  checkpoints: CheckpointsPanel,
  pins: PinsPanel,
  activity: ActivityPanel,
} as const

const ORDER: readonly DockPanel[] = ['context', 'checkpoints', 'pins', 'activity']

/** The right side: what the thread's context is made of and how it came to be. Lies over the text in a small window. */
export function Dock({ panel, onPanel }: DockProps) {
  const { t } = useTranslation('runtime')
  return (
    <aside
      className="dock"
      aria-label={t('dock.label')}
      data-region
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.preventDefault()
        onPanel(null)
      }}
    >
      <Tabs
        className="dock-tabs"
        label={t('dock.label')}
        value={panel}
        onChange={onPanel}
        tabs={ORDER.map((value) => {
          const Panel = PANELS[value]
          const keys = keysOf(`dock-${value}`)
          return {
            value,
            label: <span {...(keys === undefined ? {} : { title: keys })}>{t(`dock.${value}`)}</span>,
            panel: <Panel />,
          }
        })}
      />
      <IconButton
        className="dock-close"
        label={t('dock.close')}
        hasTooltip={false}
        icon={<X size={16} strokeWidth={1.75} />}
        onClick={() => onPanel(null)}
      />
    </aside>
  )
}
