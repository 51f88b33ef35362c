/**
 * A visit as an iCalendar file (RFC 5545, RFC 5546), with a constant UID and a SEQUENCE that grows with each change.
 * Title and text contain no health data (docs/domain-rules.md rule 31).
 */

export interface CalendarVisit {
  appointmentId: string
  sequence: number
  /** ISO instants. */
  startsAt: string
  endsAt: string
  /** When this version of the visit was made. */
  changedAt: string
  isCanceled: boolean
  /** Requested, and not accepted yet. */
  isTentative?: boolean
  /** The clinic's name. */
  title: string
  /** A place, or how to attend. */
  location: string
  /** Address of the page with the details. */
  link: string
}

export interface CalendarPeople {
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
}

/**
 * Several visits can only be published; an invitation has one (RFC 5546, 3.2.2).
 *
 * @param people absent for a file that a user saves
 * @param feed name and refresh interval of a subscribed calendar
 */
export function calendarFile(
  visits: readonly CalendarVisit[],
  people?: CalendarPeople,
  feed?: { name: string; refreshHours: number },
): string {
  const isInvitation = people !== undefined && visits.length === 1
  const method = isInvitation ? (visits[0]?.isCanceled ? 'CANCEL' : 'REQUEST') : 'PUBLISH'
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carefold//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(feed
      ? [
          `X-WR-CALNAME:${escaped(feed.name)}`,
          `REFRESH-INTERVAL;VALUE=DURATION:PT${feed.refreshHours}H`,
          `X-PUBLISHED-TTL:PT${feed.refreshHours}H`,
        ]
      : []),
    ...visits.flatMap((visit) => eventLines(visit, people)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** `REQUEST`, `CANCEL` or `PUBLISH`. */
export function methodOf(file: string): string {
  return /^METHOD:(\w+)/m.exec(file)?.[1] ?? 'PUBLISH'
}

function eventLines(visit: CalendarVisit, people: CalendarPeople | undefined): string[] {
  const status = visit.isCanceled ? 'CANCELLED' : visit.isTentative ? 'TENTATIVE' : 'CONFIRMED'
  return [
    'BEGIN:VEVENT',
    // No host after the id, so the UID survives a change of the clinic's address (RFC 7986, 5.3).
    `UID:${visit.appointmentId}`,
    `SEQUENCE:${visit.sequence}`,
    `DTSTAMP:${stamp(visit.changedAt)}`,
    `DTSTART:${stamp(visit.startsAt)}`,
    `DTEND:${stamp(visit.endsAt)}`,
    `SUMMARY:${escaped(visit.title)}`,
    `LOCATION:${escaped(visit.location)}`,
    `DESCRIPTION:${escaped(visit.link)}`,
    `URL:${visit.link}`,
    `STATUS:${status}`,
    'CLASS:PRIVATE',
    `TRANSP:${visit.isCanceled ? 'TRANSPARENT' : 'OPAQUE'}`,
    ...(people
      ? [
          `ORGANIZER;CN=${quoted(people.organizer.name)}:mailto:${people.organizer.email}`,
          `ATTENDEE;CN=${quoted(people.attendee.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${people.attendee.email}`,
        ]
      : []),
    'END:VEVENT',
  ]
}

/** 20260316T130000Z */
function stamp(instant: string): string {
  return new Date(instant).toISOString().replaceAll(/[-:]|\.\d+/g, '')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)
}

/** Quotation marks cannot be escaped in a parameter. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\r\n]/g, ' ')}"`
}

const encoder = new TextEncoder()

/** Lines have at most 75 octets; a continuation begins with a space. */
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
