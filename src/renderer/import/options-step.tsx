import { useTranslation } from 'react-i18next'
import type { ImportOptions } from '../../shared/ipc/import.ts'
import { useWorkbench } from '../app/workbench.ts'
import { formatBytes } from '../i18n/format.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import type { Scanned } from './import-state.ts'
import { ProblemList } from './problem-list.tsx'

/** Rows of the list; more of them are no overview any more. */
const MOST_ROWS = 200

export interface OptionsStepProps {
  readonly scanned: Scanned
  readonly options: ImportOptions
  readonly folders: readonly string[]
  readonly onOptions: (options: ImportOptions) => void
  /** Null = no folder was chosen that could be looked at again. */
  readonly keep: { readonly isKept: boolean; readonly onKept: (isKept: boolean) => void } | null
}

/** What was found, and what is to become of it. */
export function OptionsStep({ scanned, options, folders, onOptions, keep }: OptionsStepProps) {
  const { t, i18n } = useTranslation('import')
  const threads = scanned.threads.filter(({ branch }) => options.branches || branch === null)
  const isSample = useWorkbench((state) => state.workspace?.isSample === true)
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' })
  const set = (patch: Partial<ImportOptions>) => onOptions({ ...options, ...patch })
  return (
    <div className="im-columns">
      <div className="im-found">
        <p className="im-sentence">{t('found.threads', { count: threads.length })}</p>
        <p className="im-note">
          {t('found.files', { count: scanned.files, size: formatBytes(scanned.bytes, i18n.language) })}
        </p>
        <ProblemList problems={scanned.problems.map(({ source, error }) => ({ name: source, error }))} />
        {threads.length === 0 ? null : (
          <ul className="im-threads" aria-label={t('found.list')}>
            {threads
              .slice(0, MOST_ROWS)
              .map(({ id, title, label, messages, unreadable = 0, endedMs, startedMs }) => {
                const at = endedMs ?? startedMs
                return (
                  <li key={id}>
                    <span className="truncate grow">{title}</span>
                    <span className="im-note">{label}</span>
                    {unreadable === 0 ? null : (
                      <span className="im-note">{t('found.unreadable', { count: unreadable })}</span>
                    )}
                    <span className="im-note im-number">{t('found.messages', { count: messages })}</span>
                    <span className="im-note im-date">{at === null ? '—' : date.format(at)}</span>
                  </li>
                )
              })}
          </ul>
        )}
        {threads.length > MOST_ROWS ? (
          <p className="im-note">{t('found.more', { count: threads.length - MOST_ROWS })}</p>
        ) : null}
      </div>
      <div className="im-options">
        <div className="field">
          <div className="field-head">
            <label htmlFor="import-folder">{t('option.folder')}</label>
          </div>
          <Select
            id="import-folder"
            className="is-wide"
            label={t('option.folder')}
            value={options.folder}
            onChange={(folder) => set({ folder })}
            options={folders.map((folder) => ({
              value: folder,
              label: folder === '' ? t('option.root') : folder,
            }))}
          />
        </div>
        {isSample ? <p className="im-note">{t('option.sample')}</p> : null}
        <fieldset>
          <legend>{t('option.include')}</legend>
          <Checkbox
            isChecked={options.toolOutput}
            label={t('option.toolOutput')}
            onChange={(toolOutput) => set({ toolOutput })}
          />
          <Checkbox
            isChecked={options.images}
            label={t('option.images')}
            onChange={(images) => set({ images })}
          />
          <Checkbox
            isChecked={options.branches}
            label={t('option.branches')}
            onChange={(branches) => set({ branches })}
          />
        </fieldset>
        <fieldset>
          <legend>{t('option.changed')}</legend>
          <Segmented
            label={t('option.changed')}
            value={options.changed}
            onChange={(changed) => set({ changed })}
            options={(['update', 'copy'] as const).map((value) => ({
              value,
              label: <span data-text={t(`option.${value}`)}>{t(`option.${value}`)}</span>,
            }))}
          />
          <p className="im-note im-below">{t('option.changedHint')}</p>
        </fieldset>
        {keep === null ? null : (
          <div>
            <Checkbox isChecked={keep.isKept} label={t('keep.this')} onChange={keep.onKept} />
            <p className="im-note im-below">{t('keep.thisHint')}</p>
          </div>
        )}
      </div>
    </div>
  )
}
