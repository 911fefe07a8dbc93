import type { TFunction } from 'i18next'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckpointEntry, COPY_CHECKPOINT } from '../../../shared/ipc/turn.ts'
import { useCommands } from '../../app/commands.ts'
import { useToasts } from '../../app/toasts-context.ts'
import { useCopy } from '../../app/use-copy.ts'
import { formatAge, formatCost, formatTokens } from '../../i18n/format.ts'
import { useSectionTitle } from '../../i18n/section-title.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ellipsis, Layers2, Undo2 } from '../../ui/icons.ts'
import { isSubmitKey } from '../../ui/is-submit-key.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { CheckpointSections, KeysNote, Saving } from '../rows/checkpoint-divider.tsx'
import { useAct, useRuntimeAccess, useRuntimeState } from '../runtime/runtime-context.ts'
import { isActive, untilState } from '../runtime/until-state.ts'
import { SourceButtons } from '../source-buttons.tsx'
import { useThread, useThreadState } from '../thread-context.ts'
import { useUndoCheckpoint } from '../use-undo-checkpoint.ts'

/** All checkpoints, the newest on top, as in the ground: solid active, hollow superseded, dashed undone. */
export function CheckpointsPanel() {
  const { t } = useTranslation('runtime')
  const { places } = useRuntimeAccess()
  const entries = useRuntimeState((state) => state.checkpoints)
  const usedTokens = useRuntimeState((state) => state.report?.usedTokens ?? null)
  const { openWizard } = places
  const compact =
    openWizard === null ? null : (
      <Button icon={<Layers2 size={16} strokeWidth={1.75} aria-hidden="true" />} onClick={openWizard}>
        {t('checkpoints.compact')}
      </Button>
    )
  if (entries.length === 0)
    return (
      <div className="dock-body">
        <BeginsWith isAlone />
        {compact}
      </div>
    )
  return (
    <div className="dock-body">
      <div className="dock-row">
        <span className="grow dock-meta">
          {usedTokens === null ? '' : t('checkpoints.onTop', { tokens: formatTokens(usedTokens) })}
        </span>
        {compact}
      </div>
      <ol className="checkpoint-list" aria-label={t('checkpoints.list')}>
        {entries
          .toSorted((a, b) => b.number - a.number)
          .map((entry) => (
            <CheckpointItem key={entry.id} entry={entry} />
          ))}
      </ol>
      <BeginsWith isAlone={false} />
    </div>
  )
}

/** A copy has its checkpoint in the file, as its first message; it is none that could be undone here. */
function BeginsWith({ isAlone }: { readonly isAlone: boolean }) {
  const { t } = useTranslation(['runtime', 'thread'])
  const opened = useThreadState(({ phase }) => (phase.kind === 'ready' ? phase.opened : null))
  const source = opened?.sourceName ?? null
  const { runtime, places } = useRuntimeAccess()
  const { thread } = runtime
  const { openCheckpoint } = places
  const commands = useCommands()
  if (!isAlone && source === null) return null
  if (opened === null || opened.checkpointIndex === null)
    return <p className="dock-empty">{t('runtime:checkpoints.empty')}</p>
  if (source === null) return <p className="dock-empty">{t('runtime:checkpoints.begins')}</p>
  return (
    <>
      <p className="dock-empty">
        {t(isAlone ? 'runtime:checkpoints.beginsFrom' : 'runtime:checkpoints.beginsAlso', { name: source })}
      </p>
      <div className="dock-row">
        {openCheckpoint === null ? null : (
          <Button size="small" onClick={() => openCheckpoint(null, 'compare')}>
            {t('runtime:checkpoints.compare')}
          </Button>
        )}
        <Button
          size="small"
          onClick={() =>
            void commands.run(
              'export-checkpoint',
              JSON.stringify({
                thread,
                id: COPY_CHECKPOINT,
                title: `${thread} · ${t('thread:checkpoint.title')}`,
              }),
            )
          }
        >
          {t('runtime:checkpoints.export')}
        </Button>
        <SourceButtons name={source} size="small" />
      </div>
    </>
  )
}

function CheckpointItem({ entry }: { readonly entry: CheckpointEntry }) {
  const { t, i18n } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const { store } = useThread()
  const toasts = useToasts()
  const act = useAct()
  const undo = useUndoCheckpoint()
  const sectionTitle = useSectionTitle()
  const commands = useCommands()
  const { openCheckpoint } = places
  const [isOpen, setIsOpen] = useState(false)
  const [isNaming, setIsNaming] = useState(false)

  const restore = () =>
    act(
      runtime.restore(entry.id).then(() =>
        toasts.show({
          kind: 'done',
          text: t('restore.done', { number: entry.number }),
          until: untilState(runtime, isActive(entry.id)),
          action: { label: t('undo.look'), run: () => store.setView('model') },
        }),
      ),
    )
  const copy = useCopy()
  const markdown = async () => {
    const { client, thread } = runtime
    const { sections } = await client.request('checkpoint.get', { thread, id: entry.id })
    const text = sections
      .filter((section) => section.text.trim() !== '')
      .map((section) => `## ${sectionTitle(section.key, section.heading)}\n\n${section.text.trim()}`)
      .join('\n\n')
    const title = t('divider.title', { number: entry.number })
    return `# ${title}\n\n${text}\n`
  }
  const items: readonly MenuItem[] = [
    // Three buttons are the width of the panel: a checkpoint that does not hold has its summary in the menu.
    ...(entry.isDamaged || entry.state === 'active'
      ? []
      : [
          {
            kind: 'action' as const,
            label: isOpen ? t('divider.hide') : t('checkpoints.inspect'),
            onSelect: () => setIsOpen(!isOpen),
          },
        ]),
    { kind: 'action', label: t('checkpoints.goTo'), onSelect: () => places.goTo(entry.cutoffIndex) },
    ...(entry.isDamaged
      ? []
      : [
          ...(openCheckpoint === null
            ? []
            : [
                {
                  kind: 'action' as const,
                  label: t('checkpoints.edit'),
                  onSelect: () => openCheckpoint(entry, 'edit'),
                },
              ]),
          {
            kind: 'action' as const,
            label: t('checkpoints.copy'),
            onSelect: () => copy(markdown(), t('checkpoints.copied', { number: entry.number })),
          },
          {
            kind: 'action' as const,
            label: t('checkpoints.export'),
            onSelect: () =>
              void commands.run(
                'export-checkpoint',
                JSON.stringify({
                  thread: runtime.thread,
                  id: entry.id,
                  title: `${runtime.thread} · ${t('divider.title', { number: entry.number })}`,
                }),
              ),
          },
        ]),
    { kind: 'action', label: t('checkpoints.rename'), onSelect: () => setIsNaming(true) },
    {
      kind: 'action',
      label: t('checkpoints.fork'),
      onSelect: () =>
        act(runtime.fork(entry.cutoffIndex, null).then(({ thread }) => places.openThread(thread))),
    },
  ]
  const facts = [
    formatAge(entry.createdMs, Date.now(), i18n.language) ?? timeOf(entry.createdMs, i18n.language),
    t(`kind.${entry.kind}`),
    t(`checkpoints.${entry.strategy}`),
    entry.summarizer,
    entry.costUsd === null ? null : formatCost(entry.costUsd, i18n.language),
    entry.isEdited ? t('checkpoints.edited') : null,
  ].filter((fact) => fact !== null && fact !== '')
  return (
    <li className={`checkpoint-item is-${entry.isDamaged ? 'undone' : entry.state}`}>
      <div className="checkpoint-item-head">
        <span className={`diamond mark is-${entry.state}`} aria-hidden="true" />
        <b className="grow truncate">{t('divider.title', { number: entry.number })}</b>
        <Saving entry={entry} />
      </div>
      <p className="checkpoint-item-name">
        {entry.name === '' ? null : <span>{entry.name}</span>}
        <span className={`tag ${entry.state === 'active' ? 'tag-accent' : ''}`}>
          {t(`checkpoints.state.${entry.state}`)}
        </span>
      </p>
      <p className="dock-meta">{facts.join(' · ')}</p>
      {entry.focus === '' ? null : (
        <p className="dock-meta">{t('checkpoints.focus', { focus: entry.focus })}</p>
      )}
      <KeysNote entry={entry} />
      {entry.isDamaged ? <p className="dock-problem">{t('checkpoints.damaged')}</p> : null}
      {isNaming ? (
        <NameField entry={entry} onDone={() => setIsNaming(false)} />
      ) : (
        <div className="dock-row">
          {entry.isDamaged || entry.state !== 'active' ? null : (
            <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {t('checkpoints.inspect')}
            </Button>
          )}
          {entry.isDamaged || openCheckpoint === null ? null : (
            <Button size="small" onClick={() => openCheckpoint(entry, 'compare')}>
              {t('checkpoints.compare')}
            </Button>
          )}
          {entry.state === 'active' ? (
            <Button
              size="small"
              icon={<Undo2 size={14} strokeWidth={2} aria-hidden="true" />}
              onClick={() => undo(entry)}
            >
              {t('checkpoints.undo')}
            </Button>
          ) : entry.isDamaged ? null : (
            <Button size="small" onClick={restore}>
              {t('checkpoints.restore')}
            </Button>
          )}
          <span className="grow" />
          <Menu items={items} label={t('checkpoints.more', { number: entry.number })}>
            <IconButton
              className="is-small"
              hasTooltip={false}
              label={t('checkpoints.more', { number: entry.number })}
              icon={<Ellipsis size={14} strokeWidth={2} />}
            />
          </Menu>
        </div>
      )}
      {isOpen ? (
        <div className="checkpoint-item-sections checkpoint-sections">
          <p className="section-note">{coveredBy(entry, t)}</p>
          <CheckpointSections entry={entry} />
          {entry.historyFile === null ? null : (
            <p className="section-note">{t('checkpoints.history', { file: entry.historyFile })}</p>
          )}
        </div>
      ) : null}
    </li>
  )
}

/** Which messages of the thread it stands for, counted from 1. */
function coveredBy(entry: CheckpointEntry, t: TFunction<'runtime'>): string {
  const values = { count: entry.summarizedMessages, to: entry.cutoffIndex }
  return entry.fromIndex === undefined
    ? t('checkpoints.covers', values)
    : t('checkpoints.coversFrom', { ...values, from: entry.fromIndex + 1 })
}

function timeOf(timeMs: number, language: string): string {
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(timeMs)
}

interface NameFieldProps {
  readonly entry: CheckpointEntry
  readonly onDone: () => void
}

function NameField({ entry, onDone }: NameFieldProps) {
  const { t } = useTranslation('runtime')
  const { runtime } = useRuntimeAccess()
  const act = useAct()
  const [name, setName] = useState(entry.name)
  const save = () => act(runtime.rename(entry.id, name.trim()).then(onDone))
  function onKeyDown(event: KeyboardEvent) {
    if (isSubmitKey(event)) save()
    else if (event.key === 'Escape' && !event.nativeEvent.isComposing) onDone()
    else return
    event.preventDefault()
  }
  return (
    <div className="checkpoint-naming">
      <TextField
        autoFocus
        label={t('checkpoints.name')}
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="dock-row">
        <Button size="small" onClick={save}>
          {t('checkpoints.save')}
        </Button>
        <Button size="small" kind="quiet" onClick={onDone}>
          {t('checkpoints.cancel')}
        </Button>
      </div>
    </div>
  )
}
