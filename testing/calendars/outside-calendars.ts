import type { CalendarFailure } from '#domain/texts/outside-calendars.ts'
import type { OutsideCalendars } from '#server/platform/outside-calendar/outside-calendars.ts'
import { CalendarUnread } from '#server/platform/outside-calendar/read-address.ts'
import { makeEncryptionKey, secretBox } from '#server/platform/secret-box.ts'

/** Calendars by address; one that is absent does not answer. `reads` counts all attempts. */
export function testOutsideCalendars(
  files: Record<string, string | CalendarFailure> = {},
  services: OutsideCalendars['services'] = {},
) {
  const reads: string[] = []
  const calendars: OutsideCalendars = {
    services,
    secrets: secretBox(makeEncryptionKey()),
    async read(address) {
      reads.push(address.href)
      const file = files[address.href] ?? 'unreachable'
      if (!file.startsWith('BEGIN')) throw new CalendarUnread(file as CalendarFailure)
      return { text: file, etag: null, modified: null }
    },
  }
  return { ...calendars, files, reads }
}

/** A calendar file with one event per line of `DTSTART` and more properties. */
export function aCalendarFile(...events: string[][]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines, index) => ['BEGIN:VEVENT', `UID:${index}@example.com`, ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}
