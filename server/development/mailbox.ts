import type { Transactions } from '../platform/database/transactions.ts'
import type { AttachReceipt } from '../platform/mail/mail.ts'
import { developmentPage, escapeHtml } from './page.ts'
import { sampleReports } from './sample-reports.ts'

/** As `GET /dev/mail.json?to=ADDRESS` lists it, newest first. `sentAt` is ISO 8601. */
export interface CaughtMail {
  id: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  /** Path of the receipt's PDF. */
  attachment: string | null
  /** The calendar invitation, as text. */
  calendar: string | null
  replyTo: string | null
  /** As in List-Unsubscribe. */
  unsubscribeUrl: string | null
  /** A delivery report about the mail. */
  report: string | null
  sentAt: string
}

/** @param to one address, or null for the newest hundred of all */
export async function caughtMails(transactions: Transactions, to: string | null): Promise<CaughtMail[]> {
  const rows = await transactions.withSystem('development mailbox', (tx) =>
    tx
      .selectFrom('app.mails')
      .selectAll()
      .where('status', '=', 'sent')
      .$if(to !== null, (query) => query.where('to_address', '=', (to ?? '').toLowerCase()))
      .orderBy('queued_at', 'desc')
      .orderBy('id')
      .limit(100)
      .execute(),
  )
  return rows.map((row) => ({
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    links: row.links,
    attachment: row.receipt_id && `/dev/mail/${row.id}/receipt.pdf`,
    calendar: row.calendar,
    replyTo: row.reply_to,
    unsubscribeUrl: row.unsubscribe_url,
    report: row.report,
    sentAt: (row.sent_at ?? row.queued_at).toISOString(),
  }))
}

/**
 * `/dev/mail` (list), `/dev/mail/ID` (one), `/dev/mail/ID/receipt.pdf`, `/dev/mail/ID/report` (a delivery report about it,
 * by POST), `/dev/mail.json`.
 *
 * @param storeReport receives the raw report, as the endpoint for mail servers does
 */
export function mailboxRoutes(
  transactions: Transactions,
  attachReceipt?: AttachReceipt,
  storeReport?: (raw: string) => Promise<void>,
): { path: string; handle: (request: Request) => Promise<Response> }[] {
  return [
    {
      path: '/dev/mail.json',
      handle: async (request) =>
        Response.json(await caughtMails(transactions, new URL(request.url).searchParams.get('to'))),
    },
    { path: '/dev/mail', handle: async () => listPage(await caughtMails(transactions, null)) },
    {
      path: '/dev/mail/:id',
      handle: async (request) => {
        const id = new URL(request.url).pathname.split('/').at(-1)
        const mail = (await caughtMails(transactions, null)).find((caught) => caught.id === id)
        return mail ? mailPage(mail) : new Response('No such mail', { status: 404 })
      },
    },
    {
      path: '/dev/mail/:id/report',
      handle: async (request) => {
        const { pathname, searchParams } = new URL(request.url)
        const id = pathname.split('/').at(-2)
        const report = sampleReports[searchParams.get('kind') as keyof typeof sampleReports]
        const mail = (await caughtMails(transactions, null)).find((caught) => caught.id === id)
        if (request.method !== 'POST' || !mail || !report || !storeReport)
          return new Response('No such mail', { status: 404 })
        await storeReport(report(mail))
        return Response.redirect(new URL(`/dev/mail/${mail.id}`, request.url), 303)
      },
    },
    {
      path: '/dev/mail/:id/receipt.pdf',
      handle: async (request) => {
        const id = new URL(request.url).pathname.split('/').at(-2)
        const mail = await transactions.withSystem('development mailbox', (tx) =>
          tx
            .selectFrom('app.mails')
            .select(['clinic_id', 'receipt_id'])
            .where((row) => row(row.cast('id', 'text'), '=', id ?? ''))
            .executeTakeFirst(),
        )
        if (!mail?.receipt_id || !attachReceipt) return new Response('No such receipt', { status: 404 })
        const file = await attachReceipt({ clinicId: mail.clinic_id, receiptId: mail.receipt_id })
        return new Response(Buffer.from(file.content), {
          headers: {
            'Content-Type': file.contentType,
            'Content-Disposition': `inline; filename="${file.fileName}"`,
            'Cache-Control': 'no-store',
          },
        })
      },
    },
  ]
}

function listPage(mails: CaughtMail[]): Response {
  const items = mails.map(
    (mail) => `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a>
      <div class="muted">to ${escapeHtml(mail.to)} · <time datetime="${mail.sentAt}">${mail.sentAt.slice(0, 16).replace('T', ' ')} UTC</time></div></li>`,
  )
  return developmentPage(
    'Mailbox',
    `<h1>Mailbox</h1><p class="muted">Mails caught on this machine. Nothing was sent.</p>
     ${items.length ? `<ul>${items.join('')}</ul>` : '<p>No mail yet. Sign up, or invite somebody.</p>'}`,
  )
}

function mailPage(mail: CaughtMail): Response {
  // links open the app in this tab; the frame itself runs no scripts
  const html = mail.html.replace('<head>', '<head><base target="_top">')
  const links = mail.links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`)
  return developmentPage(
    mail.subject,
    `<p><a href="/dev/mail">All mails</a></p><h1>${escapeHtml(mail.subject)}</h1>
     <p class="muted">to ${escapeHtml(mail.to)} · ${mail.sentAt.slice(0, 16).replace('T', ' ')} UTC</p>
     ${mail.replyTo ? `<p class="muted">replies go to ${escapeHtml(mail.replyTo)}</p>` : ''}
     <article><pre>${escapeHtml(mail.text)}</pre></article>
     ${links.length ? `<ul>${links.join('')}</ul>` : ''}
     ${mail.attachment ? `<p>Attached: <a href="${mail.attachment}">receipt.pdf</a></p>` : ''}
     ${mail.calendar ? `<p>Attached: invitation.ics</p><pre>${escapeHtml(mail.calendar)}</pre>` : ''}
     ${mail.report ? `<p>Reported: ${mail.report}</p>` : ''}
     <form method="post" action="/dev/mail/${mail.id}/report?kind=no_address"><button>Report: no such address</button></form>
     <form method="post" action="/dev/mail/${mail.id}/report?kind=complaint"><button>Report: spam</button></form>
     <iframe title="The mail as HTML" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(html)}"></iframe>`,
  )
}
