import type { ByteSource } from './byte-source.ts'

/** Bytes that several states of a file share: each only adds behind those before it. */
interface Shared {
  readonly bytes: Buffer
  used: number
}

/** Spare room, so that most additions copy nothing but themselves. */
const SPARE_SHARE = 0.25
const LEAST_SPARE_BYTES = 64 * 1024

const known = new WeakMap<ByteSource, { readonly shared: Shared; readonly end: number }>()

/**
 * A file's bytes in memory after `added` came in at `at`, before what stands behind it. The bytes before are not copied
 * again with every addition; the former source stays as it was.
 */
export function growBytes(former: ByteSource, at: number, added: Uint8Array): ByteSource {
  const tail = Uint8Array.from(former.slice(at, former.length))
  const shared = sharedUpTo(former, at, added.length)
  shared.bytes.set(added, at)
  const end = at + added.length
  shared.used = end
  const source: ByteSource = {
    length: end + tail.length,
    slice(from, to) {
      if (to <= end) return shared.bytes.subarray(from, to)
      if (from >= end) return tail.subarray(from - end, to - end)
      return Buffer.concat([shared.bytes.subarray(from, end), tail.subarray(0, to - end)])
    },
    close: () => undefined,
  }
  known.set(source, { shared, end })
  return source
}

/** The former bytes up to `at` with room behind them that nobody else uses. */
function sharedUpTo(former: ByteSource, at: number, more: number): Shared {
  const found = known.get(former)
  if (found?.end === at && found.shared.used === at && at + more <= found.shared.bytes.length)
    return found.shared
  const spare = Math.max(LEAST_SPARE_BYTES, Math.floor(at * SPARE_SHARE))
  const bytes = Buffer.allocUnsafeSlow(at + more + spare)
  bytes.set(former.slice(0, at), 0)
  return { bytes, used: at }
}
