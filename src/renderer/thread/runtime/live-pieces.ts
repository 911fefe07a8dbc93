import type { TurnDelta } from '../../../shared/ipc/turn.ts'
import { appendLive, NO_TEXT } from './live-text.ts'
import type { LiveReply } from './runtime-state.ts'

/** The live reply after some pieces, and those that wait for one that is missing before them. */
export interface LiveWithPieces {
  readonly live: LiveReply | null
  readonly waiting: readonly TurnDelta[]
}

/**
 * Puts pieces to the reply in their order: one that is in it already, or of an earlier reply, changes nothing. A piece
 * of a later reply starts a new one. `settled` = that many messages are in the thread: their replies are over.
 */
export function withPieces(
  live: LiveReply | null,
  pieces: readonly TurnDelta[],
  settled: number,
): LiveWithPieces {
  let reply = live
  const waiting: TurnDelta[] = []
  const fresh = pieces.filter((piece) => piece.index >= settled && !isIn(live, piece))
  for (const row of inRows(fresh)) {
    const next = isIn(reply, row.joined) ? reply : withRow(reply, row)
    if (next === null) waiting.push(...row.pieces)
    else reply = next
  }
  return { live: reply, waiting }
}

/** The reply as main says it stands, unless what is shown is further. */
export function withWhole(
  live: LiveReply | null,
  whole: TurnDelta | null,
  settled: number,
): LiveReply | null {
  if (whole === null || whole.index < settled || isIn(live, whole)) return live
  return grown({ ...begin(whole), seq: whole.seq }, whole)
}

function isIn(live: LiveReply | null, { request, seq }: TurnDelta): boolean {
  return live !== null && (request < live.request || (request === live.request && seq <= live.seq))
}

/** Null = a piece between the two is missing. */
function withRow(live: LiveReply | null, { first, joined }: Row): LiveReply | null {
  const before = live?.request === joined.request ? live : begin(joined)
  return first === before.seq + 1 ? grown({ ...before, seq: joined.seq }, joined) : null
}

function begin({ index, request }: TurnDelta): LiveReply {
  return { index, request, seq: 0, text: NO_TEXT, thinking: '', calls: [] }
}

function grown(live: LiveReply, { text, thinking, calls }: TurnDelta): LiveReply {
  return {
    ...live,
    text: appendLive(live.text, text),
    thinking: live.thinking + thinking,
    calls: calls.length === 0 ? live.calls : calls,
  }
}

/** Pieces that follow each other, `first` to `joined.seq`, and all of them as one: a frame costs one step per row. */
interface Row {
  readonly first: number
  readonly joined: TurnDelta
  readonly pieces: readonly TurnDelta[]
}

function inRows(pieces: readonly TurnDelta[]): readonly Row[] {
  const rows: Row[] = []
  for (const piece of pieces) {
    const last = rows.at(-1)
    if (last === undefined || last.joined.request !== piece.request || last.joined.seq + 1 !== piece.seq)
      rows.push({ first: piece.seq, joined: piece, pieces: [piece] })
    else
      rows[rows.length - 1] = {
        first: last.first,
        joined: joinTwo(last.joined, piece),
        pieces: [...last.pieces, piece],
      }
  }
  return rows
}

function joinTwo(one: TurnDelta, next: TurnDelta): TurnDelta {
  return {
    ...next,
    text: one.text + next.text,
    thinking: one.thinking + next.thinking,
    calls: next.calls.length === 0 ? one.calls : next.calls,
  }
}
