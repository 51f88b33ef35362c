import nodemailer from 'nodemailer'
import { invitationParts } from '#domain/appointments/calendar-file.ts'
import type { Clock } from '../clock.ts'
import { noClinic } from '../database/clinic-of.ts'
import { asSystem, type Transactions, type Tx } from '../database/transactions.ts'
import { defineJob, type JobDefinition, type JobResult, type Jobs } from '../jobs/jobs.ts'
import { watched } from '../outgoing-calls.ts'

/** Subject and texts contain no health data (docs/domain-rules.md rule 31). */
export interface Mail {
  /** Of the row; absent: a new one. */
  id?: string
  /** For the audit trail and the mailbox: `confirm-sign-up`, `invitation`, ... */
  template: string
  to: string
  subject: string
  text: string
  html: string
  /** Every address of a button or link. */
  links: string[]
  clinicId?: string | null
  /** Attached as a PDF when the mail is sent. */
  receiptId?: string | null
  /** Calendar invitations (RFC 5546) to attach, one object for each visit (`invitations`). */
  calendar?: string | null
  /** Receives replies; null: replies are not read, and the mail says where to write; absent: the operator. */
  replyTo?: string | null
  /** A POST to it ends such mails at once (RFC 8058); has no fragment. Absent: the mail cannot be stopped. */
  unsubscribeUrl?: string | null
}

export interface Attachment {
  fileName: string
  contentType: string
  content: Uint8Array
}

export type AttachReceipt = (receipt: { clinicId: string; receiptId: string }) => Promise<Attachment>

/** Delivers mail; `send` throws when the mail was not accepted. */
export interface MailTransport {
  kind: 'smtp' | 'mailbox'
  send(mail: {
    to: string
    subject: string
    text: string
    html: string
    messageId: string
    attachments: Attachment[]
    calendar: string | null
    replyTo: string | null
    unsubscribeUrl: string | null
  }): Promise<void>
  /** Ends all connections: a mail that is being sent fails. */
  close(): void
}

/** Without a mail server mails stay in the database, where `/dev/mail` shows them. */
export const mailboxTransport: MailTransport = { kind: 'mailbox', send: async () => {}, close: () => {} }

/** Of the mail's row; in the returned headers of a delivery report. */
export const mailIdHeader = 'X-Mail-Id'

/** The body of the POST that ends such mails (RFC 8058). */
export const oneClickBody = 'List-Unsubscribe=One-Click'

const idOf = (messageId: string) => messageId.slice(1).split('@')[0] ?? ''

/** Mails sent at a time, each by a separate connection; most of the time waits for the mail server. */
const atOnce = 10

/** Mail servers and the firewalls before them end connections that are idle for longer, some without a sign. */
const idleMs = 30_000

/**
 * Reuses its connections.
 * @param url `smtp://user:password@host:587`; its query may set options of nodemailer, such as `maxConnections=2`
 */
export function smtpTransport(url: string, from: string): MailTransport {
  const transport = nodemailer.createTransport(
    // a server that limits the mails of one connection rarely limits them to less
    { url, pool: true, maxConnections: atOnce, maxMessages: 100, idleTimeout: idleMs },
    { from },
  )
  return {
    kind: 'smtp',
    async send({ to, subject, text, html, messageId, attachments, calendar, replyTo, unsubscribeUrl }) {
      const message = {
        to,
        subject,
        text,
        html,
        messageId,
        headers: {
          // RFC 3834: no vacation notice answers it
          'Auto-Submitted': 'auto-generated',
          // some services replace the Message-ID; a delivery report returns this one too
          [mailIdHeader]: idOf(messageId),
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': oneClickBody,
          }),
        },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        ...withInvitations(
          attachments.map(({ fileName, contentType, content }) => ({
            filename: fileName,
            contentType,
            content: Buffer.from(content),
          })),
          calendar ? invitationParts(calendar) : [],
        ),
      }
      try {
        await watched({ service: 'smtp', operation: 'send' }, () => transport.sendMail(message))
      } catch (error) {
        throw new MailRefused(error as SmtpError)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/**
 * One invitation is an alternative of the text, which calendar programs offer to accept. Several are one part each,
 * because a mail has one such alternative (RFC 6047, 2.4).
 */
function withInvitations(
  attachments: { filename: string; contentType: string; content: Buffer }[],
  parts: { method: string; content: string }[],
) {
  const [only] = parts
  if (only && parts.length === 1)
    return {
      attachments,
      icalEvent: { filename: calendarFileName(), method: only.method, content: only.content },
    }
  return {
    attachments: [
      ...attachments,
      ...parts.map(({ method, content }, index) => ({
        filename: calendarFileName(index + 1),
        contentType: `text/calendar; charset=utf-8; method=${method}`,
        content: Buffer.from(content),
      })),
    ],
  }
}

interface SmtpError extends Error {
  code?: string
  /** The mail server's answer: `550 5.1.1 <robin@example.test>: unknown`. */
  response?: string
}

/** Failures before the mail server learns the recipient. */
const connectionCodes = ['ESOCKET', 'ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ETLS']

/** As codes: a mail server's text repeats addresses and names (docs/threats.md T22). */
class MailRefused extends Error {
  override name = 'MailRefused'

  constructor({ message, code = '', response = '' }: SmtpError) {
    // RFC 5321 4.2, RFC 3463
    const [, reply, status] = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/.exec(response) ?? []
    const codes = [code, reply, status].filter(Boolean).join(' ')
    super(connectionCodes.includes(code) ? message : `the mail was not accepted: ${codes}`)
  }
}

/** @param number of several invitations */
const calendarFileName = (number?: number) => `invitation${number ? `-${number}` : ''}.ics`

const sendMailJob = 'mail.send'

export interface Mailer {
  /** In the caller's transaction, so a slow mail server affects neither the answer nor its time. */
  queue(tx: Tx, mail: Mail): Promise<void>
}

/** @param options `senderDomain` is the right side of the Message-ID */
export function createMailer(options: {
  jobs: Jobs
  clock: Clock
  senderDomain: string
  operatorEmail: string | null
}): Mailer {
  return {
    async queue(tx, mail) {
      const id = mail.id ?? crypto.randomUUID()
      const clinicId = mail.clinicId ?? noClinic
      await asSystem(tx, (system) =>
        Promise.all([
          system
            .insertInto('app.mails')
            .values({
              id,
              clinic_id: clinicId,
              template: mail.template,
              to_address: mail.to.toLowerCase(),
              subject: mail.subject,
              text_body: mail.text,
              html_body: mail.html,
              links: mail.links,
              receipt_id: mail.receiptId ?? null,
              calendar: mail.calendar ?? null,
              reply_to: mail.replyTo === undefined ? options.operatorEmail : mail.replyTo,
              unsubscribe_url: mail.unsubscribeUrl ?? null,
              message_id: `<${id}@${options.senderDomain}>`,
              queued_at: options.clock.now(),
            })
            .execute(),
          options.jobs.enqueue(system, sendMailJob, { clinicId, mailId: id }),
        ]),
      )
    },
  }
}

/** $1 and $2 are the mail's clinic and id. */
const beginAttempt = `
  update app.mails set attempts = attempts + 1
   where clinic_id = $1::uuid and id = $2::uuid and status <> 'sent'
  returning to_address as "to", subject, text_body as text, html_body as html, message_id as "messageId",
            receipt_id as "receiptId", calendar, reply_to as "replyTo", unsubscribe_url as "unsubscribeUrl"`

interface AttemptedMail {
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  receiptId: string | null
  calendar: string | null
  replyTo: string | null
  unsubscribeUrl: string | null
}

/** One-time links remain only in the development mailbox. */
const markSent = {
  mailbox: `update app.mails set status = 'sent', sent_at = $3::timestamptz, last_error = null
             where clinic_id = $1::uuid and id = $2::uuid`,
  smtp: `update app.mails set status = 'sent', sent_at = $3::timestamptz, last_error = null, text_body = '', html_body = '',
                              links = '{}', calendar = null, unsubscribe_url = null
          where clinic_id = $1::uuid and id = $2::uuid`,
}

/** Every attempt has the same Message-ID, so that receivers can detect a duplicate. */
export function sendMail(options: {
  transactions: Transactions
  transport: MailTransport
  clock: Clock
  attachReceipt?: AttachReceipt
}): JobDefinition<{ clinicId: string; mailId: string }> {
  const { transactions, transport, clock, attachReceipt } = options
  return defineJob<{ clinicId: string; mailId: string }>({
    name: sendMailJob,
    retryLimit: 12,
    retryDelaySeconds: 60,
    concurrency: atOnce,
    async run({ clinicId, mailId }): Promise<JobResult> {
      const purpose = `job:${sendMailJob}`
      const one = [clinicId, mailId]
      const [attempted] = await transactions.withSystemStatement(purpose, { sql: beginAttempt, params: one })
      if (!attempted) return { sent: false, reason: 'already sent' }
      try {
        const { receiptId, ...mail } = attempted as unknown as AttemptedMail
        // the development mailbox renders the document when it is opened
        const isAttached = transport.kind === 'smtp' && receiptId !== null && attachReceipt
        await transport.send({
          ...mail,
          attachments: isAttached ? [await attachReceipt({ clinicId, receiptId })] : [],
        })
      } catch (error) {
        await transactions.withSystem(purpose, (tx) =>
          tx
            .updateTable('app.mails')
            .set({ status: 'failed', last_error: (error as Error).message.slice(0, 500) })
            .where('clinic_id', '=', clinicId)
            .where('id', '=', mailId)
            .execute(),
        )
        throw error
      }
      const params = [...one, clock.now().toISOString()]
      await transactions.withSystemStatement(purpose, { sql: markSent[transport.kind], params })
      return { sent: true }
    },
  })
}
