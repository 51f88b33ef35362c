import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('what a spreadsheet would read as a formula is text', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r'])
    expect(csvLine([`${start}cmd|' /C calc'!A0`])).toMatch(/^"?'/)
  expect(csvLine(['-12.50', '12'])).toBe('-12.50,12\r\n')
})

test('commas, quotes and line breaks stay in their cell', () => {
  expect(csvLine(['Park, Kim', 'the "quiet" one', 'two\nlines'])).toBe(
    '"Park, Kim","the ""quiet"" one","two\nlines"\r\n',
  )
})
