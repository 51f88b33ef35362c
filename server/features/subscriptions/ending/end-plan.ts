import type { OpenAmountChoice } from '#domain/subscriptions/inputs.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { jobAfterSeconds, type Recorded } from '../changes/recorded-change.ts'
import { openAmountOf, requireDecision } from '../open-amount.ts'
import { endWithPeriod } from './end-with-period.ts'
import { recordLeaving } from './record-leaving.ts'

export interface RecordedPlan {
  subscriptionId: string
  what: Recorded
}

/**
 * Ends a payer's running subscriptions, locked by the caller: each with its period, an overdue one by `decision`
 * (docs/decisions/0153). Recorded here; the caller then calls `confirmAtStripe`. Role `system`.
 * @param decision `pay` after `payOpenAmount`, when nothing is open any more
 * @throws AppError `open_amount_undecided`, `quote_changed`, `subscription_changing`
 */
export async function endPlans(
  tx: Tx,
  ctx: ClinicCtx,
  plans: readonly { id: string; status: string; cancel_at_period_end: boolean }[],
  decision: OpenAmountChoice,
): Promise<RecordedPlan[]> {
  const open = await openAmountOf(tx, ctx.clinicId, plans)
  const isPaid = decision?.choice === 'pay' && open === null
  if (!isPaid) requireDecision(open, decision)
  const recorded: RecordedPlan[] = []
  for (const { id, cancel_at_period_end: isEnding } of plans) {
    const waived = (open?.invoices ?? []).filter(({ subscriptionId }) => subscriptionId === id)
    if (waived.length > 0) {
      const cents = waived.reduce((sum, invoice) => sum + invoice.cents, 0)
      const invoices = waived.map((invoice) => invoice.id)
      const details = { parts: [], credit: null, waived: { invoices, cents } }
      const leaving = { cents: 0, details, afterSeconds: jobAfterSeconds }
      recorded.push({ subscriptionId: id, what: await recordLeaving(tx, ctx, id, leaving) })
    } else if (!isEnding) recorded.push({ subscriptionId: id, what: await endWithPeriod(tx, ctx, id, true) })
  }
  return recorded
}
