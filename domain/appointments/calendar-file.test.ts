import { expect, it } from 'vitest'
import { calendarFile, methodOf } from './calendar-file.ts'

const visit = {
  appointmentId: '3f0a',
  sequence: 2,
  startsAt: '2026-03-16T13:00:00Z',
  endsAt: '2026-03-16T13:30:00.000Z',
  changedAt: '2026-03-10T15:00:00Z',
  isCanceled: false,
  title: 'Visit at Müller, Söhne & Partner; the quiet practice at the end of the very long garden path',
  location: 'At the clinic',
  link: 'https://sunrise.carefold.example/appointments',
}
const people = {
  organizer: { name: 'The "Quiet" Practice', email: 'no-reply@carefold.example' },
  attendee: { name: 'Zoë', email: 'zoe@example.test' },
}
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

it('has a constant UID and a growing SEQUENCE, and a saved file invites no one', () => {
  const lines = linesOf(calendarFile([visit]))
  expect(lines).toContain('METHOD:PUBLISH')
  expect(lines).toContain('UID:3f0a')
  expect(lines).toContain('SEQUENCE:2')
  expect(lines).toContain('DTSTART:20260316T130000Z')
  expect(lines).toContain('DTEND:20260316T133000Z')
  expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([])
})

it('invites by mail, and withdraws the invitation', () => {
  expect(linesOf(calendarFile([visit], people))).toContain('METHOD:REQUEST')
  const canceled = linesOf(calendarFile([{ ...visit, isCanceled: true, sequence: 3 }], people))
  expect(canceled).toContain('METHOD:CANCEL')
  expect(canceled).toContain('STATUS:CANCELLED')
  expect(canceled).toContain('SEQUENCE:3')
  expect(canceled).toContain('ORGANIZER;CN="The  Quiet  Practice":mailto:no-reply@carefold.example')
})

it('folds long lines by octets and escapes special characters', () => {
  const file = calendarFile([visit])
  for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(linesOf(file)).toContain(
    String.raw`SUMMARY:Visit at Müller\, Söhne & Partner\; the quiet practice at the end of the very long garden path`,
  )
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

it('marks a request as tentative, and publishes the visits of a series together', () => {
  expect(linesOf(calendarFile([{ ...visit, isTentative: true }], people))).toContain('STATUS:TENTATIVE')
  const series = calendarFile([visit, { ...visit, appointmentId: '4f0a' }], people)
  expect(linesOf(series).filter((line) => line.startsWith('UID:'))).toEqual(['UID:3f0a', 'UID:4f0a'])
  expect([methodOf(series), methodOf(calendarFile([visit], people))]).toEqual(['PUBLISH', 'REQUEST'])
})
