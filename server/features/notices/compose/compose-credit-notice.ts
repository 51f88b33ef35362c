import { paths } from '#domain/paths.ts'
import { creditMail } from '#server/emails/credits.ts'
import type { NoticeContext } from '../notice.ts'
import { type Decision, toPatient } from '../recipients.ts'

/** To the payer: a credit was given or taken back, with the credit that is left now. Role `system`. */
export async function composeCreditNotice({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const { amount_cents, currency, ...credit } = await tx
    .selectFrom('credits as c')
    .leftJoin('patient_customers as p', (join) =>
      join.onRef('p.clinic_id', '=', 'c.clinic_id').onRef('p.patient_id', '=', 'c.patient_id'),
    )
    .select(['c.patient_id', 'c.amount_cents', 'c.currency', 'p.credit_cents'])
    .where('c.clinic_id', '=', notice.clinicId)
    .where('c.id', '=', notice.subjectId)
    .executeTakeFirstOrThrow()
  return toPatient(tx, notice.clinicId, credit.patient_id, (to) =>
    creditMail({
      to,
      clinic,
      link: page(paths.pay),
      kind: amount_cents > 0 ? 'given' : 'takenBack',
      amountCents: Math.abs(amount_cents),
      leftCents: Math.max(0, credit.credit_cents ?? 0),
      currency,
    }),
  )
}
