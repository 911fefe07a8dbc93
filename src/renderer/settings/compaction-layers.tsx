import { useTranslation } from 'react-i18next'
import type { ReductionSettings } from '../../shared/compact/policy.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { NumberField } from './number-field.tsx'

export interface CompactionLayersProps {
  readonly reductions: ReductionSettings
  readonly onChange: (reductions: ReductionSettings) => void
}

const HOUR_MS = 3_600_000
const MOST_CHARS = 10_000_000

/** The four steps that shorten the next request without a model, each with its own numbers. */
export function CompactionLayers({ reductions, onChange }: CompactionLayersProps) {
  const { t } = useTranslation('settings')
  const { collapse, truncateArguments, microcompact, snip } = reductions
  return (
    <fieldset className="st-group">
      <legend>{t('compaction.layers')}</legend>
      <p className="st-meta">{t('compaction.layersHint')}</p>
      <Checkbox
        isChecked={collapse.isOn}
        label={t('compaction.collapse')}
        onChange={(isOn) => onChange({ ...reductions, collapse: { ...collapse, isOn } })}
      />
      <Checkbox
        isChecked={truncateArguments.isOn}
        label={t('compaction.truncate')}
        onChange={(isOn) => onChange({ ...reductions, truncateArguments: { ...truncateArguments, isOn } })}
      />
      {truncateArguments.isOn ? (
        <div className="st-numbers is-inner">
          <NumberField
            label={t('compaction.truncateChars')}
            value={truncateArguments.maxChars}
            least={1}
            most={MOST_CHARS}
            onChange={(maxChars) =>
              onChange({ ...reductions, truncateArguments: { ...truncateArguments, maxChars } })
            }
          />
        </div>
      ) : null}
      <Checkbox
        isChecked={microcompact.isOn}
        label={t('compaction.microcompact')}
        onChange={(isOn) => onChange({ ...reductions, microcompact: { ...microcompact, isOn } })}
      />
      {microcompact.isOn ? (
        <div className="st-numbers is-inner">
          <NumberField
            label={t('compaction.pauseHours')}
            value={Math.round(microcompact.pauseMs / HOUR_MS)}
            least={0}
            most={8760}
            onChange={(hours) =>
              onChange({ ...reductions, microcompact: { ...microcompact, pauseMs: hours * HOUR_MS } })
            }
          />
          <NumberField
            label={t('compaction.keepResults')}
            value={microcompact.keepResults}
            least={0}
            most={1_000_000}
            onChange={(keepResults) =>
              onChange({ ...reductions, microcompact: { ...microcompact, keepResults } })
            }
          />
        </div>
      ) : null}
      <Checkbox
        isChecked={snip.isOn}
        label={t('compaction.snip')}
        onChange={(isOn) => onChange({ ...reductions, snip: { ...snip, isOn } })}
      />
      {snip.isOn ? (
        <div className="st-numbers is-inner">
          <NumberField
            label={t('compaction.snipChars')}
            value={snip.maxChars}
            least={1}
            most={MOST_CHARS}
            onChange={(maxChars) => onChange({ ...reductions, snip: { ...snip, maxChars } })}
          />
          <NumberField
            label={t('compaction.snipBudget')}
            value={snip.budgetTokens}
            least={0}
            most={100_000_000}
            onChange={(budgetTokens) => onChange({ ...reductions, snip: { ...snip, budgetTokens } })}
          />
        </div>
      ) : null}
    </fieldset>
  )
}
