import { isBinary, sizeText } from './text-or-binary.ts'

const HEAD_BYTES = 60_000
const TAIL_BYTES = 40_000

/** What a program printed: beginning and end are kept, the middle of a long output is only counted. */
export class OutputEnds {
  private readonly head: Buffer[] = []
  private headBytes = 0
  private tail = Buffer.alloc(0)
  private totalBytes = 0

  add(bytes: Buffer): void {
    this.totalBytes += bytes.length
    const room = HEAD_BYTES - this.headBytes
    if (room > 0) {
      const part = bytes.subarray(0, room)
      this.head.push(part)
      this.headBytes += part.length
    }
    const rest = bytes.subarray(Math.max(0, room))
    if (rest.length === 0) return
    const joined = Buffer.concat([this.tail, rest.subarray(-TAIL_BYTES)])
    this.tail = Buffer.from(joined.subarray(-TAIL_BYTES))
  }

  /** What is kept, with the full size where something was left out. Binary output is named, not shown. */
  text(): string {
    const head = Buffer.concat(this.head)
    if (isBinary(head)) return `[Binary output, ${sizeText(this.totalBytes)}, not shown.]`
    const left = this.totalBytes - head.length - this.tail.length
    if (left === 0) return Buffer.concat([head, this.tail]).toString('utf8')
    return `${head.toString('utf8')}\n[... ${left} of ${this.totalBytes} bytes left out ...]\n${this.tail.toString('utf8')}`
  }
}
