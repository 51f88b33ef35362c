import type { TimeRange } from '#domain/appointments/free-times.ts'
import { startOfDay } from '#domain/values/zones.ts'
import type { Window } from './busy-events.ts'
import { CalendarUnread, calendarLimits } from './read-address.ts'
import type { ReadService } from './service-call.ts'

const scope = 'https://graph.microsoft.com/Calendars.ReadBasic'

/** learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
export const microsoftService = {
  endpoints: (tenant: string) => ({
    authorize: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/authorize`,
    token: `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
    // Microsoft has no call that ends one application's access
    revoke: null,
    api: 'https://graph.microsoft.com/v1.0',
  }),
  scopes: ['offline_access', scope],
  needed: scope,
  authorize: { response_mode: 'query', prompt: 'select_account' },
}

const perPage = 500
const mostPages = 40
/** Available: at another place, or for other reasons. */
const available = ['free', 'workingElsewhere']

interface Page {
  value?: GraphEvent[]
  '@odata.nextLink'?: unknown
}

interface GraphEvent {
  start?: { dateTime?: unknown }
  end?: { dateTime?: unknown }
  showAs?: unknown
  isAllDay?: unknown
  isCancelled?: unknown
}

/**
 * The busy times of the main calendar. Only times and states are requested, no titles.
 * @param base of the API: further pages are read below it alone
 * @throws CalendarUnread
 */
export async function microsoftBusyTimes(
  read: ReadService,
  window: Window,
  base: string,
): Promise<TimeRange[]> {
  const query = new URLSearchParams({
    startDateTime: new Date(window.from).toISOString(),
    endDateTime: new Date(window.until).toISOString(),
    $select: 'start,end,showAs,isAllDay,isCancelled',
    $top: String(perPage),
  })
  const times: TimeRange[] = []
  let path: string | null = `/me/calendarView?${query}`
  for (let page = 0; path !== null; page++) {
    if (page === mostPages || times.length > calendarLimits.times) throw new CalendarUnread('too_large')
    const answer = (await read(path, { headers: { Prefer: 'outlook.timezone="UTC"' } })) as Page | null
    if (!Array.isArray(answer?.value)) throw new CalendarUnread('not_a_calendar')
    for (const event of answer.value)
      if (event.isCancelled !== true && !available.includes(String(event.showAs)))
        times.push(timeOf(event, window.zone))
    path = pathBelow(base, answer['@odata.nextLink'])
  }
  return times
}

/** The token is sent to Microsoft's API alone, whatever address the answer names. */
function pathBelow(base: string, link: unknown): string | null {
  if (link === undefined || link === null) return null
  if (typeof link !== 'string' || !link.startsWith(`${base}/`)) throw new CalendarUnread('not_a_calendar')
  return link.slice(base.length)
}

function timeOf({ start, end, isAllDay }: GraphEvent, zone: string): TimeRange {
  const [from, until] = [start, end].map((time) => {
    const text = String(time?.dateTime)
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(text)) throw new CalendarUnread('not_a_calendar')
    // the days of an all-day event are midnights without a zone, in whichever zone is requested
    return isAllDay === true
      ? startOfDay(text.slice(0, 10), zone).getTime()
      : Date.parse(`${text.slice(0, 19)}Z`)
  })
  if (from === undefined || until === undefined || !(from <= until))
    throw new CalendarUnread('not_a_calendar')
  return { from, until }
}
