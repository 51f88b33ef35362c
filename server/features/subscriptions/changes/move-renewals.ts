import type { PlanInterval } from '#domain/plans/plans.ts'
import type { Services } from '#server/clinic/action.ts'
import { refreshSubscription } from '#server/features/stripe-sync/refresh/refresh-subscription.ts'
import { movedAheadMs, renewalDay } from '#server/features/stripe-sync/renewal-day.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const moveRenewalsJob = 'subscriptions.move-renewals'
const moveRenewalJob = 'subscriptions.move-renewal'

/** Queues subscriptions that Stripe would soon renew on another day than the clinic's (docs/decisions/0193). Hourly. */
export function moveRenewals(services: Services) {
  const { transactions, clock, jobs } = services
  return defineJob({
    name: moveRenewalsJob,
    cron: '11 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:subscriptions.move-renewals', async (tx) => {
        const now = clock.now()
        const soon = new Date(now.getTime() + movedAheadMs)
        const due = await tx
          .selectFrom('subscriptions')
          .select('id')
          .where('moves_from', '>', now)
          .where((row) => row.or([row('moves_from', '<', soon), row('current_period_end', '<', soon)]))
          .execute()
        for (const { id: subscriptionId } of due)
          await jobs.enqueue(tx, moveRenewalJob, { subscriptionId }, { once: subscriptionId })
        return { due: due.length }
      }),
  })
}

export function moveRenewal(services: Services) {
  const { transactions, stripe, clock } = services
  return defineJob<{ subscriptionId: string }>({
    name: moveRenewalJob,
    retryLimit: 12,
    retryDelaySeconds: 60,
    async run({ subscriptionId }): Promise<JobResult> {
      const found = await transactions.withSystem('job:subscriptions.move-renewal', (tx) =>
        tx
          .selectFrom('subscriptions as s')
          .innerJoin('clinics as c', 'c.id', 's.clinic_id')
          .innerJoin('plan_prices as p', (join) =>
            join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.price_id'),
          )
          .select(['s.clinic_id as clinicId', 's.stripe_account as account', 's.stripe_subscription as id'])
          .select(['c.time_zone as timeZone', 'p.interval'])
          .where('s.id', '=', subscriptionId)
          .executeTakeFirst(),
      )
      if (!found) return { moved: false }
      const { account, id, timeZone } = found
      const facts = await stripe.subscriptions.read(account, id)
      const { day, endsAt, movesFrom } = renewalDay(facts, found.interval as PlanInterval, timeZone)
      // Stripe moves a renewal to a later instant alone: a job that ran late leaves this one, and moves the next
      if (!movesFrom || endsAt <= clock.now()) return { moved: false }
      const key = `move-renewal:${subscriptionId}:${endsAt.toISOString()}`
      await stripe.subscriptions.moveRenewal(account, id, { at: endsAt, day, key })
      await refreshSubscription(services, found, id)
      return { moved: true }
    },
  })
}
