import type { ThreadLayout, Turn } from '../../shared/thread/turn.ts'
import { layOutThread } from '../compaction/boundary/layout.ts'
import type { MessageSketch } from '../compaction/boundary/sketch.ts'

/** Meta prompt and checkpoint are decided by the first messages; up to here the whole layout is made anew. */
const SETTLED_MESSAGES = 3

/** A layout that takes in one message after the other: work per message does not grow with the thread. */
export class GrowingLayout {
  private turns: Turn[]
  private draftIndexes: number[]
  private current: ThreadLayout

  constructor(sketches: readonly MessageSketch[]) {
    const layout = layOutThread(sketches)
    this.turns = [...layout.turns]
    this.draftIndexes = [...layout.draftIndexes]
    this.current = { ...layout, turns: this.turns, draftIndexes: this.draftIndexes }
  }

  /** Equal to `layOutThread` of all sketches so far. Its lists grow with the thread. */
  get layout(): ThreadLayout {
    return this.current
  }

  /** `sketches` ends with the message that came. */
  take(sketches: readonly MessageSketch[]): void {
    const index = sketches.length - 1
    const sketch = sketches[index]
    if (sketch === undefined) return
    if (index < SETTLED_MESSAGES) {
      const layout = layOutThread(sketches)
      this.turns = [...layout.turns]
      this.draftIndexes = [...layout.draftIndexes]
      this.current = { ...layout, turns: this.turns, draftIndexes: this.draftIndexes }
    } else if (sketch.role === 'user' && sketch.isEmptyUser) this.draftIndexes.push(index)
    // What no person typed opens no turn.
    else if (sketch.role !== 'user' || sketch.metaFlag === true) this.endLastTurn(index + 1)
    else {
      this.endLastTurn(index)
      this.turns.push({ number: this.turns.length + 1, from: index, to: index + 1 })
    }
  }

  private endLastTurn(to: number): void {
    const last = this.turns.at(-1)
    if (last !== undefined) this.turns[this.turns.length - 1] = { ...last, to }
  }
}
