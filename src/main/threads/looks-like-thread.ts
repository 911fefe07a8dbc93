import { open, stat } from 'node:fs/promises'

const HEAD_BYTES = 64 * 1024
const TAIL_BYTES = 4 * 1024

/**
 * A cheap guess from the first 64 KB and the last 4 KB: is this `.json` file worth opening as a thread? Empty and
 * UTF-16 files count as threads, so that opening one says what is wrong with it instead of hiding it.
 */
export async function looksLikeThread(path: string, sizeBytes: number): Promise<boolean> {
  if (sizeBytes === 0) return true
  const file = await open(path, 'r')
  try {
    const head = await readAt(file, 0, Math.min(HEAD_BYTES, sizeBytes))
    if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)) return true
    const text = head
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trimStart()
    if (text === '') return true
    if (!text.startsWith('{')) return false
    if (/"context"\s*:\s*\{/.test(text)) return true
    // A thread may have its context behind something long.
    const tail = (await readAt(file, Math.max(0, sizeBytes - TAIL_BYTES), TAIL_BYTES)).toString('utf8')
    return sizeBytes > HEAD_BYTES && /"(runHistory(Version|Index)?|context|blobs)"\s*:/.test(text + tail)
  } finally {
    await file.close()
  }
}

/** A cheap guess: does the file begin like a thread of the native format, or is it empty or unreadable as text? */
export async function looksNative(path: string): Promise<boolean> {
  try {
    const state = await stat(path)
    if (state.isDirectory()) return false
    const { size } = state
    if (size === 0) return true
    const file = await open(path, 'r')
    try {
      const text = (await readAt(file, 0, Math.min(HEAD_BYTES, size))).toString('utf8').replace(/^\ufeff/, '')
      // A line of a session log may quote a thread; one line of it is a value by itself.
      return /^\s*\{/.test(text) && /"context"\s*:\s*\{/.test(text) && !isSeveralLines(text)
    } finally {
      await file.close()
    }
  } catch {
    // The native reader tells what is wrong.
    return true
  }
}

function isSeveralLines(text: string): boolean {
  const end = text.indexOf('\n')
  if (end < 0 || text.slice(end).trim() === '') return false
  try {
    JSON.parse(text.slice(0, end))
    return true
  } catch {
    return false
  }
}

async function readAt(
  file: Awaited<ReturnType<typeof open>>,
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
