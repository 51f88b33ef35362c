import { expect, it } from 'vitest'
import { calendarFile, invitationParts, invitations } from './calendar-file.ts'

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
  expect(linesOf(invitations([visit], people))).toContain('METHOD:REQUEST')
  const canceled = linesOf(invitations([{ ...visit, isCanceled: true, sequence: 3 }], people))
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

it('marks a request as tentative', () => {
  expect(linesOf(invitations([{ ...visit, isTentative: true }], people))).toContain('STATUS:TENTATIVE')
})

/** A reader by the grammar of RFC 5545, 3.1: unfolds lines and separates name, parameters and value. */
function propertiesOf(file: string) {
  const properties = new Map<string, { parameters: string; value: string }>()
  for (const line of linesOf(file).slice(0, -1)) {
    const [, name = '', parameters = '', value = ''] =
      /^([A-Z-]+)((?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*):(.*)$/.exec(line) ?? []
    expect(name, line).not.toBe('')
    if (name !== 'BEGIN' && name !== 'END') expect(properties.has(name), `${name} twice`).toBe(false)
    properties.set(name, { parameters, value })
  }
  return properties
}

it.each([
  { method: 'REQUEST', status: 'CONFIRMED', isCanceled: false },
  { method: 'CANCEL', status: 'CANCELLED', isCanceled: true },
])('sends one $method for each UID, with all that RFC 5546 requires', ({ method, status, isCanceled }) => {
  const visits = ['3f0a', '4f0a', '5f0a'].map((appointmentId, index) => ({
    ...visit,
    appointmentId,
    sequence: index,
    isCanceled,
  }))
  const parts = invitationParts(invitations(visits, people))
  expect(parts.map((part) => part.method)).toEqual([method, method, method])
  for (const [index, { content }] of parts.entries()) {
    expect(content.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(1)
    const properties = propertiesOf(content)
    const values = Object.fromEntries([...properties].map(([name, { value }]) => [name, value]))
    expect(values).toMatchObject({
      METHOD: method,
      UID: visits[index]?.appointmentId,
      SEQUENCE: String(index),
      STATUS: status,
      DTSTAMP: '20260310T150000Z',
      DTSTART: '20260316T130000Z',
      ORGANIZER: 'mailto:no-reply@carefold.example',
      ATTENDEE: 'mailto:zoe@example.test',
    })
    expect(properties.get('ATTENDEE')?.parameters).toContain('CN="Zoë"')
  }
})
