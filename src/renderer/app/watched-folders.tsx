import './watched-folders.css'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchedFolder } from '../../shared/ipc/import.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { formatMoment } from '../i18n/format.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CircleAlert, FolderOpen, X } from '../ui/icons.ts'
import { Select } from '../ui/select.tsx'
import { useClient } from './client-context.ts'
import { useFolders } from './use-folders.ts'
import { useWatched } from './use-watched.ts'

/** "Keep copies of new transcripts from this folder": the list, to add to and to take from. */
export function WatchedFolders() {
  const { t } = useTranslation('import')
  const client = useClient()
  const errorText = useErrorText()
  const list = useWatched()
  const folders = useFolders()
  const [error, setError] = useState<unknown>(null)
  const titleId = useId()
  const change = (work: () => Promise<unknown>) => {
    setError(null)
    work().catch(setError)
  }
  const add = async () => {
    const [path] = await client.request('import.choose', { kind: 'folder' })
    if (path !== undefined) await client.request('import.watch', { path, folder: '' })
  }
  if (list === null) return null
  return (
    <section className="wf" aria-labelledby={titleId}>
      <b id={titleId}>{t('keep.title')}</b>
      <p className="wf-note">{t(list.length === 0 ? 'keep.none' : 'keep.hint')}</p>
      {list.length === 0 ? null : (
        <ul className="wf-list">
          {list.map((watched) => (
            <WatchedRow
              key={watched.path}
              watched={watched}
              folders={folders}
              onTarget={(folder) =>
                change(() => client.request('import.watch', { path: watched.path, folder }))
              }
              onRemove={() => change(() => client.request('import.unwatch', { path: watched.path }))}
            />
          ))}
        </ul>
      )}
      <Button
        icon={<FolderOpen size={14} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => change(add)}
      >
        {t('keep.add')}
      </Button>
      {error === null ? null : (
        <p className="wf-error" role="alert">
          {errorText(error)}
        </p>
      )}
    </section>
  )
}

interface WatchedRowProps {
  readonly watched: WatchedFolder
  readonly folders: readonly string[]
  readonly onTarget: (folder: string) => void
  readonly onRemove: () => void
}

function WatchedRow({ watched, folders, onTarget, onRemove }: WatchedRowProps) {
  const { t } = useTranslation('import')
  const { path, folder, state } = watched
  const known = folders.includes(folder) ? folders : [...folders, folder]
  return (
    <li>
      <span className="wf-what">
        <span className="wf-path truncate" title={path}>
          {path}
        </span>
        <WatchedState watched={watched} />
      </span>
      {state === 'elsewhere' ? null : (
        <Select
          label={t('keep.target', { name: path })}
          value={folder}
          onChange={onTarget}
          options={known.map((value) => ({ value, label: value === '' ? t('option.root') : value }))}
        />
      )}
      <IconButton
        label={t('keep.remove', { name: path })}
        icon={<X size={14} strokeWidth={2} />}
        onClick={onRemove}
      />
    </li>
  )
}

function WatchedState({ watched }: { readonly watched: WatchedFolder }) {
  const { t, i18n } = useTranslation('import')
  const errorText = useErrorText()
  const { state, counts, lastMs, workspace, error } = watched
  const isWrong = state === 'gone' || error !== null
  const text =
    state === 'gone' || state === 'reading'
      ? t(`keep.${state}`)
      : state === 'elsewhere'
        ? t('keep.elsewhere', { workspace })
        : error !== null
          ? t('keep.failed', { reason: errorText(error) })
          : lastMs === null
            ? t('keep.watching')
            : t('keep.counts', {
                new: counts.new + counts.copied,
                updated: counts.updated,
                time: formatMoment(lastMs, Date.now(), i18n.language),
              })
  return (
    <span className={`wf-note ${isWrong ? 'is-wrong' : ''}`}>
      {isWrong ? <CircleAlert size={12} strokeWidth={2} aria-hidden="true" /> : null}
      {text}
    </span>
  )
}
