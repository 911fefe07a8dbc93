import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CompactPlan } from '../../shared/compact/plan.ts'
import { formatTokens } from '../i18n/format.ts'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Band } from './band.tsx'
import { layOutBand } from './band-geometry.ts'
import { BandLegend } from './band-legend.tsx'
import { type ConfigureDraft, chosenSummarizer } from './configure-draft.ts'
import { CountNote } from './count-note.tsx'
import { InstructionsField } from './instructions-field.tsx'
import { ownName, SUMMARY_LANGUAGES } from './languages.ts'
import { PinsTooLarge } from './pins-too-large.tsx'
import { ProblemList } from './problem-list.tsx'
import { maxKeep, pinsIn, type Range, rangeSums } from './range.ts'
import { RangeChoice } from './range-choice.tsx'
import { ReductionList, type ReductionListProps } from './reduction-list.tsx'
import { ResultChoice } from './result-choice.tsx'
import { expectCheckpointTokens } from './summarizer-estimate.ts'
import { SummarizerList } from './summarizer-list.tsx'
import { summarySentence } from './summary-sentence.ts'
import { TurnsField } from './turns-field.tsx'

export interface ConfigureStepProps {
  readonly thread: string
  readonly plan: CompactPlan
  readonly draft: ConfigureDraft
  readonly onDraft: (draft: ConfigureDraft) => void
  readonly onOpenSettings: () => void
  readonly onReduced: ReductionListProps['onReduced']
}

/** S-163, S-164: what stays, who summarizes, and how. Nothing here changes the thread (S-170). */
export function ConfigureStep(props: ConfigureStepProps) {
  const { thread, plan, draft, onDraft, onOpenSettings } = props
  const { t } = useTranslation('wizard')
  const { keepTurns, start } = draft
  const range = useMemo((): Range => ({ keepTurns, start }), [keepTurns, start])
  const checkpointTokens = expectCheckpointTokens(plan, draft.detail, range)
  const geometry = useMemo(() => layOutBand(plan, range, checkpointTokens), [plan, range, checkpointTokens])
  const { keptTokens } = rangeSums(plan, range)
  const pins = pinsIn(plan, range)
  // The built-in summarizer takes sentences as they are. What was chosen waits for a model.
  const translates = chosenSummarizer(plan, draft)?.kind !== 'built-in'
  const languageHint = useId()
  const canCut = plan.turns.length >= 2

  return (
    <div className="wz-configure">
      <div className="wz-top">
        <p className="wz-sentence" aria-live="polite">
          {summarySentence(t, plan, range)}
        </p>
        {canCut ? (
          <>
            <Band
              plan={plan}
              range={range}
              checkpointTokens={checkpointTokens}
              onRange={(next) => onDraft({ ...draft, ...next })}
            />
            <BandLegend geometry={geometry} />
            <CountNote plan={plan} />
            <PinsTooLarge pins={pins} tokensAfter={geometry.tokensAfter} windowTokens={plan.windowTokens} />
          </>
        ) : null}
      </div>
      <div className="wz-columns">
        <div className="wz-column wz-column-left">
          <TurnsField
            lead={
              <>
                <span className="wz-label grow">{t('keep.label')}</span>
                <span className="wz-meta">
                  {t('keep.of', { total: plan.turns.length, tokens: `≈${formatTokens(keptTokens)}` })}
                </span>
              </>
            }
            label={t('keep.label')}
            value={draft.keepTurns}
            min={1}
            max={maxKeep(plan, start)}
            outside={(asked) => t('keep.outside', { asked, max: maxKeep(plan, start) })}
            lessLabel={t('keep.fewer')}
            moreLabel={t('keep.more')}
            onChange={(next) => onDraft({ ...draft, keepTurns: next })}
          />
          {canCut ? (
            <RangeChoice
              thread={thread}
              plan={plan}
              range={range}
              onRange={(next) => onDraft({ ...draft, ...next })}
            />
          ) : null}
          <div className="wz-line">
            <span className="wz-label grow">{t('detail.label')}</span>
            <Segmented
              label={t('detail.label')}
              value={draft.detail}
              options={(['short', 'standard', 'detailed'] as const).map((value) => ({
                value,
                label: t(`detail.${value}`),
              }))}
              onChange={(detail) => onDraft({ ...draft, detail })}
            />
          </div>
          <div className="wz-line">
            <span className="wz-label grow">{t('language.label')}</span>
            <Select
              label={t('language.label')}
              className="wz-language"
              value={translates ? draft.language : 'same'}
              {...(translates ? {} : { isDisabled: true, describedBy: languageHint })}
              options={[
                { value: 'same', label: t('language.same') },
                ...SUMMARY_LANGUAGES.map((tag) => ({ value: tag as string, label: ownName(tag) })),
              ]}
              onChange={(language) => onDraft({ ...draft, language })}
            />
          </div>
          {translates ? null : (
            <p id={languageHint} className="wz-meta">
              {t('language.builtIn')}
            </p>
          )}
          <ResultChoice plan={plan} draft={draft} onDraft={onDraft} />
          <ReductionList
            thread={thread}
            plan={plan}
            draft={draft}
            onDraft={onDraft}
            onReduced={props.onReduced}
          />
          <ProblemList problems={plan.problems} />
        </div>
        <div className="wz-column">
          <SummarizerList
            plan={plan}
            draft={draft}
            onChoose={(summarizerId) => onDraft({ ...draft, summarizerId })}
            onOpenSettings={onOpenSettings}
          />
          <InstructionsField
            thread={thread}
            value={draft.instructions}
            onChange={(instructions) => onDraft({ ...draft, instructions })}
          />
        </div>
      </div>
    </div>
  )
}
