/** Those that overlap a range. Instants in milliseconds. */
export type BusyTimes = (from: number, until: number) => { from: number; until: number }[]

const dayMs = 86_400_000
/** Google and Microsoft refuse longer ranges. */
const mostDays = { google: 90, microsoft: 1825 }
const perPage = 500

/** Google's `freebusy.query`, of the main calendar. */
export function freeBusy(
  body: { timeMin?: string; timeMax?: string; items?: { id?: string }[] },
  busyTimes: BusyTimes,
): Response {
  const from = Date.parse(body.timeMin ?? '')
  const until = Date.parse(body.timeMax ?? '')
  const isServed = from < until && until - from <= mostDays.google * dayMs
  if (!isServed || body.items?.length !== 1 || body.items[0]?.id !== 'primary')
    return refuse('INVALID_ARGUMENT', 400)
  const busy = busyTimes(from, until).map((time) => ({
    start: new Date(Math.max(time.from, from)).toISOString(),
    end: new Date(Math.min(time.until, until)).toISOString(),
  }))
  return Response.json({ kind: 'calendar#freeBusy', calendars: { primary: { busy } } })
}

/** Microsoft Graph's `calendarView`, in pages. Refuses to select titles. */
export function calendarView({ searchParams, search }: URL, api: string, busyTimes: BusyTimes): Response {
  const from = Date.parse(searchParams.get('startDateTime') ?? '')
  const until = Date.parse(searchParams.get('endDateTime') ?? '')
  const isServed = from < until && until - from <= mostDays.microsoft * dayMs
  if (!isServed || /subject|body/.test(searchParams.get('$select') ?? 'subject'))
    return refuse('ErrorInvalidRequest', 400)
  const skip = Number(searchParams.get('$skip') ?? 0)
  const all = busyTimes(from, until)
  const next = new URLSearchParams(search)
  next.set('$skip', String(skip + perPage))
  return Response.json({
    value: all.slice(skip, skip + perPage).map((busy) => ({
      ...{ start: inUtc(busy.from), end: inUtc(busy.until) },
      ...{ showAs: 'busy', isAllDay: false, isCancelled: false },
    })),
    ...(all.length > skip + perPage && { '@odata.nextLink': `${api}/me/calendarView?${next}` }),
  })
}

const inUtc = (at: number) => ({ dateTime: new Date(at).toISOString().replace('Z', '0000'), timeZone: 'UTC' })

export function refuse(status: string, code: number): Response {
  return Response.json({ error: { code, status } }, { status: code })
}
