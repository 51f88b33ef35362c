import { AppError } from '#domain/errors.ts'
import { periodStart } from '#domain/plans/periods.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { householdOf, itemsAfter } from './household-change.ts'
import type { Changeable } from './load-changeable.ts'
import type { RecordedChange } from './recorded-change.ts'

export interface PauseChange {
  months: number
  /** The unused time before tax, because Stripe adds tax to the credit as to each line. */
  netCents: number
}

/** @throws AppError `plan_without_pause`, also for too many months; `renewal_near` while its renewal is moved */
export function requirePause(present: Changeable, months: number): void {
  if (present.isRenewing) throw new AppError('renewal_near')
  if (months > present.maxPauseMonths) throw new AppError('plan_without_pause')
}

/** @throws AppError `subscription_not_paused` */
export function requirePaused({ status }: Changeable): void {
  if (status !== 'paused') throw new AppError('subscription_not_paused')
}

export async function pauseAtStripe(
  { stripe }: Services,
  change: RecordedChange,
  present: Changeable,
): Promise<boolean> {
  await stripe.subscriptions.pause(present.account, present.stripeSubscription, {
    creditCents: (change.details as PauseChange).netCents,
    description: subscriptionTexts.page.pause.creditLine,
    key: `change:${change.id}`,
  })
  return true
}

/** Schedules the end of the pause after the agreed calendar months. */
export async function scheduleResume(
  tx: Tx,
  change: RecordedChange,
  _present: Changeable,
  now: Date,
): Promise<void> {
  const { months } = change.details as PauseChange
  // no other plan and no other price while it is paused
  await forgetScheduled(tx, change, _present, now)
  await tx
    .insertInto('subscription_changes')
    .values({
      clinic_id: change.clinicId,
      subscription_id: change.subscriptionId,
      kind: 'resume',
      state: 'scheduled',
      attempt: `after-${change.id}`,
      quoted_cents: 0,
      quoted_at: change.quotedAt,
      effective_at: periodStart(change.quotedAt, 'month', months),
      details: JSON.stringify({}),
      created_at: now,
    })
    .execute()
}

/** Starts a new period now, at the prices of today's ages. */
export async function resumeAtStripe(
  { stripe, clock }: Services,
  change: RecordedChange,
  present: Changeable,
): Promise<boolean> {
  const today = { ...present, priceDay: dateIn(clock.now(), present.timeZone) }
  await stripe.subscriptions.resume(present.account, present.stripeSubscription, {
    items: itemsAfter(today, householdOf(present)),
    key: `change:${change.id}`,
  })
  return true
}

/** Withdraws the scheduled end of a pause that the payer has ended early. */
export async function forgetScheduled(
  tx: Tx,
  { clinicId, subscriptionId }: RecordedChange,
  _present: Changeable,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('subscription_changes')
    .set({ state: 'undone', decided_at: now })
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'scheduled')
    .execute()
}
