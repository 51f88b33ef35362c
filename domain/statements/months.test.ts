import { describe, expect, it, test } from 'vitest'
import { dateIn } from '../values/zones.ts'
import { closingHour, localMonth, monthClosesAt, monthStart, monthsBetween, nextMonth } from './months.ts'

describe('the month of a payment', () => {
  it('is the clinic’s: 23:30 on 31 March in Vancouver belongs to March', () => {
    const paid = Temporal.ZonedDateTime.from('2026-03-31T23:30[America/Vancouver]')
    const instant = new Date(paid.epochMilliseconds)
    expect(instant.toISOString()).toBe('2026-04-01T06:30:00.000Z')
    expect(localMonth(instant, 'America/Vancouver')).toBe('2026-03')
    expect(localMonth(instant, 'UTC')).toBe('2026-04')
  })

  it.each([
    ['2026-04-01T03:59:59.999Z', 'America/Toronto', '2026-03'],
    ['2026-04-01T04:00:00.000Z', 'America/Toronto', '2026-04'],
    ['2026-03-31T10:59:59.999Z', 'Pacific/Auckland', '2026-03'],
    ['2026-03-31T11:00:00.000Z', 'Pacific/Auckland', '2026-04'],
    ['2026-11-01T06:59:59.999Z', 'America/Los_Angeles', '2026-10'],
    ['2026-11-01T07:00:00.000Z', 'America/Los_Angeles', '2026-11'],
    ['2026-12-31T23:59:59.999Z', 'UTC', '2026-12'],
    ['2027-01-01T00:00:00.000Z', 'UTC', '2027-01'],
    ['2026-12-31T10:59:59.999Z', 'Pacific/Auckland', '2026-12'],
    ['2026-12-31T11:00:00.000Z', 'Pacific/Auckland', '2027-01'],
  ])('%s in %s is in %s', (instant, zone, month) => {
    expect(localMonth(new Date(instant), zone)).toBe(month)
  })

  it('starts exactly at local midnight, in every zone and across every clock change', () => {
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      for (const month of monthsBetween('2025-11', '2027-04')) {
        const start = monthStart(month, zone)
        const expected = Temporal.PlainDate.from(`${month}-01`).toZonedDateTime(zone)
        expect(`${zone} ${start.toISOString()}`).toBe(
          `${zone} ${new Date(expected.epochMilliseconds).toISOString()}`,
        )
        expect(localMonth(start, zone)).toBe(month)
        expect(localMonth(new Date(start.getTime() - 1), zone)).toBe(nextMonth(month, -1))
      }
    }
  })

  it('has a start even if midnight is skipped on the 1st', () => {
    // Asunción moved its clocks at 00:00 on 1 October 2017.
    expect(monthStart('2017-10', 'America/Asuncion').toISOString()).toBe('2017-10-01T04:00:00.000Z')
    expect(dateIn(monthStart('2017-10', 'America/Asuncion'), 'America/Asuncion')).toBe('2017-10-01')
  })
})

test.each(['America/Toronto', 'Pacific/Auckland', 'America/Los_Angeles', 'UTC'])(
  'statements close on the 1st at nine in %s, also after a clock change',
  (zone) => {
    for (const month of monthsBetween('2026-01', '2026-12')) {
      const closes = Temporal.PlainDateTime.from(`${nextMonth(month)}-01`)
        .with({ hour: closingHour })
        .toZonedDateTime(zone)
      expect(monthClosesAt(month, zone).getTime()).toBe(closes.epochMilliseconds)
    }
  },
)

test('months continue across the end of a year', () => {
  expect(nextMonth('2026-12')).toBe('2027-01')
  expect(nextMonth('2026-01', -1)).toBe('2025-12')
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(monthsBetween('2026-03', '2026-02')).toEqual([])
})
