/** Lengths of time in milliseconds. A day is 24 hours: days of the calendar are counted by `domain/values/zones.ts`. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
