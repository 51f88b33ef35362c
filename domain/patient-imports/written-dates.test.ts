import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DateRule, inferOrder, readDate, unclearCentury } from './written-dates.ts'

const rule: DateRule = { order: null, century: null, earliest: '1900-01-01', latest: '2026-03-10' }
const read = (text: string, changes: Partial<DateRule> = {}) => readDate(text, { ...rule, ...changes })

describe('a date', () => {
  it.each([
    '1990-03-28',
    '1990/3/28',
    '1990.03.28',
    '19900328',
    '32960',
    '32960.0',
    '3/28/1990',
    '3-28-90',
    '28/3/1990',
    '28.03.1990',
    '28. 3. 1990.',
    '28 03 1990',
    '28–03–1990',
    '28031990',
    '3281990',
    '90/03/28',
    '28-Mar-1990',
    '28-Mar-90',
    '28Mar1990',
    '1990-Mar-28',
    'Mar. 28, 1990',
    'March 28th, 1990',
    '28th of March 1990',
    'Wednesday, March 28, 1990',
    "Mar 28 '90",
    '28 mars 1990',
    '28. März 1990',
    '28 de marzo de 1990',
    '1990年3月28日',
    '3/28/1990 0:00',
    '3/28/1990 12:00:00 AM',
    '1990-03-28 00:00:00',
    '1990-03-28T00:00:00.000Z',
    '1990-03-28T12:00:00+02:00',
    'Wed Mar 28 1990 00:00:00 GMT-0500 (Eastern Standard Time)',
    "'3/28/1990",
    ' 3/28/1990\u00a0',
  ])('is read as it is written: %s', (text) => {
    expect(read(text)).toEqual({ date: '1990-03-28' })
  })

  it.each([
    ['1990-02-30', 'no_such_day'],
    ['2/29/1990', 'no_such_day'],
    ['31/4/1990', 'no_such_day'],
    ['13/13/1990', 'no_such_day'],
    ['0000-00-00', 'no_such_day'],
    ['Feb 30, 1990', 'no_such_day'],
    ['3/4/1990', 'which_order'],
    ['12-Nov-05', 'which_century'],
    ['12/31/25', 'which_century'],
    ['1990-03-28T22:00:00Z', 'other_zone'],
    ['3/28/1990 25:00', 'unreadable'],
    ['1990', 'unreadable'],
    ['March 1990', 'unreadable'],
    ['n/a', 'unreadable'],
    ['Mar 28', 'unreadable'],
    ['', 'unreadable'],
  ])('is reported with its reason: %s, %s', (text, problem) => {
    expect(read(text)).toEqual({ problem })
  })

  it('is read in the chosen order, where both are possible', () => {
    expect(read('12/11/1955', { order: 'mdy' })).toEqual({ date: '1955-12-11' })
    expect(read('12/11/1955', { order: 'dmy' })).toEqual({ date: '1955-11-12' })
    expect(read('4/4/1955')).toEqual({ date: '1955-04-04' })
    expect(read('28/3/1990', { order: 'mdy' })).toEqual({ date: '1990-03-28' })
  })

  it('with two digits of the year is never in the future, and otherwise in the chosen century', () => {
    expect(read('3/28/27')).toEqual({ date: '1927-03-28' })
    expect(read('3/28/26')).toEqual({ date: '1926-03-28' })
    expect(read('3/28/16', { century: 'recent' })).toEqual({ date: '2016-03-28' })
    expect(read('3/28/16', { century: 'past' })).toEqual({ date: '1916-03-28' })
    expect(read('2/29/00')).toEqual({ date: '2000-02-29' })
    expect(unclearCentury(['3/28/90', '5/9/16 '], rule)).toBe('5/9/16')
    expect(unclearCentury(['3/28/90', '5/9/2016'], rule)).toBeNull()
  })
})

const day = fc
  .date({ min: new Date('1927-06-01'), max: new Date('2026-03-10'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const inOrder = (date: string, order: 'mdy' | 'dmy', mark: string) => {
  const [year, month, ofMonth] = date.split('-').map(Number)
  return (order === 'mdy' ? [month, ofMonth, year] : [ofMonth, month, year]).join(mark)
}

describe('the order of a file', () => {
  it('is inferred from any day above 12, and every date is then read', () => {
    fc.assert(
      fc.property(
        fc.array(day, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('mdy' as const, 'dmy' as const),
        fc.constantFrom('/', '-', '.', ' '),
        (dates, order, mark) => {
          const written = dates.map((date) => inOrder(date, order, mark))
          const inferred = inferOrder(written)
          const hasProof = dates.some((date) => Number(date.slice(8)) > 12)
          expect(inferred.order).toBe(hasProof ? order : null)
          const read = written.map((text) => readDate(text, { ...rule, order: inferred.order ?? order }))
          expect(read).toEqual(dates.map((date) => ({ date })))
        },
      ),
    )
  })

  it('is not inferred from dates that contradict each other', () => {
    expect(inferOrder(['28/3/1990', '3/28/1990', '3/4/1990'])).toEqual({
      order: null,
      proof: null,
      isNeeded: true,
    })
  })

  it('is not needed if each date can be read in one way', () => {
    expect(inferOrder(['3/28/1990', '4/4/1990', '1990-03-04', 'soon'])).toEqual({
      order: 'mdy',
      proof: '3/28/1990',
      isNeeded: false,
    })
  })
})

it('the day number of a spreadsheet is its date', () => {
  fc.assert(
    fc.property(day, (date) => {
      const number = Date.parse(date) / 86_400_000 + 25_569
      expect(read(String(number))).toEqual({ date })
    }),
  )
})
