/** Formatting of clocks. */

import type { ClockInfo } from '../wire.gen'

/** What a seat has left, so many milliseconds after the server told. */
export function left(clock: ClockInfo, seat: number, passed: number): number {
  const budget = clock.left[seat - 1] ?? 0
  return Math.max(0, clock.running === seat ? budget - passed : budget)
}

/** `4:05`, `1:02:03`, and tenths where every one counts. */
export function clockText(ms: number): string {
  const tenths = Math.ceil(ms / 100)
  if (tenths < 100) return `0:0${(tenths / 10).toFixed(1)}`
  const seconds = Math.ceil(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = String(seconds % 60).padStart(2, '0')
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** Days and hours, for matches by correspondence. */
export function daysLeft(ms: number): { days: number; hours: number } {
  const hours = Math.ceil(ms / 3_600_000)
  return { days: Math.floor(hours / 24), hours: hours % 24 }
}
