/**
 * Begins what can wait once this frame is on the screen. The answer ends it, or keeps it from beginning.
 */
export function afterPaint(begin: () => () => void): () => void {
  let end: (() => void) | null = null
  let timer = 0
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(() => {
      end = begin()
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
    end?.()
  }
}
