import { joinPlanInput, type PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { type PlanKind, sellingProblem } from '#domain/plans/plans.ts'
import { blocksJoining } from '#domain/subscriptions/subscriptions.ts'
import { type ClinicCtx, outwardAction } from '#server/platform/action.ts'
import { isStoppedForDebt } from '#server/platform/clinic-debt.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { heldPlans } from '../subscriptions/held-plans.ts'
import { ownPatientId } from '../subscriptions/own-patient-id.ts'
import { openCheckout } from './open-checkout.ts'
import { requireFreePlace } from './require-free-place.ts'

/**
 * Sends a patient to the payment page for a published plan, on the clinic's own Stripe account (direct charge).
 *
 * The plan starts when Stripe confirms the payment, never with the return from the page (docs/domain-rules.md rule 21).
 * Open to an active patient and to one whose email is unconfirmed (`ownPatientId`). Asking again, in this tab or
 * another, returns the same page, and the confirming page once that is paid.
 *
 * @returns `url` to send the browser to. It comes back to `/join/confirming?session_id=...` or `/join/plan?canceled=1`
 * @throws AppError `not_allowed` unless the caller is a patient of this clinic
 * @throws AppError `not_found` for an unknown price and for another clinic's; `plan_not_published` once it is closed,
 *   `plan_changed` once a later version is on sale
 * @throws AppError `already_joined`: one running plan of a kind (docs/domain-rules.md rule 16)
 * @throws AppError `joining_paused` while the clinic cannot take payments, or owes its commission for long; `clinic_full` at the tier's cap
 * @throws AppError `payments_unavailable`
 */
export const joinPlan = outwardAction({
  name: 'join-plan',
  input: joinPlanInput,
  access: 'signed-in',
  async run(ctx, { priceId, attempt }): Promise<PageUrl> {
    const offer = await loadOffer(ctx, priceId)
    const customer = await presentCustomer(ctx, offer)
    const clinic = ctx.actor.clinicSubdomain ?? ''
    const confirming = (session: string) =>
      clinicPage(ctx, clinic, paths.joinConfirming, `session_id=${session}`)
    const url = await openCheckout(ctx, {
      purpose: offer.kind,
      subjectId: offer.patientId,
      choice: priceId,
      attempt,
      account: offer.account,
      admit: (tx) => admit(tx, ctx, offer),
      makePage: (key, checkoutId) =>
        ctx.stripe.checkout.open(offer.account, {
          customer,
          price: offer.stripePrice,
          successUrl: confirming('{CHECKOUT_SESSION_ID}'),
          cancelUrl: clinicPage(ctx, clinic, paths.joinPlan, 'canceled=1'),
          reference: checkoutId,
          metadata: { checkout: checkoutId },
          key,
        }),
      paidUrl: confirming,
    })
    return { url }
  },
})

interface Offer {
  kind: PlanKind
  patientId: string
  account: string
  stripePrice: string
  email: string | null
  customer: string | null
}

function loadOffer(ctx: ClinicCtx, priceId: string): Promise<Offer> {
  return ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
    const patientId = await ownPatientId(tx, actor)
    if (!patientId) throw new AppError('not_allowed')
    return asSystem(tx, async () => {
      const price = await tx
        .selectFrom('plan_prices as r')
        .innerJoin('plans as p', (join) =>
          join.onRef('p.clinic_id', '=', 'r.clinic_id').onRef('p.id', '=', 'r.plan_id'),
        )
        .select(['p.kind', 'p.status', 'r.stripe_price', 'r.is_active'])
        .where('r.clinic_id', '=', ctx.clinicId)
        .where('r.id', '=', priceId)
        .executeTakeFirst()
      // patients must not learn of a draft
      if (!price?.stripe_price) throw new AppError('not_found')
      if (price.status !== 'published') throw new AppError('plan_not_published')
      if (!price.is_active) throw new AppError('plan_changed')

      const payouts = await tx
        .selectFrom('payout_accounts')
        .select(['stripe_account', 'charges_enabled as chargesEnabled'])
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirst()
      if (!payouts || sellingProblem(payouts)) throw new AppError('joining_paused')
      if (await isStoppedForDebt(tx, ctx.clinicId, ctx.now())) throw new AppError('joining_paused')

      const patient = await tx
        .selectFrom('patients')
        .leftJoin('patient_customers as c', (join) =>
          join
            .onRef('c.clinic_id', '=', 'patients.clinic_id')
            .onRef('c.patient_id', '=', 'patients.id')
            .on('c.stripe_account', '=', payouts.stripe_account),
        )
        .select(['patients.email', 'c.stripe_customer'])
        .where('patients.clinic_id', '=', ctx.clinicId)
        .where('patients.id', '=', patientId)
        .executeTakeFirstOrThrow()
      return {
        kind: price.kind as PlanKind,
        patientId,
        account: payouts.stripe_account,
        stripePrice: price.stripe_price,
        // an unproven address may be a stranger's, and Stripe would send mail to it
        email: ctx.actor.emailConfirmed ? patient.email : null,
        customer: patient.stripe_customer,
      }
    })
  })
}

/** The patient's customer at Stripe; another one when the clinic has deleted it in its dashboard. */
async function presentCustomer(ctx: ClinicCtx, offer: Offer): Promise<string> {
  const { customer, account } = offer
  if (customer && !(await ctx.stripe.customers.read(account, customer)).isGone) return customer
  return createCustomer(ctx, offer)
}

/** The key names the one that is gone: within a day Stripe would answer with it again. */
async function createCustomer(ctx: ClinicCtx, offer: Offer): Promise<string> {
  const { patientId, account, customer: gone } = offer
  const customer = await ctx.stripe.customers.create(account, {
    email: offer.email,
    metadata: { patient: patientId },
    key: `customer:${patientId}${gone ? `:after:${gone}` : ''}`,
  })
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      if (gone) await replaceCustomer(tx, ctx, patientId, { gone, customer })
      else
        await tx
          .insertInto('patient_customers')
          .values({
            clinic_id: ctx.clinicId,
            patient_id: patientId,
            stripe_account: account,
            stripe_customer: customer,
            created_at: ctx.now(),
          })
          .onConflict((conflict) => conflict.columns(['clinic_id', 'patient_id']).doNothing())
          .execute()
      const row = await tx
        .selectFrom('patient_customers')
        .select('stripe_customer')
        .where('clinic_id', '=', ctx.clinicId)
        .where('patient_id', '=', patientId)
        .executeTakeFirstOrThrow()
      return row.stripe_customer
    }),
  )
}

/** The open payment page of the one that is gone goes with it, since nothing can be paid there. */
async function replaceCustomer(
  tx: Tx,
  ctx: ClinicCtx,
  patientId: string,
  { gone, customer }: { gone: string; customer: string },
): Promise<void> {
  const { clinicId } = ctx
  const { numUpdatedRows } = await tx
    .updateTable('patient_customers')
    .set({ stripe_customer: customer, gone_at: null, ...noCard })
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('stripe_customer', '=', gone)
    .executeTakeFirst()
  // another request has done it
  if (numUpdatedRows === 0n) return
  await tx
    .insertInto('app.former_customers')
    .values({ clinic_id: clinicId, patient_id: patientId, stripe_customer: gone, replaced_at: ctx.now() })
    .execute()
  await tx
    .updateTable('app.checkouts')
    .set({ state: 'expired', updated_at: ctx.now() })
    .where('clinic_id', '=', clinicId)
    .where('subject_id', '=', patientId)
    .where('state', '=', 'open')
    .execute()
}

const noCard = { card_brand: null, card_last4: null, card_exp_month: null, card_exp_year: null }

async function admit(tx: Tx, ctx: ClinicCtx, { kind, patientId }: Offer): Promise<void> {
  const held = await heldPlans(tx, ctx.clinicId, patientId)
  if (held.some((plan) => plan.kind === kind && blocksJoining(plan.status)))
    throw new AppError('already_joined')
  await requireFreePlace(tx, ctx.clinicId, patientId, ctx.now())
}
