import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Keep, Policy, Trigger } from '../../shared/compact/policy.ts'
import type { Output } from '../../shared/ipc/routes.ts'
import { useProviders } from '../app/use-providers.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { CompactionLayers } from './compaction-layers.tsx'
import { NumberField } from './number-field.tsx'

export interface CompactionFieldsProps {
  readonly policy: Policy
  /** Name of the summarizer when it was removed; null = it is there. */
  readonly missingSummarizer: string | null
  /** Null = they could not be read; the choice is then not offered. */
  readonly presets: Output<'policy.presets'> | null
  readonly onChange: (policy: Policy) => void
}

const MOST_TOKENS = 100_000_000

/** Every part of a policy that a person may set. Each change is a whole new policy. */
export function CompactionFields({ policy, missingSummarizer, presets, onChange }: CompactionFieldsProps) {
  const { t } = useTranslation('settings')
  const providers = useProviders()
  const set = (patch: Partial<Policy>) => onChange({ ...policy, ...patch })
  const { restoration, breaker } = policy
  const name = missingSummarizer ?? ''
  // What was read may be of a policy from before the last change.
  const isMissing =
    missingSummarizer !== null &&
    policy.summarizerId !== null &&
    policy.summarizerId !== 'built-in' &&
    !providers.some((provider) => provider.id === policy.summarizerId)
  return (
    <>
      {presets === null ? null : (
        <Line label={t('compaction.preset')}>
          <Select
            label={t('compaction.preset')}
            value={policy.preset}
            options={(['ratio-75', 'reserve', 'manual-clone'] as const).map((value) => ({
              value,
              label: t(`compaction.preset.${value}`),
            }))}
            onChange={(name) => onChange(presets[name])}
          />
        </Line>
      )}
      <Line label={t('compaction.mode')}>
        <Segmented
          label={t('compaction.mode')}
          value={policy.mode}
          options={(['off', 'ask', 'auto'] as const).map((value) => ({
            value,
            label: t(`compaction.mode.${value}`),
          }))}
          onChange={(mode) => set({ mode })}
        />
      </Line>
      <TriggerFields trigger={policy.trigger} onChange={(trigger) => set({ trigger })} />
      <KeepFields keep={policy.keep} onChange={(keep) => set({ keep })} />
      <Line label={t('compaction.strategy')}>
        <Select
          label={t('compaction.strategy')}
          value={policy.strategy}
          options={(['partial', 'full'] as const).map((value) => ({
            value,
            label: t(`compaction.strategy.${value}`),
          }))}
          onChange={(strategy) => set({ strategy })}
        />
      </Line>
      <Line label={t('compaction.summarizer')}>
        <Select
          label={t('compaction.summarizer')}
          value={policy.summarizerId ?? ''}
          options={[
            { value: '', label: t('compaction.summarizer.thread') },
            { value: 'built-in', label: t('compaction.summarizer.builtIn') },
            ...(isMissing
              ? [{ value: policy.summarizerId ?? '', label: t('compaction.summarizer.missing', { name }) }]
              : []),
            ...providers.map((provider) => ({ value: provider.id, label: provider.name })),
          ]}
          onChange={(id) => set({ summarizerId: id === '' ? null : id })}
        />
        {isMissing ? (
          <span className="st-failed">{t('compaction.summarizer.missingHint', { name })}</span>
        ) : null}
      </Line>
      <CompactionLayers reductions={policy.reductions} onChange={(reductions) => set({ reductions })} />
      <fieldset className="st-group">
        <legend>{t('compaction.restore')}</legend>
        <div className="st-numbers">
          <NumberField
            label={t('compaction.restoreFiles')}
            value={restoration.maxFiles}
            least={0}
            most={100}
            onChange={(maxFiles) => set({ restoration: { ...restoration, maxFiles } })}
          />
          <NumberField
            label={t('compaction.restorePerFile')}
            value={restoration.perFileTokens}
            least={0}
            most={MOST_TOKENS}
            onChange={(perFileTokens) => set({ restoration: { ...restoration, perFileTokens } })}
          />
          <NumberField
            label={t('compaction.restoreTotal')}
            value={restoration.totalTokens}
            least={0}
            most={MOST_TOKENS}
            onChange={(totalTokens) => set({ restoration: { ...restoration, totalTokens } })}
          />
        </div>
      </fieldset>
      <NumberField
        label={t('compaction.breaker')}
        hint={t('compaction.breakerHint')}
        value={breaker.maxFailures}
        least={0}
        most={100}
        onChange={(maxFailures) => set({ breaker: { ...breaker, maxFailures } })}
      />
    </>
  )
}

interface TriggerFieldsProps {
  readonly trigger: Trigger
  readonly onChange: (trigger: Trigger) => void
}

const TRIGGERS: { readonly [K in Trigger['kind']]: Extract<Trigger, { kind: K }> } = {
  ratio: { kind: 'ratio', value: 0.75 },
  reserve: { kind: 'reserve', outputTokens: 16_000, summaryTokens: 8000, capRatio: 0.5 },
  tokens: { kind: 'tokens', value: 100_000 },
  manual: { kind: 'manual' },
}

function TriggerFields({ trigger, onChange }: TriggerFieldsProps) {
  const { t } = useTranslation('settings')
  return (
    <Line label={t('compaction.trigger')}>
      <Select
        label={t('compaction.trigger')}
        value={trigger.kind}
        options={(['ratio', 'reserve', 'tokens', 'manual'] as const).map((value) => ({
          value,
          label: t(`compaction.trigger.${value}`),
        }))}
        onChange={(kind) => onChange(TRIGGERS[kind])}
      />
      {trigger.kind === 'ratio' ? (
        <NumberField
          label={t('compaction.triggerShare')}
          value={Math.round(trigger.value * 100)}
          least={40}
          most={95}
          onChange={(percent) => onChange({ kind: 'ratio', value: percent / 100 })}
        />
      ) : null}
      {trigger.kind === 'tokens' ? (
        <NumberField
          label={t('compaction.triggerTokens')}
          value={trigger.value}
          least={1000}
          most={MOST_TOKENS}
          onChange={(value) => onChange({ kind: 'tokens', value })}
        />
      ) : null}
      {trigger.kind === 'reserve' ? (
        <>
          <NumberField
            label={t('compaction.reserveOutput')}
            value={trigger.outputTokens}
            least={0}
            most={MOST_TOKENS}
            onChange={(outputTokens) => onChange({ ...trigger, outputTokens })}
          />
          <NumberField
            label={t('compaction.reserveSummary')}
            value={trigger.summaryTokens}
            least={0}
            most={MOST_TOKENS}
            onChange={(summaryTokens) => onChange({ ...trigger, summaryTokens })}
          />
        </>
      ) : null}
    </Line>
  )
}

interface KeepFieldsProps {
  readonly keep: Keep
  readonly onChange: (keep: Keep) => void
}

const KEEPS: { readonly [K in Keep['kind']]: Extract<Keep, { kind: K }> } = {
  ratio: { kind: 'ratio', value: 0.1 },
  tokens: { kind: 'tokens', value: 20_000, capOfTrigger: 0.5 },
  turns: { kind: 'turns', value: 3 },
  messages: { kind: 'messages', value: 12 },
}

/** Where the number of each kind may lie; shares are shown in percent. */
const KEEP_NUMBERS = {
  ratio: { label: 'compaction.keepShare', least: 1, most: 90 },
  tokens: { label: 'compaction.keepTokens', least: 0, most: MOST_TOKENS },
  turns: { label: 'compaction.keepTurns', least: 1, most: 100_000 },
  messages: { label: 'compaction.keepMessages', least: 1, most: 1_000_000 },
} as const

function KeepFields({ keep, onChange }: KeepFieldsProps) {
  const { t } = useTranslation('settings')
  const number = KEEP_NUMBERS[keep.kind]
  return (
    <Line label={t('compaction.keep')}>
      <Select
        label={t('compaction.keep')}
        value={keep.kind}
        options={(['ratio', 'tokens', 'turns', 'messages'] as const).map((value) => ({
          value,
          label: t(`compaction.keep.${value}`),
        }))}
        onChange={(kind) => onChange(KEEPS[kind])}
      />
      <NumberField
        label={t(number.label)}
        value={keep.kind === 'ratio' ? Math.round(keep.value * 100) : keep.value}
        least={number.least}
        most={number.most}
        onChange={(value) => onChange({ ...keep, value: keep.kind === 'ratio' ? value / 100 : value })}
      />
    </Line>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie on one line with its legend.
    <div className="st-policy-row" role="group" aria-labelledby={id}>
      <span id={id} className="st-label">
        {label}
      </span>
      <div className="st-policy-values">{children}</div>
    </div>
  )
}
