import { paths } from '#domain/paths.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import { renewalMail } from '#server/emails/plan-changes.ts'
import { nextPeriodPrice } from '../../plans/next-period-price.ts'
import type { NoticeContext } from '../notice.ts'
import { type Decision, toPatient } from '../recipients.ts'

/** To the payer: a yearly plan renews soon, with the amount (docs/domain-rules.md rule 18). */
export async function composePlanRenewal({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const { clinicId, subjectId } = notice
  const next = await nextPeriodPrice(tx, clinicId, subjectId)
  if (!isRunning(next.status) || next.endsWithPeriod) return { skipped: 'over' }
  if (next.from <= notice.now) return { skipped: 'renewed' }
  const other = await tx
    .selectFrom('subscription_changes')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subjectId)
    .where('state', '=', 'scheduled')
    .limit(1)
    .executeTakeFirst()
  return toPatient(tx, clinicId, next.payerId, (to) =>
    renewalMail({
      to,
      clinic,
      link: page(paths.pay),
      renewsAt: next.from,
      isInvoiced: next.isInvoiced,
      price: other ? null : formatMoney(next.afterCents, next.currency),
    }),
  )
}
