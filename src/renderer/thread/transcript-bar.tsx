import './transcript-bar.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TranscriptInfo } from '../../shared/thread/transcript-info.ts'
import { useClient } from '../app/client-context.ts'
import { useErrorText } from '../i18n/error-text.ts'
import { useJoined } from '../i18n/use-joined.ts'
import { Button } from '../ui/button.tsx'
import { ArrowRight, BookOpen } from '../ui/icons.ts'
import { Select } from '../ui/select.tsx'
import { threadIdOf } from './transcript-id.ts'

export interface TranscriptBarProps {
  /** Id of the thread that is shown. */
  readonly thread: string
  readonly transcript: TranscriptInfo
  readonly onOpenThread: (thread: string) => void
}

/** Stands where the composer would: whose transcript this is, what else its file holds, and how to go on with it. */
export function TranscriptBar({ thread, transcript, onOpenThread }: TranscriptBarProps) {
  const { t } = useTranslation('thread')
  const errorText = useErrorText()
  const joined = useJoined()
  const client = useClient()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const { label, threads, branches, key, branch } = transcript

  async function continueHere() {
    setIsBusy(true)
    setError(null)
    try {
      const made = await client.request('thread.continue', { thread })
      onOpenThread(made.thread)
    } catch (reason) {
      setError(reason)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <section className="transcript-bar" aria-label={t('transcript.title', { tool: label })}>
      <div className="transcript-bar-row">
        <BookOpen size={16} strokeWidth={2} aria-hidden="true" />
        <span className="transcript-bar-words">
          <b>{t('transcript.title', { tool: label })}</b> <span>{t('transcript.readOnly')}</span>
        </span>
        {threads.length < 2 && branches.length === 0 ? null : (
          <div className="transcript-bar-choices">
            {threads.length < 2 ? null : (
              <Select
                label={t('transcript.thread')}
                value={key}
                options={threads.map((one, at) => {
                  const title = one.title || t('transcript.untitled', { number: at + 1 })
                  return {
                    value: one.key,
                    label: one.parentKey === null ? title : t('transcript.side', { title }),
                  }
                })}
                onChange={(next) => onOpenThread(threadIdOf(thread, next, null))}
              />
            )}
            {branches.length === 0 ? null : (
              <Select
                label={t('transcript.branch')}
                value={branch ?? ''}
                options={[
                  { value: '', label: t('transcript.mainLine') },
                  ...branches.map((one, at) => ({
                    value: one.key,
                    label: t('transcript.branchAfter', { number: at + 1, after: one.shared }),
                  })),
                ]}
                onChange={(next) => onOpenThread(threadIdOf(thread, key, next === '' ? null : next))}
              />
            )}
          </div>
        )}
        <Button
          kind="primary"
          icon={<ArrowRight size={14} strokeWidth={2} aria-hidden="true" />}
          onClick={() => void continueHere()}
          disabled={isBusy}
        >
          {t('transcript.continue')}
        </Button>
      </div>
      {error === null ? null : (
        <p className="transcript-bar-error" role="alert">
          {joined(t('transcript.continueFailed'), errorText(error))}
        </p>
      )}
    </section>
  )
}
