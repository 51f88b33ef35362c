import { expect, it, test } from 'vitest'
import { dateValue, referenceValue, tokenValue } from './search-values.ts'

const zone = 'America/New_York'
const iso = (ms: number) => new Date(ms).toISOString()

it.each([
  ['2026', 'eq', '2026-01-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  ['ge2026-03', 'ge', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  // the day on which the clocks go forward
  ['lt2026-03-08', 'lt', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['gt2026-12', 'gt', '2026-12-01T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  ['2026-03-02T10:00', 'eq', '2026-03-02T15:00:00.000Z', '2026-03-02T15:01:00.000Z'],
  ['le2026-03-02T10:00:30Z', 'le', '2026-03-02T10:00:30.000Z', '2026-03-02T10:00:31.000Z'],
  ['2026-03-02T10:00:30.250+01:00', 'eq', '2026-03-02T09:00:30.250Z', '2026-03-02T09:00:30.251Z'],
  ['2026-03-02T10:00:00 01:00', 'eq', '2026-03-02T09:00:00.000Z', '2026-03-02T09:00:01.000Z'],
])('the date %s is %s from %s to %s', (text, prefix, from, until) => {
  const value = dateValue('date', text, zone)
  expect([value.prefix, iso(value.from), iso(value.until)]).toEqual([prefix, from, until])
})

it('a date has days for columns without a time', () => {
  expect(dateValue('birthdate', '1980-12-31', zone)).toMatchObject({
    firstDay: '1980-12-31',
    nextDay: '1981-01-01',
  })
  expect(dateValue('birthdate', '1980', zone)).toMatchObject({
    firstDay: '1980-01-01',
    nextDay: '1981-01-01',
  })
})

it.each([
  '',
  'tomorrow',
  'ne2026-01-01',
  '2026-13',
  '2026-02-30',
  '2026-03-02T25:00',
  '2026-03-02T',
  '1066-01-01',
  // this time does not exist in the zone
  '2026-03-08T02:30',
])('the date %j is refused', (text) => {
  expect(() => dateValue('date', text, zone)).toThrow('The value of date is not valid.')
})

test('a token has a system or none', () => {
  expect(tokenValue('active')).toEqual({ system: null, code: 'active' })
  expect(tokenValue('|active')).toEqual({ system: null, code: 'active' })
  expect(tokenValue('http://a.example|b|c')).toEqual({ system: 'http://a.example', code: 'b|c' })
})

test('a reference is relative, an address here, or an id', () => {
  const base = 'https://sunrise.carefold.example/fhir/r4'
  expect(referenceValue('Patient/1', base)).toEqual({ type: 'Patient', id: '1' })
  expect(referenceValue(`${base}/Patient/1`, base)).toEqual({ type: 'Patient', id: '1' })
  expect(referenceValue('1', base)).toEqual({ type: null, id: '1' })
  // no row has such an id
  const elsewhere = 'https://lakeside.carefold.example/fhir/r4/Patient/1'
  expect(referenceValue(elsewhere, base)).toEqual({ type: null, id: elsewhere })
})
