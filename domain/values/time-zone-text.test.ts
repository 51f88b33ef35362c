import { expect, it } from 'vitest'
import { timeZoneText } from './time-zone-text.ts'

it.each([
  ['America/New_York', 'Eastern time (New York)'],
  ['America/Toronto', 'Eastern time (Toronto)'],
  ['America/Phoenix', 'Mountain Standard time (Phoenix)'],
  ['America/Argentina/Buenos_Aires', 'Argentina Standard time (Buenos Aires)'],
  ['UTC', 'UTC'],
])('%s is shown as “%s”', (zone, text) => {
  expect(timeZoneText(zone)).toBe(text)
})
