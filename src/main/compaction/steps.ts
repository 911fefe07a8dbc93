/**
 * Long work in steps: it yields between them, so that whoever drives it may do something else meanwhile.
 * Pure code knows no clock; how long a slice of steps lasts is decided by the driver.
 */
export type Steps<T> = Generator<void, T, void>

/** Does all of it at once. */
export function runSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
