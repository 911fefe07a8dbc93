import { AppError } from '../../shared/ipc/errors.ts'

/** Throws `cancelled` once the signal fired: the disk's own translation would make something else of its reason. */
export function refuseStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cancelled', 'Stopped.')
}
