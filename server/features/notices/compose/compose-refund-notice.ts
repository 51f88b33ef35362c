import { mailedPath } from '#domain/mailed-links.ts'
import { refundFailedMail, refundGivenMail } from '#server/emails/notices.ts'
import type { NoticeContext } from '../notice.ts'
import { type Decision, toPatient } from '../recipients.ts'

/** To the payer: a refund, or its failure, by the refund's present state. Role `system`. */
export async function composeRefundNotice({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const refund = await tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.clinic_id', '=', 'r.clinic_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(['r.patient_id', 'r.status', 'r.amount_cents', 'r.currency', 'r.refunded_at'])
    .select(['p.card_brand', 'p.card_last4', 'p.invoice_id'])
    .where('r.clinic_id', '=', notice.clinicId)
    .where('r.id', '=', notice.subjectId)
    .executeTakeFirstOrThrow()
  const hasFailed = refund.status === 'failed'
  if (hasFailed !== (notice.kind === 'refund_failed')) return { skipped: 'changed' }
  return toPatient(tx, notice.clinicId, refund.patient_id, (to) => {
    const said = {
      to,
      clinic,
      link: page(mailedPath('invoice', refund.invoice_id)),
      amountCents: refund.amount_cents,
      currency: refund.currency,
      card: { brand: refund.card_brand, last4: refund.card_last4 },
    }
    return hasFailed ? refundFailedMail(said) : refundGivenMail({ ...said, refundedAt: refund.refunded_at })
  })
}
