import type { PlanInterval } from '#domain/plans/plans.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { SubscriptionFacts } from '#server/platform/stripe/subscription-reads.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'
import { coverHousehold } from '../cover-household.ts'
import { isMoving } from '../is-moving.ts'
import { takeNextRead } from '../next-read.ts'
import { patientOfCustomer } from '../patient-of-customer.ts'
import { renewalDay } from '../renewal-day.ts'

/**
 * Reads a subscription of a clinic's account and updates the local copy. Ignores subscriptions with another customer or
 * price, which the clinic sells elsewhere.
 */
export async function refreshSubscription(
  services: Services,
  clinic: ConnectedClinic,
  stripeSubscription: string,
): Promise<string> {
  const { transactions, stripe, clock } = services
  const readNo = await takeNextRead(transactions, 'stripe-sync:refresh-subscription')
  const facts = await stripe.subscriptions.read(clinic.account, stripeSubscription)
  return transactions.withSystem('stripe-sync:refresh-subscription', (tx) =>
    upsertSubscription(tx, clinic, facts, readNo, clock.now()),
  )
}

async function upsertSubscription(
  tx: Tx,
  clinic: ConnectedClinic,
  read: SubscriptionFacts,
  readNo: number,
  now: Date,
): Promise<string> {
  const { clinicId } = clinic
  const [owner, bought, before] = await Promise.all([
    patientOfCustomer(tx, clinicId, read.customer ?? ''),
    whatIsBought(tx, clinicId, read),
    tx
      .selectFrom('subscriptions')
      .select(['id', 'status', 'cancel_at_period_end', 'cancel_at', 'plan_id', 'version_id', 'price_id'])
      .select(['current_period_start', 'moves_from'])
      .where('clinic_id', '=', clinicId)
      .where('stripe_subscription', '=', read.id)
      .forUpdate()
      .executeTakeFirst(),
  ])
  if (!owner || !bought) return 'not ours'
  const renewal = renewalDay(read, bought.interval, clinic.timeZone)
  // the paid period lasts until the moved renewal
  const facts: SubscriptionFacts = renewal.isMoved
    ? { ...read, status: 'active', currentPeriodStart: before?.current_period_start ?? read.startedAt }
    : { ...read, currentPeriodEnd: renewal.endsAt }

  // a change for the next period is set at Stripe before it begins; until then the patient has the paid plan
  const held = before && (await isMoving(tx, clinicId, before.id, now)) ? before : null
  const state = {
    plan_id: held?.plan_id ?? bought.planId,
    version_id: held?.version_id ?? bought.versionId,
    price_id: held?.price_id ?? bought.adultPriceId,
    status: facts.status,
    current_period_start: facts.currentPeriodStart,
    current_period_end: facts.currentPeriodEnd,
    moves_from: renewal.isMoved ? before?.moves_from : renewal.movesFrom,
    ended_at: facts.endedAt,
    days_until_due: facts.daysUntilDue,
    tax_name: facts.tax?.name ?? null,
    tax_rate_ppm: facts.tax?.ratePpm ?? null,
    tax_is_inclusive: facts.tax?.isInclusive ?? null,
    read_no: readNo,
    updated_at: now,
  }
  const after = await tx
    .insertInto('subscriptions')
    .values({
      clinic_id: clinicId,
      owner_patient_id: owner,
      stripe_account: clinic.account,
      stripe_subscription: facts.id,
      started_at: facts.startedAt,
      cancel_at_period_end: facts.cancelAtPeriodEnd,
      cancel_at: facts.cancelAt,
      created_at: now,
      ...state,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'stripe_subscription'])
        .doUpdateSet((row) => ({
          ...state,
          // the patient's last request wins until it has been synced to Stripe
          cancel_at_period_end: row.fn.coalesce(
            'subscriptions.pending_cancel',
            row.val(facts.cancelAtPeriodEnd),
          ),
          cancel_at: row
            .case()
            .when('subscriptions.pending_cancel', 'is', null)
            .then(row.ref('excluded.cancel_at'))
            .else(null)
            .end(),
        }))
        .where('subscriptions.read_no', '<', readNo),
    )
    .returning(['id', 'cancel_at_period_end', 'cancel_at'])
    .executeTakeFirst()
  if (!after) return 'older than known'

  await replaceItems(tx, clinicId, after.id, bought.items)
  if (!before) {
    const { startedAt } = facts
    const started = { id: after.id, payerId: owner, versionId: bought.versionId, startedAt }
    await coverHousehold(tx, clinic, { ...started, checkoutId: facts.metadata.checkout }, now)
  }
  await endCover(tx, clinic, after.id, facts.endedAt)
  if (before?.status !== facts.status) {
    const change = { from: before?.status ?? null, to: facts.status }
    await audit(tx, 'subscription.status_changed', { type: 'subscription', id: after.id }, change, clinicId)
  }
  await noticeEnd(tx, clinic, { before, after, facts, readNo, now })
  return facts.status
}

/** Notifies of a plan that was set to end outside Carefold, or that ended unannounced. */
async function noticeEnd(
  tx: Tx,
  { clinicId }: ConnectedClinic,
  change: {
    before: ({ status: string } & ScheduledEnd) | undefined
    after: { id: string } & ScheduledEnd
    facts: SubscriptionFacts
    readNo: number
    now: Date
  },
): Promise<void> {
  const { before, after, facts, readNo, now } = change
  const isAnnounced = before !== undefined && hasEnd(before)
  if (isRunning(facts.status) && hasEnd(after) && !isAnnounced) {
    const key = `${after.id}:${readNo}`
    await writeNotice(tx, { clinicId, kind: 'plan_canceled', subjectId: after.id, key }, now)
  }
  const isOver = facts.status === 'canceled' && before?.status !== 'canceled'
  if (isOver && !isAnnounced && !facts.cancelAtPeriodEnd)
    await writeNotice(tx, { clinicId, kind: 'plan_ended', subjectId: after.id, key: after.id }, now)
}

interface ScheduledEnd {
  cancel_at_period_end: boolean
  cancel_at: Date | null
}

function hasEnd({ cancel_at_period_end, cancel_at }: ScheduledEnd): boolean {
  return cancel_at_period_end || cancel_at !== null
}

interface BoughtItem {
  stripe_item: string
  price_id: string
  role: string
  quantity: number
  unit_cents: number
}

/**
 * The plan version of a subscription, with its items; null for other products of the clinic. Ignores items without a
 * plan's price.
 */
async function whatIsBought(
  tx: Tx,
  clinicId: string,
  facts: SubscriptionFacts,
): Promise<{
  planId: string
  versionId: string
  adultPriceId: string
  interval: PlanInterval
  items: BoughtItem[]
} | null> {
  const prices = await tx
    .selectFrom('plan_prices as p')
    // each version has one
    .innerJoin('plan_prices as adult', (join) =>
      join
        .onRef('adult.clinic_id', '=', 'p.clinic_id')
        .onRef('adult.version_id', '=', 'p.version_id')
        .on('adult.role', '=', 'adult'),
    )
    .select(['p.id', 'p.plan_id', 'p.role', 'p.amount_cents', 'p.stripe_price', 'p.interval'])
    .select(['adult.id as adult_price_id', 'adult.version_id'])
    .where('p.clinic_id', '=', clinicId)
    .where(
      'p.stripe_price',
      'in',
      facts.items.map(({ price }) => price),
    )
    .execute()
  const [first] = prices
  // a price that exists at Stripe belongs to a version
  if (!first?.version_id) return null
  const items = facts.items.flatMap(({ id, price, quantity }) => {
    const known = prices.find((each) => each.stripe_price === price)
    if (!known || quantity === 0) return []
    const { id: price_id, role, amount_cents } = known
    return [{ stripe_item: id, price_id, role, quantity, unit_cents: amount_cents }]
  })
  return {
    planId: first.plan_id,
    versionId: first.version_id,
    adultPriceId: first.adult_price_id,
    interval: first.interval as PlanInterval,
    items,
  }
}

async function replaceItems(
  tx: Tx,
  clinicId: string,
  subscriptionId: string,
  items: BoughtItem[],
): Promise<void> {
  await Promise.all([
    tx
      .deleteFrom('subscription_items')
      .where('clinic_id', '=', clinicId)
      .where('subscription_id', '=', subscriptionId)
      .execute(),
    items.length > 0 &&
      tx
        .insertInto('subscription_items')
        .values(items.map((item) => ({ clinic_id: clinicId, subscription_id: subscriptionId, ...item })))
        .execute(),
  ])
}

async function endCover(
  tx: Tx,
  { clinicId, timeZone }: ConnectedClinic,
  subscriptionId: string,
  endedAt: Date | null,
): Promise<void> {
  if (!endedAt) return
  await tx
    .updateTable('subscription_members')
    .set({ until_on: dateIn(endedAt, timeZone) })
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    // an earlier leaving date stays
    .where('until_on', 'is', null)
    .execute()
}
