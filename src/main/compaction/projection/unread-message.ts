import type { Message } from '../../../shared/thread/message.ts'
import type { MessageCost } from '../tokens/message-cost.ts'
import { ofFamily, type TokenFamily } from '../tokens/token-family.ts'
import type { Fact, ProjectedMessage, Provenance } from './projected-message.ts'

/**
 * A message of the projection that is not in memory: a thread of 100,000 messages has a size, categories and pages
 * without holding them all. Every look at `message` reads it. A copy of it with another message is an ordinary one:
 * message and cost are not its own members.
 */
export class UnreadMessage implements ProjectedMessage {
  readonly index: number
  readonly provenance: Provenance
  readonly tokens: number
  readonly family?: TokenFamily
  readonly #fact: Fact
  readonly #cost: MessageCost

  constructor(fact: Fact, cost: MessageCost, provenance: Provenance) {
    this.index = fact.index
    this.tokens = cost.tokens
    this.provenance = provenance
    Object.assign(this, ofFamily(fact.family))
    this.#fact = fact
    this.#cost = cost
  }

  get message(): Message {
    return this.#fact.message
  }

  get cost(): MessageCost {
    return this.#cost
  }

  /** The same, held in memory. */
  read(): ProjectedMessage {
    const { index, provenance, message, tokens, family } = this
    return { index, provenance, message, tokens, ...ofFamily(family) }
  }
}
