import { paths } from '#domain/paths.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import { childPriceMail } from '#server/emails/plan-changes.ts'
import { nextPeriodPrice } from '../../plans/next-period-price.ts'
import type { NoticeContext } from '../notice.ts'
import { type Decision, toPatient } from '../recipients.ts'

/** To the payer: a covered person pays an adult's price from the next period on (docs/domain-rules.md rule 13). */
export async function composePlanPrice({ tx, notice, clinic, page }: NoticeContext): Promise<Decision> {
  const next = await nextPeriodPrice(tx, notice.clinicId, notice.subjectId)
  if (!isRunning(next.status) || next.endsWithPeriod) return { skipped: 'over' }
  if (next.beforeCents === next.afterCents) return { skipped: 'as before' }
  const money = (cents: number) => formatMoney(cents, next.currency)
  return toPatient(tx, notice.clinicId, next.payerId, (to) =>
    childPriceMail({
      to,
      clinic,
      link: page(paths.pay),
      from: next.from,
      prices: { from: money(next.beforeCents), to: money(next.afterCents) },
    }),
  )
}
