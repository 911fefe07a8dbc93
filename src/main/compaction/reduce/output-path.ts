/** Folder of complete tool outputs, relative to the workspace (S-121, S-159). */
const OUTPUT_FOLDER = '.palimpsest/tool-output'

/** Longest part of a name; with index and ending a name stays far below 255 bytes. */
const LONGEST_PART = 80

/**
 * File for the complete output of one call: `.palimpsest/tool-output/<thread>/<message id>-<index>-<call>.txt`.
 * The same message and call always give the same path; two calls of a thread never share one, also when ids
 * repeat, because the place is part of the name. Only letters, digits, dot, line and underline, so that no path
 * escapes and every file system takes it. `threadStem` is the thread's path without its ending.
 */
export function outputPath(threadStem: string, messageId: string, index: number, call: number): string {
  const name = messageId === '' ? `${index}-${call}` : `${safePart(messageId)}-${index}-${call}`
  return `${OUTPUT_FOLDER}/${safePart(threadStem)}/${name}.txt`
}

/** A part of a path made of safe signs; what was lost by that is told apart by a hash of the original. */
export function safePart(text: string): string {
  const safe = text.replace(/[^\w.-]/g, '_').replace(/^[.-]+/, '_')
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe) || safe.endsWith('.')
  if (safe === text && !isReserved && safe.length <= LONGEST_PART && safe !== '') return safe
  return `${safe.slice(0, LONGEST_PART).replace(/\.+$/, '')}_${hash(text)}`
}

/** FNV-1a over the text's code units, eight hex digits. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, '0')
}
