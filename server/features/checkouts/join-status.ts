import { sql } from 'kysely'
import { type JoinStatus, joinStatusInput } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { isEntitled } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { refreshOpenCheckoutJob } from '../stripe-sync/refresh/refresh-open-checkout.ts'
import { heldPlans } from '../subscriptions/held-plans.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'

/**
 * Returns whether Stripe has confirmed the caller's payment for a plan, for the page `/join/confirming`. While the
 * checkout is open, a read from Stripe is queued, in case the event is lost.
 * @throws AppError `not_allowed` unless a patient; `not_found`
 */
export const joinStatus = action({
  name: 'join-status',
  input: joinStatusInput,
  access: 'signed-in',
  system: 'a checkout, which no caller reads, says what was joined',
  async run(tx, ctx, { sessionId }): Promise<JoinStatus> {
    const patientId = await ownPatientId(tx, ctx.actor)
    if (!patientId) throw new AppError('not_allowed')
    return asSystem(tx, async () => {
      const checkout = await tx
        .selectFrom('app.checkouts as c')
        .innerJoin('plan_prices as r', (join) =>
          join
            .onRef('r.clinic_id', '=', 'c.clinic_id')
            .on((on) => on(on.cast<string>('r.id', 'text'), '=', sql<string>`split_part(c.choice, ':', 1)`)),
        )
        .innerJoin('plans as p', (join) =>
          join.onRef('p.clinic_id', '=', 'r.clinic_id').onRef('p.id', '=', 'r.plan_id'),
        )
        .innerJoin('plan_versions as v', (join) =>
          join.onRef('v.clinic_id', '=', 'r.clinic_id').onRef('v.id', '=', 'r.version_id'),
        )
        .select(['c.id', 'c.state', 'p.kind', 'v.name'])
        .where('c.clinic_id', '=', ctx.clinicId)
        .where('c.subject_id', '=', patientId)
        .where('c.stripe_session', '=', sessionId)
        .executeTakeFirst()
      if (!checkout) throw new AppError('not_found')
      const planName = checkout.name
      if (checkout.state === 'expired') return { state: 'expired', planName }
      if (checkout.state === 'open') {
        await ctx.jobs.enqueue(tx, refreshOpenCheckoutJob, { checkoutId: checkout.id }, { once: checkout.id })
        return { state: 'confirming', planName }
      }
      const held = await heldPlans(tx, ctx.clinicId, patientId)
      const isActive = held.some((plan) => plan.kind === checkout.kind && isEntitled(plan, ctx.now()))
      return { state: isActive ? 'active' : 'confirming', planName }
    })
  },
})
