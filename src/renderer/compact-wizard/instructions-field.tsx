import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from '../app/client-context.ts'
import { TextAreaField } from '../ui/field.tsx'
import { INSTRUCTIONS_LIMIT } from './configure-draft.ts'
import { PresetList } from './preset-list.tsx'

const SAVE_AFTER_MS = 500

export interface InstructionsFieldProps {
  readonly thread: string
  readonly value: string
  readonly onChange: (value: string) => void
}

type Saving = 'saved' | 'saving' | 'unsaved'

/** Keeps instructions for the thread, half a second after the last key and when the field goes away. */
function useSavedInstructions(thread: string, value: string): Saving {
  const client = useClient()
  const [saving, setSaving] = useState<Saving>('saved')
  const kept = useRef(value)
  const latest = useRef(value)
  latest.current = value

  useEffect(() => {
    if (value === kept.current || value.length > INSTRUCTIONS_LIMIT) return
    setSaving('saving')
    const timer = setTimeout(() => {
      kept.current = value
      client.request('compact.saveInstructions', { thread, instructions: value }).then(
        () => setSaving('saved'),
        () => setSaving('unsaved'),
      )
    }, SAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, thread, value])

  useEffect(
    () => () => {
      const text = latest.current
      if (text === kept.current || text.length > INSTRUCTIONS_LIMIT) return
      kept.current = text
      client.request('compact.saveInstructions', { thread, instructions: text }).catch(() => undefined)
    },
    [client, thread],
  )
  return saving
}

/** S-164, S-180: what a person asks of the summary; never part of an ordinary model run. */
export function InstructionsField({ thread, value, onChange }: InstructionsFieldProps) {
  const { t } = useTranslation('wizard')
  const saving = useSavedInstructions(thread, value)
  return (
    <div className="wz-block wz-instructions">
      <TextAreaField
        label={t('instructions.label')}
        aside={t(`instructions.${saving}`)}
        value={value}
        rows={2}
        placeholder={t('instructions.placeholder')}
        problem={
          value.length > INSTRUCTIONS_LIMIT
            ? t('blocked.instructions-too-long', { limit: INSTRUCTIONS_LIMIT })
            : null
        }
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <PresetList value={value} onChange={onChange} />
    </div>
  )
}
