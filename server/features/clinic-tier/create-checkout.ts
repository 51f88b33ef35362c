import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { createCheckoutInput } from '#domain/clinic-tier/clinic-tier.ts'
import { type ProductPlanId, productPlans } from '#domain/clinic-tier/product-plans.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { blocksJoining } from '#domain/subscriptions/subscriptions.ts'
import { type Action, type ClinicCtx, outwardAction } from '#server/platform/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { openCheckout } from '../checkouts/open-checkout.ts'
import { inPrimaryAdminClinic } from '../memberships/in-primary-admin-clinic.ts'

const checkoutOfClinic = outwardAction({
  name: 'create-checkout',
  input: createCheckoutInput,
  access: 'billing:write',
  async run(ctx, { plan, attempt }): Promise<PageUrl> {
    const customer = (await loadCustomer(ctx)) ?? (await createCustomer(ctx))
    const paidUrl = clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.clinic, 'checkout=done')
    const url = await openCheckout(ctx, {
      purpose: 'tier',
      subjectId: ctx.clinicId,
      choice: plan,
      attempt: attempt ?? ctx.caller.requestId,
      account: null,
      admit: (tx) => requireNoTier(tx, ctx.clinicId),
      async makePage(key, checkoutId) {
        return ctx.stripe.checkout.open(null, {
          customer,
          price: await tierPrice(ctx, plan),
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
})

/**
 * Sends a clinic's admin to the payment page for one of Carefold's own plans (docs/specification.md B2.1, B7).
 *
 * On the main site, where a request names no clinic, it is the one that the caller runs. The tier starts when Stripe confirms the payment. A clinic that already has a running one is refused, so that it never
 * pays twice.
 *
 * @returns `url` to send the browser to. It comes back to `/clinic?checkout=done` or `/pricing?canceled=1`
 * @throws AppError `clinic_tier_running`, `checkout_url_missing` ("No checkout URL returned"), `payments_unavailable`
 */
export const createCheckout = {
  ...checkoutOfClinic,
  async call(services, caller, input) {
    return checkoutOfClinic.call(services, await inPrimaryAdminClinic(services, caller), input)
  },
} satisfies Action

function loadCustomer(ctx: ClinicCtx): Promise<string | null> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await requireNoTier(tx, ctx.clinicId)
      const billing = await tx
        .selectFrom('clinic_billing')
        .select('stripe_customer')
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      return billing.stripe_customer
    }),
  )
}

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

async function createCustomer(ctx: ClinicCtx): Promise<string> {
  const email = await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const person = await tx
        .selectFrom('auth.users')
        .select('email')
        .where('id', '=', ctx.userId)
        .executeTakeFirst()
      return person?.email ?? null
    }),
  )
  const customer = await ctx.stripe.customers.create(null, {
    email,
    metadata: { clinic: ctx.clinicId },
    key: `customer:${ctx.clinicId}`,
  })
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await tx
        .updateTable('clinic_billing')
        .set({ stripe_customer: customer, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('stripe_customer', 'is', null)
        .execute()
      const billing = await tx
        .selectFrom('clinic_billing')
        .select('stripe_customer')
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      return billing.stripe_customer ?? customer
    }),
  )
}

/** The platform's price of a tier, by lookup key; made when the account does not have it yet. */
async function tierPrice(ctx: ClinicCtx, plan: ProductPlanId): Promise<string> {
  const offer = productPlans.find(({ id }) => id === plan)
  if (!offer) throw new Error(`no plan is called ${plan}`)
  const product = await ctx.stripe.catalog.ensureProduct(null, {
    id: `carefold_${plan}`,
    name: `Carefold ${offer.name}`,
  })
  return ctx.stripe.catalog.ensurePrice(null, {
    lookupKey: plan,
    product,
    amountCents: offer.monthlyCents,
    currency: 'usd',
    interval: 'month',
  })
}
