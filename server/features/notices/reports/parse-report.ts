import { mailIdHeader } from '#server/platform/mail/mail.ts'

/**
 * no_address: the address does not exist. refused: not delivered for another reason, such as a full mailbox. complaint: the
 * reader reported the mail as spam.
 */
export type ReportKind = 'no_address' | 'refused' | 'complaint'

export interface MailReport {
  mailId: string
  kind: ReportKind
}

/**
 * The report in a raw message: a delivery status (RFC 3464) that states a failure, or a complaint in the Abuse Reporting
 * Format (RFC 5965). Null for every other message, such as a delay or an answer of a person.
 */
export function parseReport(raw: string): MailReport | null {
  const message = partOf(raw)
  if (message.type !== 'multipart/report') return null
  const parts = partsOf(message)
  const mailId = mailIdIn(parts)
  const kind = kindOf(parts)
  return mailId && kind ? { mailId, kind } : null
}

interface Part {
  /** Of the content, in lower case. */
  type: string
  boundary: string | undefined
  body: string
}

/** More are not read: a report has three. */
const mostParts = 10

function partsOf({ boundary, body }: Part): Part[] {
  if (!boundary) return []
  const [, ...pieces] = `\n${body}`.split(`\n--${boundary}`)
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .slice(0, mostParts)
    .map((piece) => partOf(piece.replace(/^[^\n]*\n/, '')))
}

function partOf(raw: string): Part {
  const [head, body] = divide(raw.replaceAll('\r\n', '\n'))
  const type = fieldOf(head, 'Content-Type') ?? 'text/plain'
  const encoding = fieldOf(head, 'Content-Transfer-Encoding')?.toLowerCase()
  return {
    type: (type.split(';')[0] ?? '').trim().toLowerCase(),
    boundary: /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)?.slice(1).find(Boolean),
    body: decoded(body, encoding),
  }
}

/** The header fields, each on one line, and the body. */
function divide(text: string): [head: string, body: string] {
  const end = text.startsWith('\n') ? 0 : text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  return [head.replaceAll(/\n[ \t]+/g, ' '), end < 0 ? '' : text.slice(end).replace(/^\n+/, '')]
}

function fieldOf(head: string, name: string): string | undefined {
  const start = `${name.toLowerCase()}:`
  const line = head.split('\n').find((each) => each.toLowerCase().startsWith(start))
  return line?.slice(start.length).trim()
}

function decoded(body: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return body
  return body
    .replaceAll(/=[ \t]*\n/g, '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

const returned = ['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']

/** Of the mail that the report returns, whole or its headers alone. */
function mailIdIn(parts: Part[]): string | null {
  const mail = parts.find(({ type }) => returned.includes(type))
  if (!mail) return null
  const [head] = divide(mail.body)
  const named =
    fieldOf(head, mailIdHeader) ?? /^<([^@>]+)@/.exec(fieldOf(head, 'Message-ID') ?? '')?.[1] ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(named) ? named : null
}

/** No such mailbox, no such domain, moved without an address, or disabled (RFC 3463). */
const gone = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

function kindOf(parts: Part[]): ReportKind | null {
  const complaint = parts.find(({ type }) => type === 'message/feedback-report')
  if (complaint) {
    const type = fieldOf(divide(complaint.body)[0], 'Feedback-Type')?.toLowerCase()
    return type === 'abuse' || type === 'fraud' ? 'complaint' : null
  }
  const delivery = parts.find(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
  // the fields of the message, then those of each recipient
  const [, recipient] = (delivery?.body.trim().split(/\n\s*\n/) ?? []).map((group) => divide(group)[0])
  if (!recipient || fieldOf(recipient, 'Action')?.toLowerCase() !== 'failed') return null
  const status = /^\d\.\d{1,3}\.\d{1,3}/.exec(fieldOf(recipient, 'Status') ?? '')?.[0] ?? ''
  return gone.includes(status) ? 'no_address' : 'refused'
}
