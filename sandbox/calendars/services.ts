export type SandboxService = 'google' | 'microsoft'

export const serviceTitles = { google: 'Google Calendar', microsoft: 'Microsoft 365' } as const

/** Of a calendar without a program behind it: in UTC, from 17:00 to 18:00 on weekdays, and from 19:00 to 20:30 tomorrow. */
export function sandboxBusyTimes(now: Date, from: number, until: number): { from: number; until: number }[] {
  const dayMs = 86_400_000
  const hourMs = 3_600_000
  const tomorrow = Math.floor(now.getTime() / dayMs) * dayMs + dayMs
  const times: { from: number; until: number }[] = []
  for (let day = Math.floor(from / dayMs) * dayMs; day < until; day += dayMs) {
    const weekday = new Date(day).getUTCDay()
    if (weekday !== 0 && weekday !== 6) times.push({ from: day + 17 * hourMs, until: day + 18 * hourMs })
    if (day === tomorrow) times.push({ from: day + 19 * hourMs, until: day + 20.5 * hourMs })
  }
  return times.filter((time) => time.until > from && time.from < until)
}
