import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOrder, type TimeRange } from '#domain/appointments/free-times.ts'
import { dayMs } from '#domain/values/durations.ts'
import { addDays, dateIn, startOfDay } from '#domain/values/zones.ts'
import {
  clinicZone,
  expected,
  inWindow,
  type Planned,
  plannedEvent,
  window,
} from '#testing/calendars/planned-calendars.ts'
import { googleBusyTimes } from './google-calendar.ts'
import { microsoftBusyTimes } from './microsoft-calendar.ts'
import type { ReadService } from './service-call.ts'

/*
 * 1,000 random calendars of testing/planned-calendars.ts at each service, against the same model as files. Services expand
 * events themselves, so each occurrence of the model is one event here.
 */

/** A year around the window, which Google answers in parts. */
const asked = { zone: clinicZone, from: window.from - 150 * dayMs, until: window.until + 200 * dayMs }
const base = 'https://graph.microsoft.com/v1.0'

/** Google merges the busy times and clips them to the question. */
function google(times: TimeRange[]): ReadService {
  return async (_path, request) => {
    const { timeMin, timeMax, items } = JSON.parse(request?.body ?? '')
    const [from, until] = [Date.parse(timeMin), Date.parse(timeMax)]
    if (until - from > 90 * dayMs || items[0].id !== 'primary') throw new Error('400')
    const busy = inOrder(times)
      .map((time) => ({ from: Math.max(time.from, from), until: Math.min(time.until, until) }))
      .filter((time) => time.from < time.until)
    return {
      calendars: {
        primary: {
          busy: busy.map((time) => ({
            start: new Date(time.from).toISOString(),
            end: new Date(time.until).toISOString(),
          })),
        },
      },
    }
  }
}

interface Occurrence {
  times: TimeRange[]
  isAllDay: boolean
  state: object
}

const clock = (at: number) => ({ dateTime: new Date(at).toISOString().replace('Z', '0000'), timeZone: 'UTC' })

/** Microsoft lists occurrences in pages, all-day ones as midnights without a zone, free and canceled ones too. */
function microsoft(occurrences: Occurrence[], perPage: number): ReadService {
  const events = occurrences.flatMap(({ times, isAllDay, state }) =>
    times.map((time) => ({
      start: isAllDay ? midnight(time.from) : clock(time.from),
      end: isAllDay ? midnight(time.until) : clock(time.until),
      isAllDay,
      ...state,
    })),
  )
  return async (path) => {
    const { searchParams } = new URL(`${base}${path}`)
    expect(searchParams.get('$select')).toBe('start,end,showAs,isAllDay,isCancelled')
    const skip = Number(searchParams.get('$skip') ?? 0)
    searchParams.set('$skip', String(skip + perPage))
    return {
      value: events.slice(skip, skip + perPage),
      ...(events.length > skip + perPage && { '@odata.nextLink': `${base}/me/calendarView?${searchParams}` }),
    }
  }
}

const midnight = (at: number) => ({
  dateTime: `${dateIn(new Date(at), clinicZone)}T00:00:00.0000000`,
  timeZone: 'UTC',
})

const free = [{ showAs: 'free' }, { showAs: 'workingElsewhere' }, { showAs: 'busy', isCancelled: true }]
const busy = [{ showAs: 'busy' }, { showAs: 'oof', isCancelled: false }, { showAs: 'tentative' }]

function occurrencesOf(event: Planned, index: number): Occurrence {
  const state = (event.isFree ? free : busy)[index % 3] ?? {}
  const times = expected({ ...event, isFree: false })
  return { times, isAllDay: event.isAllDay, state }
}

it.each([1, 2, 3, 4, 5])(
  'part %i of 1,000 random calendars has the busy times of the model',
  async (part) => {
    await fc.assert(
      fc.asyncProperty(fc.array(plannedEvent, { minLength: 1, maxLength: 6 }), async (events) => {
        const model = inWindow(events.flatMap(expected))
        const atGoogle = await googleBusyTimes(google(events.flatMap(expected)), asked)
        expect(inWindow(atGoogle)).toEqual(model)
        const read = microsoft(events.map(occurrencesOf), part * 7)
        expect(inWindow(await microsoftBusyTimes(read, asked, base))).toEqual(model)
      }),
      { numRuns: 200 },
    )
  },
)

it('an all-day event at Microsoft lasts the clinic’s day, also when the clocks change', async () => {
  const read: ReadService = async () => ({
    value: [
      {
        start: { dateTime: '2026-03-08T00:00:00.0000000' },
        end: { dateTime: '2026-03-09T00:00:00.0000000' },
        isAllDay: true,
        showAs: 'oof',
      },
    ],
  })
  const day = startOfDay('2026-03-08', clinicZone).getTime()
  expect(await microsoftBusyTimes(read, asked, base)).toEqual([{ from: day, until: day + 23 * 3_600_000 }])
  expect(addDays('2026-03-08', 1)).toBe(dateIn(new Date(day + 23 * 3_600_000), clinicZone))
})
