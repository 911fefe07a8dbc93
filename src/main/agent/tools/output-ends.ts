import { PassThrough } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { boundEnds, MAX_RESULT_CHARS, type TextSize } from './bound-text.ts'
import { isBinary, sizeText } from './text-or-binary.ts'
import type { KeepOutput } from './tool.ts'

/** Enough for head and tail of the answer, whatever the characters are. */
const HEAD_BYTES = 60_000
const TAIL_BYTES = 40_000
/** What may be on its way to the file; more than that and the program has to wait. */
const WAITING_BYTES = 1_000_000
/** A program that never stops talking may not fill the disk. */
const MOST_KEPT_BYTES = 1_000_000_000

/**
 * What a program printed. Beginning and end are held; a long output goes to its file whole while it comes, so that
 * memory is bounded and nothing is cut (S-122).
 */
export class OutputEnds {
  readonly #keep: KeepOutput
  readonly #head: Buffer[] = []
  #headBytes = 0
  #tail = Buffer.alloc(0)
  readonly #decoder = new StringDecoder('utf8')
  #size: TextSize = { chars: 0, lines: 0, bytes: 0 }
  #endsLine = true
  #spool: { readonly pipe: PassThrough; readonly path: Promise<string | null> } | null = null

  constructor(keep: KeepOutput) {
    this.#keep = keep
  }

  /** Takes a piece. When it answers a promise nothing more should come until that is settled. */
  add(bytes: Buffer): Promise<void> | null {
    this.#count(bytes)
    const room = HEAD_BYTES - this.#headBytes
    if (room > 0) {
      const part = bytes.subarray(0, room)
      this.#head.push(part)
      this.#headBytes += part.length
    }
    const rest = bytes.subarray(Math.max(0, room))
    if (rest.length === 0) return null
    const joined = Buffer.concat([this.#tail, rest.subarray(-TAIL_BYTES)])
    this.#tail = Buffer.from(joined.subarray(-TAIL_BYTES))
    return this.#write(rest)
  }

  /** All of it when it is short; else head, tail and a line with its sizes and its file. Binary output is named. */
  async text(): Promise<string> {
    const head = Buffer.concat(this.#head)
    if (isBinary(head)) return `[Binary output, ${sizeText(this.#size.bytes)}, not shown.]`
    const whole = Buffer.concat([head, this.#tail])
    if (this.#size.chars <= MAX_RESULT_CHARS && whole.length === this.#size.bytes)
      return whole.toString('utf8')
    const path = await this.file()
    const size = this.#size.lines + (this.#endsLine ? 0 : 1)
    const tail = this.#spool === null ? head : whole
    return boundEnds(head.toString('utf8'), tail.toString('utf8'), { ...this.#size, lines: size }, path)
  }

  /** Path of the file that holds all of it; null = it could not be kept. */
  async file(): Promise<string | null> {
    const head = Buffer.concat(this.#head)
    this.#spool?.pipe.end()
    return this.#spool?.path ?? this.#keep((file) => file.writeFile(head))
  }

  /** Nothing of it is wanted any more: no file is left. */
  discard(): void {
    this.#spool?.pipe.destroy(new Error('the output is not wanted any more'))
  }

  #count(bytes: Buffer): void {
    let lines = 0
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
    this.#endsLine = bytes.length === 0 ? this.#endsLine : bytes.at(-1) === 10
    this.#size = {
      chars: this.#size.chars + this.#decoder.write(bytes).length,
      lines: this.#size.lines + lines,
      bytes: this.#size.bytes + bytes.length,
    }
  }

  #write(rest: Buffer): Promise<void> | null {
    if (this.#spool === null) {
      const head = Buffer.concat(this.#head)
      if (isBinary(head)) return null
      this.#spool = this.#open(head)
    }
    const { pipe } = this.#spool
    // A disk that refuses ends the file, never the program.
    if (pipe.destroyed || this.#size.bytes > MOST_KEPT_BYTES) return null
    return pipe.write(rest) ? null : settled(pipe)
  }

  #open(head: Buffer) {
    const pipe = new PassThrough({ highWaterMark: WAITING_BYTES })
    pipe.on('error', () => undefined)
    const path = this.#keep(async (file) => {
      for await (const piece of pipe) await file.writeFile(piece)
    })
    // Also when nothing reads it to its end: whoever waits for room goes on then.
    void path.then(() => pipe.destroy())
    pipe.write(head)
    return { pipe, path }
  }
}

/** The pipe has room again, or is gone. */
function settled(pipe: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      pipe.off('drain', done)
      pipe.off('close', done)
      resolve()
    }
    pipe.on('drain', done)
    pipe.on('close', done)
  })
}
