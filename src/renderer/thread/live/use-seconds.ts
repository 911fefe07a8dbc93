import { useEffect, useState } from 'react'

/** Whole seconds since a moment, counted on while mounted; null without a start. */
export function useSeconds(startedMs: number | null): number | null {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (startedMs === null) return
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [startedMs])
  return startedMs === null ? null : Math.max(0, Math.floor((nowMs - startedMs) / 1000))
}
