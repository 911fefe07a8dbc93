import type { ReactNode } from 'react'
import { ChevronDown, ChevronRight } from '../../ui/icons.ts'
import { useThread, useThreadState } from '../thread-context.ts'

export interface ThinkingFoldProps {
  /** Place of the reply; a live reply's fold stays as it is when the reply is whole. */
  readonly index: number
  /** Id of the text it opens, while that is there. */
  readonly controls: string | undefined
  readonly children: ReactNode
}

/** The line over a reply's reasoning. */
export function ThinkingFold({ index, controls, children }: ThinkingFoldProps) {
  const { store } = useThread()
  const isOpen = useThinkingOpen(index)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="thinking-fold"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={() => store.toggleFold(`thinking:${index}`, !isOpen)}
    >
      <Chevron size={14} strokeWidth={2} aria-hidden="true" />
      {children}
    </button>
  )
}

/** Whether a person has opened the reasoning of the reply at `index`. */
export function useThinkingOpen(index: number): boolean {
  return useThreadState((state) => state.folds.get(`thinking:${index}`) ?? false)
}
