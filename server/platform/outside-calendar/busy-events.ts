import type { TimeRange } from '#domain/appointments/free-times.ts'

/** Of one UID, with the occurrences of a repeated event. Services tell times without UIDs. */
export interface BusyEvent {
  uid: string | null
  times: TimeRange[]
}

export interface Window {
  /** Of the clinic, for all-day events and for times without a zone. */
  zone: string
  /** Instants in milliseconds. */
  from: number
  until: number
}

/** The parts in a window. */
export function within(times: readonly TimeRange[], { from, until }: Window): TimeRange[] {
  return times
    .map((time) => ({ from: Math.max(time.from, from), until: Math.min(time.until, until) }))
    .filter((time) => time.from < time.until)
}
