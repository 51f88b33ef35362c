import { addDays, dateIn } from '#domain/values/zones.ts'
import type { Clock } from '../platform/clock.ts'

/** A calendar for development: busy from 17:00 to 18:00 UTC on weekdays, and from 19:00 to 20:30 UTC tomorrow. */
export const sandboxCalendarPath = '/sandbox/calendar.ics'

export function calendarRoute(clock: Clock) {
  return {
    path: sandboxCalendarPath,
    handle: async (): Promise<Response> => {
      const today = dateIn(clock.now(), 'UTC')
      const day = (date: string) => date.replaceAll('-', '')
      const tomorrow = day(addDays(today, 1))
      const lines = [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Carefold//Sandbox//EN',
        'BEGIN:VEVENT',
        'UID:lunch@sandbox.test',
        `DTSTAMP:${day(today)}T000000Z`,
        `DTSTART:${day(addDays(today, -7))}T170000Z`,
        'DURATION:PT1H',
        'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
        'SUMMARY:Lunch',
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:dentist@sandbox.test',
        `DTSTAMP:${day(today)}T000000Z`,
        `DTSTART:${tomorrow}T190000Z`,
        `DTEND:${tomorrow}T203000Z`,
        'SUMMARY:Dentist',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ]
      return new Response(lines.join('\r\n'), {
        headers: { 'Content-Type': 'text/calendar; charset=utf-8', 'Cache-Control': 'no-store' },
      })
    },
  }
}
