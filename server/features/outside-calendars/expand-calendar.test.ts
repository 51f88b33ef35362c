import { expect, it } from 'vitest'
import { aCalendarFile } from '#testing/calendars/outside-calendars.ts'
import { expandCalendar } from './expand-calendar.ts'

const window = {
  zone: 'America/New_York',
  from: Date.parse('2026-03-01T00:00:00Z'),
  until: Date.parse('2026-04-01T00:00:00Z'),
}
const endless = aCalendarFile([
  'DTSTART:20260301T100000Z',
  'DURATION:PT1H',
  'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
])

it('returns the busy times of a file', async () => {
  const text = aCalendarFile(['DTSTART:20260310T150000Z', 'DURATION:PT1H'])
  const from = Date.parse('2026-03-10T15:00:00Z')
  expect(await expandCalendar(text, window)).toEqual([
    { uid: '0@example.com', times: [{ from, until: from + 3_600_000 }] },
  ])
})

it('ends a rule that never finds a day', async () => {
  await expect(expandCalendar(endless, window, 1)).rejects.toMatchObject({ reason: 'too_large' })
})

it('refuses a page', async () => {
  await expect(expandCalendar('<html>', window)).rejects.toMatchObject({ reason: 'not_a_calendar' })
})
