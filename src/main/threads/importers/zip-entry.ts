import { crc32, inflateRawSync } from 'node:zlib'
import { type ByteSource, readFully } from '../byte-source.ts'
import { threadError } from '../thread-fault.ts'

/** A file inside an archive: where its bytes stand and how they are packed. Sizes in bytes. */
export interface ZipEntry {
  readonly name: string
  /** 0 = stored as it is, 8 = deflated. */
  readonly method: number
  readonly from: number
  readonly packed: number
  readonly size: number
  readonly crc: number
}

/** Unpacked bytes that are kept between two readings, over all files of an archive but the largest. */
const KEPT_BYTES = 256 * 1024 * 1024

/** An archive that is open for reading, shared by its files; closed with the last of them. */
export interface OpenZip {
  source(entry: ZipEntry): ByteSource
}

/**
 * Files of the archive open as `file`. Each is unpacked when it is asked for, by itself; those used last stay in
 * memory within a limit. Throws AppError when the bytes are not what the archive says they are.
 */
export function openZip(file: number, path: string, close: () => void, keptLimit = KEPT_BYTES): OpenZip {
  const kept = new Map<string, Uint8Array>()
  let keptBytes = 0
  let open = 0

  function unpacked(entry: ZipEntry): Uint8Array {
    const known = kept.get(entry.name)
    kept.delete(entry.name)
    const bytes = known ?? unpack(readFully(file, path, entry.from, entry.from + entry.packed), entry, path)
    if (known === undefined) keptBytes += bytes.length
    // The one used last goes to the end; the first ones make room.
    kept.set(entry.name, bytes)
    const [largest] = [...kept].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    const limit = keptLimit + (kept.get(largest)?.length ?? 0)
    for (const [name, { length }] of kept) {
      if (keptBytes <= limit || name === entry.name) break
      // All conversations stand in it: to unpack it for each page would take seconds every time.
      if (name === largest) continue
      kept.delete(name)
      keptBytes -= length
    }
    return bytes
  }

  return {
    source(entry) {
      open += 1
      let isOpen = true
      return {
        length: entry.size,
        slice: (from, to) =>
          entry.method === 0 && to - from < entry.size
            ? readFully(file, path, entry.from + from, entry.from + Math.min(to, entry.size))
            : unpacked(entry).subarray(from, to),
        close() {
          if (!isOpen) return
          isOpen = false
          open -= 1
          if (open === 0) close()
        },
      }
    },
  }
}

function unpack(packed: Uint8Array, { name, method, size, crc }: ZipEntry, path: string): Uint8Array {
  let bytes: Uint8Array | null = null
  try {
    // Stops where the archive says the file ends: it may hold more than it declares.
    bytes = method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) })
  } catch {
    // Told below with the file's name.
  }
  if (bytes === null || bytes.length !== size || crc32(bytes) !== crc)
    throw threadError('file-truncated', path, `The archive is damaged: ${name} cannot be unpacked.`)
  return bytes
}
