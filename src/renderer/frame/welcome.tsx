import { useTranslation } from 'react-i18next'
import { useCommands } from '../app/commands.ts'
import { Button } from '../ui/button.tsx'
import { ArrowRight, BookOpen, FileDown, FolderOpen, type Icon, KeyRound, Lock } from '../ui/icons.ts'
import { useWorkspaceActions } from './workspace-actions.ts'

/** Decoration: the words beneath the checkpoint. Not translated, since nobody reads them. */
const GHOST = `> the restore doubles part 3 after a restart, look at packages/store/src/queue first
grep "partNumber" packages/store/src                             17 matches
read_file packages/store/src/queue/session.ts:1–240              9.7 kB
The session is rebuilt from index.json, but the part in flight is still pending there.
> never rewrite index.json in place. write a sibling file, flush it, rename
bash pnpm vitest run test/restore.spec.ts                        exit 1
AssertionError: expected [ 3, 3, 4 ] to deeply equal [ 3, 4 ]
edit_file packages/store/src/queue/restore.ts                    +38 −11
> one journal per session, a shared one needs a lock across processes
bash pnpm vitest run test/restore.spec.ts                        22 passed
read_file packages/store/test/fakes/object-store.ts:60–118       2.1 kB`

/** First run, and the page behind "+": what this is, and three ways to begin. */
export function Welcome() {
  const { t } = useTranslation('frame')
  const commands = useCommands()
  const actions = useWorkspaceActions()
  return (
    <main className="welcome" data-region tabIndex={-1}>
      <div className="welcome-column">
        <h1>
          {t('welcome.title1')}
          <br />
          {t('welcome.title2')}
        </h1>
        <p className="welcome-lead">{t('welcome.lead')}</p>
        <CoreSample />
        <div className="welcome-cards">
          <Card
            icon={KeyRound}
            title={t('welcome.provider')}
            body={t('welcome.providerBody')}
            go={t('welcome.providerGo')}
            onGo={() => commands.run('settings', 'providers')}
          />
          <Card
            icon={FolderOpen}
            title={t('welcome.folder')}
            body={t('welcome.folderBody')}
            go={t('welcome.folderGo')}
            onGo={() => void actions.chooseFolder()}
          />
          <Card
            icon={BookOpen}
            title={t('welcome.sample')}
            body={t('welcome.sampleBody')}
            go={t('welcome.sampleGo')}
            onGo={() => void actions.openSample()}
          />
        </div>
        <Button
          className="welcome-import"
          kind="quiet"
          icon={<FileDown size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => commands.run('import-threads')}
        >
          {t('welcome.import')}
        </Button>
        <p className="welcome-privacy">
          <Lock size={14} strokeWidth={2} aria-hidden="true" />
          {t('welcome.privacy')}
        </p>
      </div>
    </main>
  )
}

/** The one idea as a picture: a checkpoint over the layers it stands for. */
function CoreSample() {
  const { t } = useTranslation('frame')
  return (
    <div className="core" aria-hidden="true">
      <div className="core-gutter">
        <span className="core-hatch hatch mark" />
        <span className="core-bar mark" />
      </div>
      <pre className="core-ghost">{GHOST}</pre>
      <div className="core-card">
        <span className="core-sheet hatch mark" />
        <span className="core-sheet hatch mark" />
        <div className="core-face">
          <div className="core-head">
            <span className="core-diamond mark" />
            <b>{t('welcome.artCheckpoint')}</b>
            <span>{t('welcome.artBeneath')}</span>
            <span className="grow" />
            <b className="core-saving">
              162k <ArrowRight size={14} strokeWidth={2} /> 31k
            </b>
          </div>
          <p>{t('welcome.artBody')}</p>
        </div>
      </div>
    </div>
  )
}

interface CardProps {
  readonly icon: Icon
  readonly title: string
  readonly body: string
  readonly go: string
  readonly onGo: () => void
}

function Card({ icon: Icon, title, body, go, onGo }: CardProps) {
  return (
    <button type="button" className="welcome-card" onClick={onGo}>
      <Icon className="welcome-icon" size={20} strokeWidth={1.75} aria-hidden="true" />
      <b>{title}</b>
      <span className="welcome-body">{body}</span>
      <span className="welcome-go">
        {go}
        <ArrowRight size={14} strokeWidth={2} aria-hidden="true" />
      </span>
    </button>
  )
}
