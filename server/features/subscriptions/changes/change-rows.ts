import { AppError } from '#domain/errors.ts'
import { clockSkewMs, isQuoteCurrent, type Quote } from '#domain/subscriptions/changes.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { type Changeable, lockChangeable } from './load-changeable.ts'
import { hasPendingChange } from './pending-change.ts'
import { type ChangeKind, finishChangeJob, jobAfterSeconds } from './recorded-change.ts'

export interface WantedChange {
  kind: ChangeKind
  attempt: string
  quote: Quote
  /** Ids, names and days of the change. */
  /** Unless `check` returns them. */
  details?: object
  versionId?: string | null
  /** Absent: now. A scheduled change replaces an earlier one, and does nothing at Stripe yet. */
  scheduledAt?: Date
}

/**
 * Records a change before it is made at Stripe, so that a crash loses nothing and two tabs change nothing twice.
 * @param check gets the locked subscription; may throw, or return the details. Role `system`
 * @returns the change's id, the same for the same attempt
 * @throws AppError `subscription_changing` while another change is pending
 */
export function beginChange(
  ctx: ClinicCtx,
  subscriptionId: string,
  wanted: WantedChange,
  check: (now: Changeable, tx: Tx) => Promise<object | undefined>,
): Promise<string> {
  return ctx.transactions.withActor(ctx.caller, async (tx) => {
    const present = await lockChangeable(tx, ctx, subscriptionId)
    return asSystem(tx, async () => {
      const known = await changeOfAttempt(tx, ctx.clinicId, subscriptionId, wanted.attempt)
      if (known) return known.id
      const details = (await check(present, tx)) ?? wanted.details ?? {}
      if (await hasPendingChange(tx, ctx.clinicId, subscriptionId))
        throw new AppError('subscription_changing')
      const { scheduledAt } = wanted
      if (scheduledAt) await undoScheduled(tx, ctx, subscriptionId)
      const at = new Date(wanted.quote.at)
      const { id } = await tx
        .insertInto('subscription_changes')
        .values({
          clinic_id: ctx.clinicId,
          subscription_id: subscriptionId,
          kind: wanted.kind,
          state: scheduledAt ? 'scheduled' : 'pending',
          attempt: wanted.attempt,
          quoted_cents: wanted.quote.amountCents,
          quoted_at: at,
          effective_at: scheduledAt ?? at,
          version_id: wanted.versionId ?? null,
          details: JSON.stringify(details),
          created_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      // audits the caller here; the result is audited where it is carried out, perhaps by a job
      await audit(
        tx,
        'subscription.change_requested',
        { type: 'subscription', id: subscriptionId },
        { kind: wanted.kind, cents: wanted.quote.amountCents },
      )
      if (scheduledAt) {
        const fact = {
          clinicId: ctx.clinicId,
          kind: 'plan_change' as const,
          subjectId: id,
          key: `${id}:soon`,
        }
        await writeNotice(tx, fact, ctx.now())
      } else await ctx.jobs.enqueue(tx, finishChangeJob, { changeId: id }, { afterSeconds: jobAfterSeconds })
      return id
    })
  })
}

/**
 * Withdraws a scheduled change. Role `system`.
 * @returns whether there was one
 */
export async function undoScheduled(
  tx: Tx,
  { clinicId, now }: Pick<ClinicCtx, 'clinicId' | 'now'>,
  subscriptionId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subscription_changes')
    .set({ state: 'undone', decided_at: now() })
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function changeOfAttempt(tx: Tx, clinicId: string, subscriptionId: string, attempt: string) {
  return tx
    .selectFrom('subscription_changes')
    .select(['id', 'state'])
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
}

/** Whether this attempt is recorded: then it is carried out as agreed. */
export function isKnownAttempt(ctx: ClinicCtx, subscriptionId: string, attempt: string): Promise<boolean> {
  return ctx.transactions.withSystem('subscription-change', async (tx) =>
    Boolean(await changeOfAttempt(tx, ctx.clinicId, subscriptionId, attempt)),
  )
}

/**
 * Requires the amount that was shown.
 * @param counted the amount now; null before it is known
 * @throws AppError `quote_changed` for another amount, or one that was shown too long ago
 */
export function requireQuote(quote: Quote, counted: number | null, present: Changeable, now: Date): void {
  const at = Date.parse(quote.at)
  const isInPeriod = at >= present.periodStart.getTime() - clockSkewMs && at < present.periodEnd.getTime()
  if (!isInPeriod || !isQuoteCurrent(quote, now) || (counted !== null && counted !== quote.amountCents))
    throw new AppError('quote_changed')
}
