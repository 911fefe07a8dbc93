import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXPORT_FORMATS, type ExportChoices, type ExportFormat } from '../../shared/ipc/export.ts'
import { useSettings } from '../app/settings-context.tsx'
import { asErrorValue, useErrorText } from '../i18n/error-text.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextAreaField } from '../ui/field.tsx'

export interface ChoicesStepProps {
  readonly choices: ExportChoices
  /** One checkpoint has one form and no parts. */
  readonly isCheckpoint?: boolean
  readonly onChoices: (choices: ExportChoices) => void
}

/** Which parts a form leaves to the person: the thread file holds everything, a request what the model sees. */
export function hasParts(format: ExportFormat): boolean {
  return format === 'markdown' || format === 'html' || format === 'claude-code'
}

/** Form, parts, and what the review looks for. */
export function ChoicesStep({ choices, isCheckpoint = false, onChoices }: ChoicesStepProps) {
  const { t } = useTranslation('export')
  const isOpen = hasParts(choices.format)
  const formats = isCheckpoint ? (['markdown'] as const) : EXPORT_FORMATS
  const part = (name: 'toolCalls' | 'thinking' | 'checkpoints') => (
    <Checkbox
      isChecked={isOpen ? choices[name] : choices.format === 'json'}
      isDisabled={!isOpen}
      label={t(`part.${name}`)}
      onChange={(isChecked) => onChoices({ ...choices, [name]: isChecked })}
    />
  )
  return (
    <div className="ex-columns">
      <div className="ex-formats">
        <fieldset>
          <legend>{t('format.label')}</legend>
          {formats.map((format) => (
            <label key={format} className="choice choice-round ex-format">
              <span className="choice-box">
                <input
                  type="radio"
                  name="export-format"
                  value={format}
                  checked={choices.format === format}
                  onChange={() => onChoices({ ...choices, format })}
                />
              </span>
              <span className="choice-words">
                <span>{t(`format.${format}`)}</span>
                <span className="choice-hint">
                  {t(isCheckpoint ? 'format.checkpointHint' : `format.${format}.hint`)}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      </div>
      <div className="ex-options">
        {isCheckpoint ? null : (
          <fieldset>
            <legend>{t('part.label')}</legend>
            {part('toolCalls')}
            {part('thinking')}
            {part('checkpoints')}
            {isOpen ? null : (
              <p className="ex-note">{t(choices.format === 'json' ? 'part.allOfIt' : 'part.request')}</p>
            )}
          </fieldset>
        )}
        <fieldset>
          <legend>{t('find.label')}</legend>
          <p className="ex-note">{t('find.known')}</p>
          <Checkbox
            isChecked={choices.emails}
            label={t('find.emails')}
            onChange={(emails) => onChoices({ ...choices, emails })}
          />
          <OwnPatterns />
        </fieldset>
      </div>
    </div>
  )
}

/** The person's own patterns, one a line; kept in the settings. */
function OwnPatterns() {
  const { t } = useTranslation('export')
  const { settings, change } = useSettings()
  const [text, setText] = useState(() => settings.redactionPatterns.join('\n'))
  const errorText = useErrorText()
  const [problem, setProblem] = useState<string | null>(null)
  const save = () => {
    const lines = text.split('\n').map((line) => line.trim())
    change({ redactionPatterns: lines.filter((line) => line !== '') }).then(
      () => setProblem(null),
      (error: unknown) =>
        setProblem(asErrorValue(error).code === 'bad-input' ? t('find.ownRefused') : errorText(error)),
    )
  }
  return (
    <TextAreaField
      label={t('find.own')}
      hint={t('find.ownHint')}
      problem={problem}
      rows={3}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
    />
  )
}
