/**
 * A visit as a calendar takes it over (RFC 5545, RFC 5546): one stable UID, and a SEQUENCE that goes up with every change.
 * Title and text say nothing about health (docs/domain-rules.md rule 31): the clinic's name, and where to read more.
 */

export interface CalendarVisit {
  appointmentId: string
  sequence: number
  /** ISO instants */
  startsAt: string
  endsAt: string
  /** when this version of the visit came to be */
  changedAt: string
  isCanceled: boolean
  /** such as "Visit at Sunrise Family Clinic" */
  title: string
  /** where it is, or how */
  location: string
  /** address of the page that has the rest */
  link: string
}

/** Who invites and who is invited, for a file that comes by mail. */
export interface CalendarPeople {
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
}

/**
 * The file's text.
 *
 * @param domain right side of the UID, such as `carefold.example`
 * @param people absent: a file that somebody saves themselves
 */
export function calendarFile(visit: CalendarVisit, domain: string, people?: CalendarPeople): string {
  const method = people ? (visit.isCanceled ? 'CANCEL' : 'REQUEST') : 'PUBLISH'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carefold//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${visit.appointmentId}@${domain}`,
    `SEQUENCE:${visit.sequence}`,
    `DTSTAMP:${stamp(visit.changedAt)}`,
    `DTSTART:${stamp(visit.startsAt)}`,
    `DTEND:${stamp(visit.endsAt)}`,
    `SUMMARY:${escaped(visit.title)}`,
    `LOCATION:${escaped(visit.location)}`,
    `DESCRIPTION:${escaped(visit.link)}`,
    `URL:${visit.link}`,
    `STATUS:${visit.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    // nobody else sees what it is
    'CLASS:PRIVATE',
    'TRANSP:OPAQUE',
    ...(people
      ? [
          `ORGANIZER;CN=${quoted(people.organizer.name)}:mailto:${people.organizer.email}`,
          `ATTENDEE;CN=${quoted(people.attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=FALSE:mailto:${people.attendee.email}`,
        ]
      : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** 20260316T130000Z */
function stamp(instant: string): string {
  return new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)
}

/** A parameter's value cannot escape quotation marks, so it has none. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\r\n]/g, ' ')}"`
}

const encoder = new TextEncoder()

/** Lines have at most 75 octets; a further one begins with a space. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
      octets = 0
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}
