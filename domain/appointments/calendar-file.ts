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
  /** Address of the page with the details; null for a patient without an account. */
  link: string | null
}

export interface CalendarPeople {
  organizer: { name: string; email: string }
  attendee: { name: string; email: string }
}

/**
 * Published visits, for a file that a user saves or a subscribed calendar.
 *
 * @param feed name and refresh interval of a subscribed calendar
 */
export function calendarFile(
  visits: readonly CalendarVisit[],
  feed?: { name: string; refreshHours: number },
): string {
  const feedLines = feed
    ? [
        `X-WR-CALNAME:${escaped(feed.name)}`,
        `REFRESH-INTERVAL;VALUE=DURATION:PT${feed.refreshHours}H`,
        `X-PUBLISHED-TTL:PT${feed.refreshHours}H`,
      ]
    : []
  return calendarOf('PUBLISH', [...feedLines, ...visits.flatMap((visit) => eventLines(visit))])
}

/**
 * Invites to each visit, or withdraws the invitation: one calendar object for each UID, because calendar programs
 * ignore a REQUEST or CANCEL with several (RFC 5546, 3.2.2, 3.2.5). `invitationParts` separates them.
 */
export function invitations(visits: readonly CalendarVisit[], people: CalendarPeople): string {
  return visits
    .map((visit) => calendarOf(visit.isCanceled ? 'CANCEL' : 'REQUEST', eventLines(visit, people)))
    .join('')
}

/** Each calendar object with its method: `REQUEST` or `CANCEL`. */
export function invitationParts(stream: string): { method: string; content: string }[] {
  return (stream.match(/BEGIN:VCALENDAR\r\n[\s\S]*?\r\nEND:VCALENDAR\r\n/g) ?? []).map((content) => ({
    method: /^METHOD:(\w+)/m.exec(content)?.[1] ?? 'REQUEST',
    content,
  }))
}

function calendarOf(method: 'PUBLISH' | 'REQUEST' | 'CANCEL', content: readonly string[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Carefold//Appointments//EN',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...content,
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function eventLines(visit: CalendarVisit, people?: CalendarPeople): string[] {
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
    ...(visit.link ? [`DESCRIPTION:${escaped(visit.link)}`, `URL:${visit.link}`] : []),
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
  if (encoder.encode(line).length <= 75) return line
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
