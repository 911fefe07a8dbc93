import type { OpenedThread } from '../../shared/ipc/thread.ts'
import { ModelView } from './model-view.tsx'
import { ProjectionView } from './projection-view.tsx'
import { RawView } from './raw-view.tsx'
import { useRuntimeState } from './runtime/runtime-context.ts'

export interface OtherViewProps {
  readonly opened: OpenedThread
  /** Record to begin with; null = where the conversation was read. */
  readonly rawStart: number | null
  readonly view: 'model' | 'raw'
  /** First message that was seen in the conversation; null = its end. */
  readonly readAt: number | null
}

/** What the model sees, or the raw records. */
export function OtherView({ opened, rawStart, view, readAt }: OtherViewProps) {
  const isPresent = useRuntimeState((state) => state.presence === 'present') && opened.transcript == null
  if (view === 'model') return isPresent ? <ProjectionView /> : <ModelView opened={opened} />
  return (
    <RawView
      key={rawStart}
      opened={opened}
      startAt={rawStart ?? readAt ?? Math.max(0, opened.messages - 1)}
    />
  )
}
