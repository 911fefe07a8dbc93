import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InstructionPreset } from '../../shared/ipc/settings.ts'
import { useSettings } from '../app/settings-context.tsx'
import { Button } from '../ui/button.tsx'
import { isComposing } from '../ui/is-submit-key.ts'
import { hasPreset, togglePreset } from './configure-draft.ts'
import { PRESET_NAME_CHARS, presetBlock, suggestName } from './own-presets.ts'

const BUILT_IN = ['coding', 'research', 'handover'] as const

export interface PresetListProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Sentences for the instructions: those of the program, and a person's own, kept in settings. */
export function PresetList({ value, onChange }: PresetListProps) {
  const { t } = useTranslation('wizard')
  const { settings, change } = useSettings()
  const [name, setName] = useState<string | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const noteId = useId()
  const own = settings.instructionPresets
  const builtIn = BUILT_IN.map((key) => ({ name: t(`preset.${key}`), text: t(`preset.${key}Text`) }))
  const text = value.trim()
  const block = presetBlock({ name: name ?? suggestName(text), text }, own, builtIn)
  const canAsk = text !== '' && block !== 'same-text' && block !== 'too-many'

  function keep(presets: readonly InstructionPreset[]) {
    setIsFailed(false)
    change({ instructionPresets: [...presets] }).catch(() => setIsFailed(true))
  }
  function save() {
    if (name === null || block !== null) return
    keep([...own, { name: name.trim(), text }])
    setName(null)
  }
  function chip(preset: InstructionPreset) {
    return (
      <button
        type="button"
        className="wz-chip truncate"
        aria-pressed={hasPreset(value, preset.text)}
        title={preset.text}
        onClick={() => onChange(togglePreset(value, preset.text))}
      >
        {preset.name}
      </button>
    )
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend where the label already is. */}
      <div className="wz-presets" role="group" aria-label={t('instructions.presets')}>
        {builtIn.map((preset) => (
          <span key={preset.name}>{chip(preset)}</span>
        ))}
        {own.map((preset) => (
          <span key={`own ${preset.name}`} className="wz-own-preset">
            {chip(preset)}
            <button
              type="button"
              className="wz-chip-delete"
              aria-label={t('preset.delete', { name: preset.name })}
              title={t('preset.delete', { name: preset.name })}
              onClick={() => keep(own.filter((one) => one !== preset))}
            >
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </button>
          </span>
        ))}
        {name === null && canAsk ? (
          <button type="button" className="wz-chip wz-chip-add" onClick={() => setName(suggestName(text))}>
            <Plus size={12} strokeWidth={2} aria-hidden="true" />
            {t('preset.add')}
          </button>
        ) : null}
      </div>
      {name !== null && canAsk ? (
        <div className="wz-preset-name">
          <input
            className="input"
            // biome-ignore lint/a11y/noAutofocus: the field stands where the pressed button was.
            autoFocus
            aria-label={t('preset.name')}
            aria-describedby={noteId}
            maxLength={PRESET_NAME_CHARS}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (isComposing(event)) return
              if (event.key !== 'Enter' && event.key !== 'Escape') return
              event.preventDefault()
              event.stopPropagation()
              if (event.key === 'Enter') save()
              else setName(null)
            }}
          />
          <Button size="small" disabled={block !== null} onClick={save}>
            {t('preset.save')}
          </Button>
          <Button size="small" kind="quiet" onClick={() => setName(null)}>
            {t('action.cancel')}
          </Button>
        </div>
      ) : null}
      <p className="wz-meta wz-preset-note" id={noteId} aria-live="polite">
        {isFailed
          ? t('preset.unsaved')
          : name !== null && block === 'same-name'
            ? t('preset.sameName')
            : block === 'too-many' && text !== ''
              ? t('preset.tooMany')
              : ''}
      </p>
    </>
  )
}
