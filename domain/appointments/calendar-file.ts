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
  /** asked for, and not accepted yet */
  isTentative?: boolean
  /** the clinic's name */
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
 * The text of a file that somebody saves, or of an invitation by mail. Several visits are published together: an invitation
 * is about one (RFC 5546, 3.2.2).
 *
 * @param people absent: a file that somebody saves themselves
 * @param feed of an address that calendar programs read again: its name, and how often they are asked to
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

/** What the receiver is to do with it: `REQUEST`, `CANCEL` or `PUBLISH`. */
export function methodOf(file: string): string {
  return /^METHOD:(\w+)/m.exec(file)?.[1] ?? 'PUBLISH'
}

function eventLines(visit: CalendarVisit, people: CalendarPeople | undefined): string[] {
  const status = visit.isCanceled ? 'CANCELLED' : visit.isTentative ? 'TENTATIVE' : 'CONFIRMED'
  return [
    'BEGIN:VEVENT',
    // the id alone is unique in the world, and stays when the clinic moves to another address (RFC 7986, 5.3)
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
    // nobody else sees what it is
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
