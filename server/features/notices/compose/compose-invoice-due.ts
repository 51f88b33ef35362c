import { mailedPath } from '#domain/mailed-links.ts'
import { dateIn } from '#domain/values/zones.ts'
import { invoiceDueMail } from '#server/emails/notices.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { NoticeContext } from '../notice.ts'
import { type Decision, noAccount, toAccount, toPatient } from '../recipients.ts'
import { reachedPatient, toRecord } from '../to-record.ts'

/**
 * An invoice to pay by link, in the words of its present state. To the patient; of a plan, to the payer without an account
 * too, with Stripe's page as the link (docs/decisions/0205). Role `system`.
 */
export async function composeInvoiceDue(context: NoticeContext): Promise<Decision> {
  const { tx, notice, clinic, page } = context
  const { clinicId } = notice
  const invoice = await tx
    .selectFrom('invoices')
    .select(['id', 'number', 'status', 'patient_id', 'amount_due_cents', 'currency', 'due_at'])
    .select(['subscription_id', 'pay_url', 'settles_about'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', notice.subjectId)
    .executeTakeFirstOrThrow()
  const { due_at: dueAt, patient_id: patientId } = invoice
  if (invoice.status !== 'open' || !dueAt) return { skipped: 'not due any more' }
  if (invoice.settles_about) return { skipped: 'payment on its way' }
  const day = (instant: Date) => dateIn(instant, clinic.timeZone)
  const today = day(notice.now)
  const ahead = notice.key.endsWith(':before') ? 'soon' : 'later'
  const when = today < day(dueAt) ? ahead : today === day(dueAt) ? 'today' : 'overdue'
  const write = (to: string, link: string, stopLink?: string) =>
    invoiceDueMail({
      to,
      clinic,
      link,
      number: invoice.number ?? '',
      amountCents: invoice.amount_due_cents,
      currency: invoice.currency,
      dueAt,
      when,
      stopLink,
    })
  const inPortal = (to: string) => write(to, page(mailedPath('invoice', invoice.id)))
  if (!invoice.subscription_id) return toPatient(tx, clinicId, patientId, inPortal)
  const reached = await reachedPatient(context, patientId)
  const { pay_url: payUrl } = invoice
  if (reached?.reach === 'account') return toPatient(tx, clinicId, patientId, inPortal)
  if (!payUrl) return { skipped: 'no payment page' }
  if (reached?.reach === 'guardian') {
    const guardian = await guardianOf(tx, clinicId, patientId)
    return guardian ? toAccount(tx, guardian, ({ email }) => write(email, payUrl)) : { skipped: noAccount }
  }
  if (reached?.reach !== 'email') return { skipped: 'no address' }
  return toRecord(context, reached, (to, stopLink) => write(to, payUrl, stopLink))
}

/** The guardian with full access whose access is the oldest. */
async function guardianOf(tx: Tx, clinicId: string, patientId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('app.live_guardians as l')
    .innerJoin('patient_guardians as g', (join) =>
      join.onRef('g.clinic_id', '=', 'l.clinic_id').onRef('g.id', '=', 'l.id'),
    )
    .select('l.user_id')
    .where('l.clinic_id', '=', clinicId)
    .where('l.patient_id', '=', patientId)
    .where('l.level', '=', 'full')
    .where('l.user_id', 'is not', null)
    .orderBy('g.accepted_at')
    .orderBy('g.id')
    .limit(1)
    .executeTakeFirst()
  return row?.user_id ?? null
}
