/** Milliseconds. A day is 24 hours; for calendar days use `domain/values/zones.ts`. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
