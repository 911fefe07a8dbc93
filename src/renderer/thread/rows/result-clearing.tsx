import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EyeOff } from '../../ui/icons.ts'
import { useAct, useRuntime, useRuntimeState } from '../runtime/runtime-context.ts'

export interface ResultClearingProps {
  readonly index: number
  readonly at: number
}

/** Whether a person took the result of a call out of what the model sees. */
export function useIsCleared(index: number, at: number): boolean {
  return useRuntimeState(({ marks }) =>
    marks.some((mark) => mark.kind === 'clear' && mark.index === index && mark.call === at),
  )
}

/** Takes a result out of what the model sees, or puts it back. The thread keeps it in either case. */
export function ResultClearing({ index, at }: ResultClearingProps) {
  const { t } = useTranslation('runtime')
  const access = useRuntime()
  const act = useAct()
  const isCleared = useIsCleared(index, at)
  if (access === null) return null
  return (
    <p className="tool-clearing">
      <span className="grow">{t(isCleared ? 'clear.isCleared' : 'clear.hint')}</span>
      <Button
        size="small"
        kind={isCleared ? 'plain' : 'quiet'}
        onClick={() => act(access.runtime.clearResult(index, at, !isCleared))}
      >
        {t(isCleared ? 'clear.undo' : 'clear.result')}
      </Button>
    </p>
  )
}

/** On a folded card: its result is not sent. */
export function ClearedTag({ index, at }: ResultClearingProps) {
  const { t } = useTranslation('runtime')
  if (!useIsCleared(index, at)) return null
  return (
    <span className="tag">
      <EyeOff size={12} strokeWidth={2} aria-hidden="true" />
      {t('clear.tag')}
    </span>
  )
}
