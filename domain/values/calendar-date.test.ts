import { describe, expect, it } from 'vitest'
import { calendarDate, firstDay, instant, lastDay, optionalDate } from './calendar-date.ts'

const messagesOf = (schema: ReturnType<typeof calendarDate>, text: unknown) =>
  schema.safeParse(text).error?.issues.map(({ message }) => message) ?? []

describe('a date', () => {
  it.each([firstDay, lastDay, '2024-02-29'])('accepts %s', (day) => {
    expect(calendarDate().parse(day)).toBe(day)
  })

  it.each([
    '',
    '0000-01-01',
    '0001-01-01',
    '1899-12-31',
    '3000-01-01',
    '9999-12-31',
    '2025-02-29',
    '2026-1-1',
    1,
  ])('refuses %s with one message', (text) => {
    expect(messagesOf(calendarDate('No such day.'), text)).toEqual(['No such day.'])
  })

  it('may be empty if optional, and has its message if invalid', () => {
    const schema = optionalDate('No such day.')
    expect(schema.parse('')).toBe('')
    expect(schema.safeParse('0000-01-01').error?.issues).toMatchObject([{ message: 'No such day.' }])
    expect(schema.safeParse('tomorrow').error?.issues).toMatchObject([{ message: 'No such day.' }])
  })
})

describe('an instant', () => {
  it('has a year that every part can store', () => {
    expect(instant().safeParse('2027-03-04T10:42:00Z').success).toBe(true)
    expect(instant({ offset: true }).safeParse('2027-03-04T10:42:00-05:00').success).toBe(true)
    for (const year of ['0000', '0001', '9999'])
      expect(instant().safeParse(`${year}-03-04T10:42:00Z`).success).toBe(false)
  })
})
