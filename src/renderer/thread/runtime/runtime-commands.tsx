import { useCallback } from 'react'
import { useCommand } from '../../app/commands.ts'
import type { ComposerHandle } from '../composer/composer.tsx'
import { useTurnNews } from '../live/use-turn-news.ts'
import { useUndoCheckpoint } from '../use-undo-checkpoint.ts'
import { type DockPanel, useAct, useRuntimeAccess } from './runtime-context.ts'
import { activeCheckpoint } from './strata.ts'

export interface RuntimeCommandsProps {
  readonly isActive: boolean
  readonly onDock: (panel: DockPanel) => void
  readonly composer: { readonly current: ComposerHandle | null }
}

/** Keys of a running thread, and the regions that tell what happens without being looked at. */
export function RuntimeCommands({ isActive, onDock, composer }: RuntimeCommandsProps) {
  const { runtime } = useRuntimeAccess()
  const act = useAct()
  const undo = useUndoCheckpoint()
  const undoActive = useCallback(() => {
    const active = activeCheckpoint(runtime.getState().checkpoints)
    if (active !== null) undo(active)
  }, [runtime, undo])
  useCommand('undo-checkpoint', undoActive, isActive)
  useCommand(
    'stop',
    useCallback(() => act(runtime.stop()), [act, runtime]),
    isActive,
  )
  useCommand(
    'composer',
    useCallback(() => composer.current?.focus(), [composer]),
    isActive,
  )
  useDockCommand('context', onDock, isActive)
  useDockCommand('checkpoints', onDock, isActive)
  useDockCommand('pins', onDock, isActive)
  useDockCommand('activity', onDock, isActive)
  const said = useTurnNews(runtime, undoActive)
  return (
    <>
      <div className="visually-hidden" role="status">
        {said.polite}
      </div>
      <div className="visually-hidden" role="alert">
        {said.urgent}
      </div>
    </>
  )
}

function useDockCommand(panel: DockPanel, onDock: (panel: DockPanel) => void, isActive: boolean) {
  useCommand(
    `dock-${panel}`,
    useCallback(() => onDock(panel), [onDock, panel]),
    isActive,
  )
}
