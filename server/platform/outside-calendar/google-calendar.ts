import type { TimeRange } from '#domain/appointments/free-times.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Window } from './busy-events.ts'
import { CalendarUnread, calendarLimits } from './read-address.ts'
import type { ReadService } from './service-call.ts'

const scope = 'https://www.googleapis.com/auth/calendar.freebusy'

/** developers.google.com/identity/protocols/oauth2/web-server */
export const googleService = {
  endpoints: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    revoke: 'https://oauth2.googleapis.com/revoke',
    api: 'https://www.googleapis.com/calendar/v3',
  },
  scopes: [scope],
  needed: scope,
  // Google returns a refresh token with consent only
  authorize: { access_type: 'offline', prompt: 'consent' },
}

/** Google refuses more than 90 days. */
const mostDays = 85

interface FreeBusy {
  calendars?: { primary?: { busy?: { start?: unknown; end?: unknown }[]; errors?: { reason?: string }[] } }
}

/**
 * The busy times of the main calendar. Google's answer has times only.
 * @throws CalendarUnread
 */
export async function googleBusyTimes(read: ReadService, { from, until }: Window): Promise<TimeRange[]> {
  const parts: TimeRange[] = []
  for (let at = from; at < until; at += mostDays * dayMs)
    parts.push({ from: at, until: Math.min(at + mostDays * dayMs, until) })
  const found = await Promise.all(
    parts.map(async (part) => {
      const answer = await read('/freeBusy', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          timeMin: new Date(part.from).toISOString(),
          timeMax: new Date(part.until).toISOString(),
          items: [{ id: 'primary' }],
        }),
      })
      return timesOf(answer as FreeBusy | null)
    }),
  )
  const times = found.flat()
  if (times.length > calendarLimits.times) throw new CalendarUnread('too_large')
  return times
}

function timesOf(answer: FreeBusy | null): TimeRange[] {
  const calendar = answer?.calendars?.primary
  const [error] = calendar?.errors ?? []
  if (error) throw new CalendarUnread(error.reason === 'notFound' ? 'gone' : 'unreachable')
  if (!Array.isArray(calendar?.busy)) throw new CalendarUnread('not_a_calendar')
  return calendar.busy.map(({ start, end }) => {
    const time = { from: Date.parse(String(start)), until: Date.parse(String(end)) }
    if (!(time.from <= time.until)) throw new CalendarUnread('not_a_calendar')
    return time
  })
}
