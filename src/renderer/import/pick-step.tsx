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
  'OpenAI',
  'Anthropic',
  'LLM Space',
] as const

/** Where threads come from. Looking is all that happens now. */
export function PickStep({ onPick }: { readonly onPick: (kind: 'files' | 'folder') => void }) {
  const { t } = useTranslation('import')
  return (
    <div className="im-pick">
      <p className="im-sentence">{t('pick.title')}</p>
      <p className="im-lead">{t('pick.lead')}</p>
      <div className="im-pick-buttons">
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
      <ul className="im-sources" aria-label={t('pick.sources')}>
        {SOURCES.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <WatchedFolders />
    </div>
  )
}
