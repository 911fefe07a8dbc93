import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../../../shared/ipc/errors.ts'
import { openThreads } from '../../open-thread.ts'
import { MUTATION_NAMES, mutate, type Random } from './mutate.ts'

/** What became of damaged files. */
export interface FuzzReport {
  readonly files: number
  readonly opened: number
  /** Refused with a code, by code. */
  readonly refused: Readonly<Record<string, number>>
  readonly slowestMs: number
  /** What must not happen: anything thrown but an AppError, or more than `limitMs` for one file. */
  readonly faults: readonly string[]
}

export interface FuzzOptions {
  /** Folder of the samples, and names in it. */
  readonly folder: string
  readonly names: readonly string[]
  readonly runs: number
  readonly random: Random
  /** Where damaged files are written, one over the other. */
  readonly scratch: string
  readonly limitMs: number
}

/** Opens damaged samples as the app does and reads them to their end. The samples are only read. */
export async function fuzzTranscripts(options: FuzzOptions): Promise<FuzzReport> {
  const { folder, names, runs, random, scratch, limitMs } = options
  const refused: Record<string, number> = {}
  const faults: string[] = []
  let opened = 0
  let slowestMs = 0
  for (let run = 0; run < runs; run += 1) {
    const name = names[Math.floor(random() * names.length)] ?? ''
    const mutation = MUTATION_NAMES[Math.floor(random() * MUTATION_NAMES.length)] ?? ''
    const path = join(scratch, name.replaceAll('/', '-'))
    writeFileSync(path, mutate(readFileSync(join(folder, name)), mutation, random))
    const before = readFileSync(path)
    const started = process.cpuUsage()
    try {
      const files = await openThreads(path)
      for (const file of files) for (let at = 0; at < file.count; at += 1) file.readRecord(at)
      for (const file of files) file.close()
      opened += 1
    } catch (error) {
      if (error instanceof AppError) refused[error.code] = (refused[error.code] ?? 0) + 1
      else faults.push(`${name}, ${mutation}, run ${run}: ${error instanceof Error ? error.stack : error}`)
    }
    // Time of this process: a busy machine is no hang.
    const { user, system } = process.cpuUsage(started)
    const tookMs = (user + system) / 1000
    slowestMs = Math.max(slowestMs, tookMs)
    if (tookMs > limitMs) faults.push(`${name}, ${mutation}, run ${run}: ${Math.round(tookMs)} ms`)
    if (!readFileSync(path).equals(before)) faults.push(`${name}, ${mutation}, run ${run}: was written to`)
  }
  return { files: runs, opened, refused, slowestMs: Math.round(slowestMs), faults }
}
