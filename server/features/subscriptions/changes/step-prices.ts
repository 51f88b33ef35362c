import { householdItems, isChildOn } from '#domain/plans/household.ts'
import { pricesSetDaysBefore } from '#domain/subscriptions/subscriptions.ts'
import { dayMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { coveredHousehold, stripeItems, versionMoney } from '#server/features/plans/covered-household.ts'
import { nextPeriodPrice } from '#server/features/plans/next-period-price.ts'
import { refreshSubscription } from '#server/features/stripe-sync/refresh/refresh-subscription.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const stepPricesJob = 'subscriptions.step-prices'
export const announcePricesJob = 'subscriptions.announce-prices'
const stepPriceJob = 'subscriptions.step-price'

/** Set this long before a period begins, so that an outage of some days does no harm. */
const aheadMs = pricesSetDaysBefore * dayMs

/**
 * Queues subscriptions that renew soon and cover children: one who has grown up pays an adult's price from the next
 * period on (docs/domain-rules.md rule 13). Hourly.
 */
export function stepPrices(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: stepPricesJob,
    cron: '41 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now()
      return transactions.withSystem('job:subscriptions.step-prices', async (tx) => {
        const due = await renewingWithChildren(tx, now, aheadMs)
        for (const { id: subscriptionId } of due)
          await services.jobs.enqueue(tx, stepPriceJob, { subscriptionId }, { once: subscriptionId })
        return { due: due.length }
      })
    },
  })
}

/** A payer is notified of another price this long before the period. */
const noticeMs = 14 * dayMs

/** Announces that price to payers. Hourly. */
export function announcePrices(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: announcePricesJob,
    cron: '23 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:subscriptions.announce-prices', async (tx) => {
        const now = clock.now()
        const due = await renewingWithChildren(tx, now, noticeMs)
        let announced = 0
        for (const { id, clinic_id: clinicId } of due) {
          const { beforeCents, afterCents, from } = await nextPeriodPrice(tx, clinicId, id)
          if (afterCents <= beforeCents) continue
          const key = `${id}:${from.toISOString().slice(0, 10)}`
          await writeNotice(tx, { clinicId, kind: 'plan_price', subjectId: id, key }, now)
          announced += 1
        }
        return { due: due.length, announced }
      }),
  })
}

/** Sets the items of a subscription's next period, without a charge or credit for the current one. */
export function stepPrice(services: Services) {
  const { transactions, stripe } = services
  const asJob = <Result>(work: (tx: Tx) => Promise<Result>) =>
    transactions.withSystem('job:subscriptions.step-price', work)
  return defineJob<{ subscriptionId: string }>({
    name: stepPriceJob,
    retryLimit: 12,
    retryDelaySeconds: 60,
    async run({ subscriptionId }): Promise<JobResult> {
      const step = await asJob((tx) => nextPeriodStep(tx, subscriptionId))
      if (!step) return { stepped: false }
      const { account, stripeSubscription, items, key, clinicId, timeZone } = step
      await stripe.subscriptions.setItems(account, stripeSubscription, { items, key })
      await asJob(async (tx) => {
        for (const memberId of step.grownUp)
          await tx
            .updateTable('subscription_members')
            .set({ role: 'adult' })
            .where('clinic_id', '=', clinicId)
            .where('id', '=', memberId)
            .execute()
        await audit(
          tx,
          'subscription.price_stepped',
          { type: 'subscription', id: subscriptionId },
          { from: step.day },
          clinicId,
        )
      })
      await refreshSubscription(services, { clinicId, account, timeZone }, stripeSubscription)
      return { stepped: true }
    },
  })
}

/** The subscriptions that renew within a time and cover children. */
function renewingWithChildren(tx: Tx, now: Date, withinMs: number) {
  return tx
    .selectFrom('subscriptions as s')
    .select(['s.id', 's.clinic_id'])
    .where('s.status', 'in', ['trialing', 'active', 'past_due'])
    .where('s.cancel_at_period_end', '=', false)
    .where('s.current_period_end', '>', now)
    .where('s.current_period_end', '<', new Date(now.getTime() + withinMs))
    .where((row) =>
      row.exists(
        row
          .selectFrom('subscription_members as m')
          .select('m.id')
          .whereRef('m.clinic_id', '=', 's.clinic_id')
          .whereRef('m.subscription_id', '=', 's.id')
          .where('m.role', '=', 'child')
          .where('m.until_on', 'is', null),
      ),
    )
    .execute()
}

async function nextPeriodStep(tx: Tx, subscriptionId: string) {
  const found = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select([
      's.clinic_id',
      's.owner_patient_id',
      's.version_id',
      's.stripe_account',
      's.stripe_subscription',
    ])
    .select(['s.current_period_end', 's.status', 's.ended_at', 'c.time_zone'])
    .where('s.id', '=', subscriptionId)
    .executeTakeFirst()
  if (!found || found.ended_at) return null
  const { clinic_id: clinicId, time_zone: timeZone } = found
  const day = dateIn(found.current_period_end, timeZone)
  const household = await coveredHousehold(tx, clinicId, {
    id: subscriptionId,
    payerId: found.owner_patient_id,
  })
  const { money, stripePrices } = await versionMoney(tx, clinicId, found.version_id)
  const members = await tx
    .selectFrom('subscription_members')
    .select(['id', 'born_on'])
    .where('clinic_id', '=', clinicId)
    .where('subscription_id', '=', subscriptionId)
    .where('role', '=', 'child')
    .where('until_on', 'is', null)
    .execute()
  const grownUp = members
    .filter(({ born_on }) => born_on !== null && !isChildOn(born_on, day, money.childAgeLimit))
    .map(({ id }) => id)
  if (grownUp.length === 0) return null
  return {
    clinicId,
    timeZone,
    day,
    grownUp,
    account: found.stripe_account,
    stripeSubscription: found.stripe_subscription,
    items: stripeItems(householdItems(money, household, day), stripePrices),
    key: `step:${subscriptionId}:${day}`,
  }
}
