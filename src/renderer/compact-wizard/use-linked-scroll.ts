import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { LinkedSentence, SentencePlace } from '../../shared/compact/comparison.ts'
import type { ListHandle } from '../ui/virtual-list.tsx'

type Side = 'left' | 'right'

/** Events by which a person takes a side. */
interface Lead {
  readonly onWheelCapture: () => void
  readonly onPointerDownCapture: () => void
  readonly onKeyDownCapture: () => void
  readonly onTouchMoveCapture: () => void
}

/** Two sides of which one follows the other. */
export interface LinkedScroll {
  readonly isLinked: boolean
  readonly toggle: () => void
  readonly list: RefObject<ListHandle | null>
  readonly sheet: RefObject<HTMLElement | null>
  readonly leftLead: Lead
  readonly rightLead: Lead
  readonly fromLeft: (sentence: SentencePlace) => void
  readonly fromRight: () => void
  readonly toSentence: (sentence: SentencePlace) => void
  readonly toPosition: (position: number) => void
}

/** How far below the top a sentence is brought, so that what is before it is seen too. */
const ABOVE_PX = 72

/**
 * Scrolls the side that nobody has in hand to what belongs to the other. Only the side that was touched last leads:
 * what follows would lead back otherwise.
 */
export function useLinkedScroll(sentences: readonly LinkedSentence[]): LinkedScroll {
  const [isLinked, setIsLinked] = useState(true)
  const list = useRef<ListHandle>(null)
  const sheet = useRef<HTMLElement>(null)
  const side = useRef<Side | null>(null)
  const leads = useMemo(() => ({ leftLead: leadOf(side, 'left'), rightLead: leadOf(side, 'right') }), [])
  const bringSentence = useCallback(({ section, line }: SentencePlace) => {
    const box = sheet.current
    const block = box?.querySelector<HTMLElement>(`[data-section="${section}"] [data-lines~="${line}"]`)
    if (box == null || block == null) return
    box.scrollTop += block.getBoundingClientRect().top - box.getBoundingClientRect().top - ABOVE_PX
  }, [])
  // A link that was followed is where both sides stay: what still scrolls on leads nowhere.
  const toSentence = useCallback(
    (sentence: SentencePlace) => {
      side.current = null
      bringSentence(sentence)
    },
    [bringSentence],
  )
  const toPosition = useCallback((position: number) => {
    side.current = null
    list.current?.scrollTo(position, 'center')
  }, [])
  const fromLeft = useCallback(
    (sentence: SentencePlace) => {
      if (isLinked && side.current === 'left') bringSentence(sentence)
    },
    [isLinked, bringSentence],
  )
  const fromRight = useCallback(() => {
    const box = sheet.current
    if (!isLinked || side.current !== 'right' || box === null) return
    const top = box.getBoundingClientRect().top
    const block = [...box.querySelectorAll<HTMLElement>('[data-lines]')].find(
      (one) => one.getBoundingClientRect().bottom > top,
    )
    const section = block?.closest<HTMLElement>('[data-section]')?.dataset.section
    const line = Number(block?.dataset.lines?.split(' ')[0])
    const found = sentences.find((one) => one.section === section && one.line === line)
    if (found !== undefined) list.current?.scrollTo(found.position, 'start')
  }, [isLinked, sentences])
  return {
    isLinked,
    toggle: () => setIsLinked(!isLinked),
    list,
    sheet,
    ...leads,
    fromLeft,
    fromRight,
    toSentence,
    toPosition,
  }
}

function leadOf(side: RefObject<Side | null>, own: Side): Lead {
  const take = () => {
    side.current = own
  }
  return {
    onWheelCapture: take,
    onPointerDownCapture: take,
    onKeyDownCapture: take,
    onTouchMoveCapture: take,
  }
}
