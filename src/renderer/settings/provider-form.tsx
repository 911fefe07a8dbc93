import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProviderSettings } from '../../shared/ipc/settings.ts'
import { useClient } from '../app/client-context.ts'
import { errorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { isSubmitKey } from '../ui/is-submit-key.ts'
import { Select } from '../ui/select.tsx'
import { type KeepTypedKey, KeyField } from './key-field.tsx'
import {
  type DraftField,
  draftOf,
  type FieldProblem,
  isSame,
  type ProviderDraft,
  problemsOf,
  settingsFrom,
} from './provider-draft.ts'
import { PROTOCOL_NAMES } from './provider-presets.ts'
import { ProviderTestPanel } from './provider-test-panel.tsx'
import { SavedMark, type SaveState } from './saved-mark.tsx'

export interface ProviderFormProps {
  readonly provider: ProviderSettings
  readonly onChanged: (provider: ProviderSettings) => void
  readonly onRemove: () => void
}

const ADDRESS_EXAMPLE = 'https://server.example/v1'
const FIELDS = ['name', 'baseUrl', 'model', 'window'] as const
const KINDS = ['openai-chat', 'openai-responses', 'anthropic'] as const

/** One provider. A field is saved when it is left or confirmed with Enter; an invalid one says why. */
export function ProviderForm({ provider, onChanged, onRemove }: ProviderFormProps) {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const client = useClient()
  const [draft, setDraft] = useState(() => draftOf(provider))
  const [touched, setTouched] = useState<ReadonlySet<DraftField>>(new Set())
  const [save, setSave] = useState<SaveState>({ kind: 'idle' })
  const [models, setModels] = useState<readonly string[]>([])
  const listId = useId()
  const saved = useRef(provider)
  saved.current = provider
  const problems = problemsOf(draft)

  /** Null = it could not be saved, and the mark says why. */
  async function store(next: ProviderDraft): Promise<ProviderSettings | null> {
    const wanted = settingsFrom(saved.current, next)
    if (isSame(wanted, saved.current)) return saved.current
    const { keyState: _, ...input } = wanted
    try {
      const answer = await client.request('provider.save', input)
      onChanged(answer)
      setSave({ kind: 'saved', at: Date.now() })
      return answer
    } catch (error) {
      setSave({ kind: 'failed', reason: errorText(tError, error) })
      return null
    }
  }

  const keepTypedKey = useRef<KeepTypedKey>(async () => 'none')
  /** A test is about what the fields show: all of it is saved first, a typed key too. */
  async function storeAll(): Promise<ProviderSettings | null> {
    setTouched(new Set(FIELDS))
    if (Object.keys(problems).length > 0) return null
    const stored = await store(draft)
    if (stored === null) return null
    const kept = await keepTypedKey.current()
    if (kept === 'failed') return null
    return kept === 'none' ? stored : kept
  }

  // What was typed last is kept when the form goes away before the field was left.
  const latest = useRef(draft)
  latest.current = draft
  const storeLatest = useRef(store)
  storeLatest.current = store
  useEffect(() => () => void storeLatest.current(latest.current), [])

  function problemText(field: DraftField): string | null {
    const problem: FieldProblem | undefined = problems[field]
    if (problem === undefined || !touched.has(field)) return null
    switch (problem.kind) {
      case 'long':
        return t('problem.long', { limit: problem.limit })
      case 'window':
        return t('problem.window', { least: problem.least, most: problem.most })
      default:
        return t(`problem.${problem.kind}`)
    }
  }

  function field(name: DraftField) {
    return {
      label: t(`field.${name}`),
      value: draft[name],
      problem: problemText(name),
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        setDraft({ ...draft, [name]: event.currentTarget.value }),
      onBlur: () => {
        setTouched(new Set([...touched, name]))
        void store(draft)
      },
      onKeyDown: (event: React.KeyboardEvent) => {
        if (!isSubmitKey(event)) return
        setTouched(new Set([...touched, name]))
        void store(draft)
      },
    }
  }

  function choose(patch: Partial<ProviderDraft>) {
    const next = { ...draft, ...patch }
    setDraft(next)
    void store(next)
  }

  return (
    <div className="st-form">
      <div className="st-pair">
        <TextField {...field('name')} />
        <div className="field">
          <span className="st-label" aria-hidden="true">
            {t('kind.label')}
          </span>
          <Select
            label={t('kind.label')}
            value={draft.kind}
            options={KINDS.map((kind) => ({ value: kind, label: PROTOCOL_NAMES[kind] }))}
            onChange={(kind) => choose({ kind })}
          />
        </div>
      </div>
      <TextField
        {...field('baseUrl')}
        inputMode="url"
        placeholder={ADDRESS_EXAMPLE}
        {...(draft.kind === 'openai-chat' ? {} : { hint: t('field.baseUrlHint') })}
      />
      <div className="st-pair">
        <TextField {...field('model')} list={listId} hint={t('field.modelHint')} />
        <TextField {...field('window')} inputMode="numeric" hint={t('field.windowHint')} />
      </div>
      <datalist id={listId}>
        {models.map((model) => (
          <option key={model} value={model} />
        ))}
      </datalist>
      <KeyField provider={provider} onChanged={onChanged} keepTyped={keepTypedKey} />
      <ProviderTestPanel
        provider={provider}
        onSave={storeAll}
        onTested={(test) => setModels(test.models)}
        onUseWindow={(tokens) => choose({ window: String(tokens) })}
      />
      <div className="st-form-foot">
        <SavedMark state={save} />
        <span className="grow" />
        <Button kind="danger" onClick={onRemove}>
          {t('providers.remove')}
        </Button>
      </div>
    </div>
  )
}
