import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { createCheckoutInput } from '#domain/clinic-tier/clinic-tier.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { blocksJoining } from '#domain/subscriptions/subscriptions.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { openCheckout } from '../checkouts/open-checkout.ts'
import { atPrimaryAdminClinic } from '../memberships/in-primary-admin-clinic.ts'
import { changeTier } from './change-tier.ts'
import { ensureClinicCustomer } from './clinic-customer.ts'
import { requireRoomIn, runningTier } from './running-tier.ts'
import { tierPrice } from './tier-price.ts'

/**
 * Returns the page where an admin pays for one of Carefold's tiers (docs/specification.md B2.1, B7); without a clinic
 * in the request, for the clinic that the caller runs. The tier starts when Stripe confirms the payment. A running tier
 * is changed at once instead, and the price is prorated.
 * @returns `url`: the payment page, which redirects to `/clinic?checkout=done` or `/pricing?canceled=1`, or the plan's
 * page after a change
 * @throws AppError `clinic_tier_current`, `clinic_tier_too_small`, `clinic_card_declined`, `clinic_tier_running` while
 * the first payment is pending, `checkout_url_missing`, `payments_unavailable`
 */
export const createCheckout = atPrimaryAdminClinic(
  outwardAction({
    name: 'create-checkout',
    input: createCheckoutInput,
    access: 'billing:write',
    system: 'Stripe’s ids are granted to no caller',
    async run(ctx, { plan, attempt, changeAt }): Promise<PageUrl> {
      const running = await ctx.transactions.withActor(ctx.caller, (tx) =>
        asSystem(tx, () => runningTier(tx, ctx.clinicId)),
      )
      if (running) return changeTier(ctx, running, plan, changeAt)
      const customer = await ensureClinicCustomer(ctx, ctx.clinicId)
      const paidUrl = clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.clinic, 'checkout=done')
      const url = await openCheckout(ctx, {
        purpose: 'tier',
        subjectId: ctx.clinicId,
        choice: plan,
        attempt: attempt ?? ctx.caller.requestId,
        account: null,
        async admit(tx) {
          await requireNoTier(tx, ctx.clinicId)
          await requireRoomIn(tx, ctx.clinicId, plan)
        },
        async makePage(key, checkoutId) {
          return ctx.stripe.checkout.open(null, {
            customer,
            lines: [{ price: await tierPrice(ctx, plan), quantity: 1 }],
            successUrl: paidUrl,
            cancelUrl: `${ctx.config.mainOrigin}${paths.pricing}?canceled=1`,
            reference: ctx.clinicId,
            metadata: { clinic_id: ctx.clinicId, checkout: checkoutId },
            key,
          })
        },
        paidUrl: () => paidUrl,
      })
      return { url }
    },
  }),
)

async function requireNoTier(tx: Tx, clinicId: string): Promise<void> {
  const billing = await tx
    .selectFrom('clinic_billing')
    .select('subscription_status')
    .where('clinic_id', '=', clinicId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const status = billing.subscription_status
  if (status && blocksJoining(status)) throw new AppError('clinic_tier_running')
}
