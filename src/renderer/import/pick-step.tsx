import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WatchedFolders } from '../app/watched-folders.tsx'
import { Button } from '../ui/button.tsx'
import { FileText, FolderOpen } from '../ui/icons.ts'

/** Names that are the same in every language, in the order people meet them. */
const SOURCES = [
  'ChatGPT',
  'Claude',
  'Claude Code',
  'Codex CLI',
  'Gemini CLI',
  'opencode',
  'Cline',
  'OpenHands',
  'pi',
  'SWE-agent',
  'Aider',
  'LangChain',
  'OpenAI',
  'Anthropic',
  'LLM Space',
] as const

export interface PickStepProps {
  /** Something was dropped, and where it lies is not known. */
  readonly isUnknown: boolean
  readonly onPick: (kind: 'files' | 'folder') => void
}

/** Where threads come from. Looking is all that happens now. */
export function PickStep({ isUnknown, onPick }: PickStepProps) {
  const { t } = useTranslation('import')
  const [isOver, setIsOver] = useState(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside do the same by keyboard.
    <div
      className="im-pick"
      onDragOver={(event) => setIsOver(event.dataTransfer.types.includes('Files'))}
      onDragLeave={() => setIsOver(false)}
      onDrop={() => setIsOver(false)}
    >
      <p className="im-sentence">{t('pick.title')}</p>
      <p className="im-lead">{t('pick.lead')}</p>
      <div className={`im-drop ${isOver ? 'is-over' : ''}`}>
        <span>{t('pick.drop')}</span>
        <Button
          size="large"
          icon={<FileText size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onPick('files')}
        >
          {t('pick.files')}
        </Button>
        <Button
          size="large"
          icon={<FolderOpen size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => onPick('folder')}
        >
          {t('pick.folder')}
        </Button>
      </div>
      {isUnknown ? (
        <p className="im-unknown" role="alert">
          {t('pick.unknown')}
        </p>
      ) : null}
      <ul className="im-sources" aria-label={t('pick.sources')}>
        {SOURCES.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <WatchedFolders />
    </div>
  )
}
