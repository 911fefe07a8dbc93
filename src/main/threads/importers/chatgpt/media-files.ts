import type { SourceFile } from '../transcript.ts'

/** `file-abc123` or `file_0000`, at the start of a file's name in an export or behind `://` in an address. */
const FILE_ID = /^(file[-_][A-Za-z0-9]+)/

/** Position of the source file that holds what an address points to; null when the export has no such file. */
export function mediaFiles(files: readonly SourceFile[]): (address: string) => number | null {
  const byId = new Map<string, number>()
  for (const [index, { name }] of files.entries()) {
    const id = FILE_ID.exec(name.slice(name.lastIndexOf('/') + 1))?.[1]
    if (id !== undefined && !byId.has(id)) byId.set(id, index)
  }
  return (address) => {
    const id = FILE_ID.exec(address.slice(address.lastIndexOf('/') + 1))?.[1]
    return byId.get(id ?? '') ?? null
  }
}
