import { useEffect, useState } from 'react'

/** Whole milliseconds since `isRunning` became true, in steps of a second; 0 while it is false. */
export function useElapsed(isRunning: boolean): number {
  const [elapsedMs, setElapsedMs] = useState(0)
  useEffect(() => {
    setElapsedMs(0)
    if (!isRunning) return
    const start = performance.now()
    const timer = setInterval(() => setElapsedMs(performance.now() - start), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return elapsedMs
}
