/** The time as it goes on, for what counts down on the screen; and how much is left, in words. */
import { useEffect, useState } from 'react'

/** Epoch milliseconds, anew each second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
    }, 1000)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return now
}

/** `2 d 3 h`, `1 h 05 min`, `4:09`. */
export function countdownWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return `${days} d ${hours} h`
  if (hours > 0) return `${hours} h ${minutes.toString().padStart(2, '0')} min`
  return `${minutes}:${(seconds % 60).toString().padStart(2, '0')}`
}

/** A duration, rounded: `12 s`, `60 min`. */
export function lagWords(ms: number): string {
  if (ms < 1000) return 'under 1 s'
  if (ms < 120_000) return `${Math.round(ms / 1000)} s`
  if (ms < 7_200_000) return `${Math.round(ms / 60_000)} min`
  return `${Math.round(ms / 3_600_000)} h`
}
