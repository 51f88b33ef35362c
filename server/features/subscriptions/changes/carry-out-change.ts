import { AppError } from '#domain/errors.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { refreshSubscription } from '#server/features/stripe-sync/refresh/refresh-subscription.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { recordEnding } from '../ending/end-with-period.ts'
import { isDisconnected, noticeAtOnce } from '../notice-waiting.ts'
import { changeHouseholdAtStripe, coverAfterChange } from './household-change.ts'
import { type LeavingDetails, leaveAtStripe } from './leave-change.ts'
import { type Changeable, readChangeable } from './load-changeable.ts'
import { forgetScheduled, pauseAtStripe, resumeAtStripe, scheduleResume } from './pause-change.ts'
import type { ChangeKind, RecordedChange } from './recorded-change.ts'
import { afterVersionChange, changeVersionAtStripe } from './version-change.ts'

/** The steps of a kind of change. Each can be repeated. */
export interface ChangeMaker {
  /** @returns false when the card was declined, without any change */
  atStripe(services: Services, change: RecordedChange, present: Changeable): Promise<boolean>
  /** The local part, in one transaction with the change's end. Role `system`. */
  here?(tx: Tx, change: RecordedChange, present: Changeable, now: Date): Promise<void>
  /** The local part if nothing has changed at Stripe. Role `system`. */
  instead?(services: Services, tx: Tx, change: RecordedChange, present: Changeable): Promise<void>
}

const makers: Record<ChangeKind, ChangeMaker> = {
  household: { atStripe: changeHouseholdAtStripe, here: coverAfterChange },
  pause: { atStripe: pauseAtStripe, here: scheduleResume },
  resume: { atStripe: resumeAtStripe, here: forgetScheduled },
  plan: { atStripe: changeVersionAtStripe, here: afterVersionChange },
  price: { atStripe: changeVersionAtStripe, here: afterVersionChange },
  leave: { atStripe: leaveAtStripe, here: forgetScheduled, instead: endWithPaidPeriod },
}

const audited = {
  household: 'subscription.household_changed',
  plan: 'subscription.plan_changed',
  pause: 'subscription.paused',
  resume: 'subscription.unpaused',
  leave: 'subscription.left',
  price: 'subscription.price_changed',
} as const

/**
 * Makes a recorded change at Stripe and then locally. Idempotent, also when run twice at once.
 * @returns its state
 * @throws AppError `payments_unavailable`, `payments_disconnected`: a job retries
 */
export async function carryOut(services: Services, changeId: string): Promise<string> {
  const { transactions, clock } = services
  const asJob = <Result>(work: (tx: Tx) => Promise<Result>) =>
    transactions.withSystem('subscription-change', work)
  const loaded = await asJob((tx) => loadPending(tx, changeId, clock.now()))
  if (!loaded) return asJob((tx) => stateOf(tx, changeId))
  const { change, present } = loaded
  const maker = makers[change.kind]
  const isMade = await maker.atStripe(services, change, present)
  await asJob(async (tx) => {
    const ended = await tx
      .updateTable('subscription_changes')
      .set({ state: isMade ? 'done' : 'refused', decided_at: clock.now() })
      .where('clinic_id', '=', change.clinicId)
      .where('id', '=', change.id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return
    if (!isMade) return maker.instead?.(services, tx, change, present)
    await maker.here?.(tx, change, present, clock.now())
    await audit(
      tx,
      audited[change.kind],
      { type: 'subscription', id: change.subscriptionId },
      { cents: change.quotedCents },
      change.clinicId,
    )
    await writeNotice(
      tx,
      { clinicId: change.clinicId, kind: 'plan_change', subjectId: change.id, key: change.id },
      clock.now(),
    )
  })
  const { clinicId, account, timeZone, stripeSubscription } = present
  const clinic = { clinicId, account, timeZone }
  // the change is made even if this read fails: its event causes another
  await refreshSubscription(services, clinic, stripeSubscription).catch((error: unknown) =>
    services.log.warn('subscriptions.unread', { error }),
  )
  return isMade ? 'done' : 'refused'
}

const unanswered: string[] = ['payments_unavailable', 'payments_disconnected']

/**
 * Carries out a change while the caller waits. Without an answer from Stripe it stays recorded, and a job retries. If
 * the clinic's account cannot be reached, a change that charges is withdrawn, so that no card is charged days later;
 * one that stops charges stays.
 * @throws AppError `payments_disconnected` for a withdrawn change
 */
export async function carryOutAwaited(
  services: Services & { clinicId: string },
  { changeId, subscriptionId, charges }: { changeId: string; subscriptionId: string; charges: boolean },
): Promise<'done' | 'refused' | 'pending'> {
  try {
    return (await carryOut(services, changeId)) === 'refused' ? 'refused' : 'done'
  } catch (error) {
    if (error instanceof AppError && !unanswered.includes(error.code)) throw error
    if (isDisconnected(error) && charges) {
      await takeBack(services, changeId)
      throw error
    }
    services.log.warn('subscriptions.unconfirmed', { error, subscriptionId })
    const { clinicId } = services
    if (isDisconnected(error)) await noticeAtOnce(services, { clinicId, subscriptionId })
    return 'pending'
  }
}

async function takeBack(
  { clinicId, transactions, clock }: Services & { clinicId: string },
  changeId: string,
): Promise<void> {
  await transactions.withSystem('subscription-change', (tx) =>
    tx
      .updateTable('subscription_changes')
      .set({ state: 'undone', decided_at: clock.now() })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', changeId)
      .where('state', '=', 'pending')
      .execute(),
  )
}

/** The open amount was paid before the click, so the plan ends with the paid period. */
async function endWithPaidPeriod(
  { jobs, clock }: Services,
  tx: Tx,
  { clinicId, subscriptionId, details }: RecordedChange,
  { periodEnd }: Changeable,
): Promise<void> {
  if (!(details as LeavingDetails).waived) return
  const ctx = { clinicId, jobs, now: () => clock.now() }
  await recordEnding(tx, ctx, subscriptionId, { cancel: true, end: periodEnd, isAwaited: false })
}

async function stateOf(tx: Tx, changeId: string): Promise<string> {
  const row = await tx
    .selectFrom('subscription_changes')
    .select('state')
    .where('id', '=', changeId)
    .executeTakeFirst()
  return row?.state ?? 'undone'
}

async function loadPending(tx: Tx, changeId: string, now: Date) {
  const row = await tx
    .selectFrom('subscription_changes')
    .selectAll()
    .where('id', '=', changeId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (!row) return null
  const change: RecordedChange = {
    id: row.id,
    clinicId: row.clinic_id,
    subscriptionId: row.subscription_id,
    kind: row.kind as ChangeKind,
    versionId: row.version_id,
    quotedCents: row.quoted_cents,
    quotedAt: row.quoted_at,
    details: row.details,
  }
  return { change, present: await readChangeable(tx, row.clinic_id, row.subscription_id, now) }
}
