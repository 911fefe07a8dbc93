import type { FamilyRules } from './families.ts'
import type { WirePart, WireTurn } from './wire-turns.ts'

/** Stands where a provider demands a message that nobody wrote. Only on the wire. */
export const BRIDGE = { user: '[Continued from an earlier conversation.]', assistant: 'Understood.' } as const

/**
 * The turns in an order that the family takes (I3). A conversation never ends with the assistant (B-16): replies
 * after the last message of a person or tool are left out, since that message is what is being answered. Only
 * where nothing but replies is left, a bridge follows them. Adds bridges for strict families only (B-18), and
 * merges neighbours of one role where the family asks.
 */
export function orderTurns(turns: readonly WireTurn[], family: FamilyRules): readonly WireTurn[] {
  const asking = turns.findLastIndex((turn) => turn.role === 'user' || turn.calls.length > 0)
  const ordered: WireTurn[] =
    asking === -1 ? [...turns, userTurn(BRIDGE.user)] : [...turns.slice(0, asking + 1)]
  if (family.startsWithUser && ordered[0]?.role === 'assistant') ordered.unshift(userTurn(BRIDGE.user))
  const bridged = family.bridgesToolToUser ? bridge(ordered) : ordered
  return family.mergesSameRole ? merge(bridged) : bridged
}

function userTurn(text: string): WireTurn {
  return { role: 'user', parts: [{ kind: 'text', text }] }
}

function bridge(turns: readonly WireTurn[]): readonly WireTurn[] {
  return turns.flatMap((turn, index): readonly WireTurn[] => {
    const before = turns[index - 1]
    const isAfterResults = before?.role === 'assistant' && before.calls.length > 0
    if (turn.role !== 'user' || !isAfterResults) return [turn]
    return [{ role: 'assistant', text: BRIDGE.assistant, calls: [], thinking: null, privateItems: [] }, turn]
  })
}

/** A reply with calls ends its message: its results come next. */
function merge(turns: readonly WireTurn[]): readonly WireTurn[] {
  const merged: WireTurn[] = []
  for (const turn of turns) {
    const before = merged.at(-1)
    if (before?.role === 'user' && turn.role === 'user')
      merged[merged.length - 1] = {
        role: 'user',
        parts: [...before.parts, ...turn.parts] as readonly WirePart[],
      }
    else if (before?.role === 'assistant' && turn.role === 'assistant' && before.calls.length === 0)
      // Private state belongs to one reply as it came; of a joined one it goes (B-10).
      merged[merged.length - 1] = {
        ...turn,
        text: [before.text, turn.text].filter((text) => text !== '').join('\n\n'),
        thinking: null,
        privateItems: [],
      }
    else merged.push(turn)
  }
  return merged
}
