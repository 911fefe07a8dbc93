import type { Message } from '../../../shared/thread/message.ts'
import { repairMessages } from '../../compaction/boundary/repair.ts'
import type { Fact } from '../../compaction/projection/projected-message.ts'
import type { MessageCost } from '../../compaction/tokens/message-cost.ts'
import { ofFamily, type TokenFamily } from '../../compaction/tokens/token-family.ts'
import type { FactSource } from './ports.ts'

/** A message as it may be sent: every call with a result (S-050). */
export function readFact(facts: FactSource, index: number, family: TokenFamily): Fact {
  const { tokens } = facts.costOf(index, family)
  return { index, message: readRepaired(facts, index), tokens, ...ofFamily(family) }
}

/** The same, but read each time somebody looks at it. */
export function laterFact(facts: FactSource, index: number, family: TokenFamily): Fact {
  return new LaterFact(facts, index, family)
}

class LaterFact implements Fact {
  readonly index: number
  readonly family: TokenFamily
  readonly #facts: FactSource

  constructor(facts: FactSource, index: number, family: TokenFamily) {
    this.index = index
    this.family = family
    this.#facts = facts
  }

  get message(): Message {
    return readRepaired(this.#facts, this.index)
  }

  get tokens(): number {
    return this.cost.tokens
  }

  get cost(): MessageCost {
    return this.#facts.costOf(this.index, this.family)
  }
}

function readRepaired(facts: FactSource, index: number): Message {
  const stored = facts.readMessage(index)
  return repairMessages([stored]).messages[0] ?? stored
}
