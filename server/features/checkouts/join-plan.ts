import { createHash } from 'node:crypto'
import { agreementVersion } from '#domain/checkouts/agreement.ts'
import { planCharges } from '#domain/checkouts/charges.ts'
import {
  type CoveredPerson,
  coveredPeople,
  type JoinPlanInput,
  joinPlanInput,
  type PageUrl,
} from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import type { Household } from '#domain/plans/household.ts'
import { coversHousehold, householdItems } from '#domain/plans/household.ts'
import { priceLimits } from '#domain/plans/plans.ts'
import { blocksJoining } from '#domain/subscriptions/subscriptions.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { type UsableCoupon, usableCoupon } from '../coupons/coupon-rows.ts'
import { requireFreePlaces } from '../subscriptions/free-places.ts'
import { heldPlans } from '../subscriptions/held-plans.ts'
import { loadOffer, type Offer } from './load-offer.ts'
import { openCheckout } from './open-checkout.ts'
import { presentCustomer } from './present-customer.ts'
import { storeAgreement } from './store-agreement.ts'

/**
 * Returns the page where the caller pays to join a published plan. The payment is a direct charge on the clinic's
 * Stripe account. The plan starts when Stripe confirms the payment (docs/domain-rules.md rule 21). Calling again
 * returns the same page, or the confirming page once paid.
 * @returns `url`; Stripe redirects to `/join/confirming?session_id=...` or `/join/plan?canceled=1`
 * @throws AppError `not_allowed` unless a patient
 * @throws AppError `not_found`; `plan_not_published` once closed, `plan_changed` once a later version is on sale
 * @throws AppError `invalid_input` for a household the plan does not take, wrong names, or a changed agreement;
 * `coupon_invalid`
 * @throws AppError `already_joined` (docs/domain-rules.md rule 16); `clinic_full` at the tier's cap
 * @throws AppError `joining_paused` while the clinic cannot take payments or owes commission; `payments_unavailable`
 */
export const joinPlan = outwardAction({
  name: 'join-plan',
  input: joinPlanInput,
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx, { priceId, attempt, household, names, coupon: code, agreement }): Promise<PageUrl> {
    const offer = await loadOffer(ctx, priceId)
    if (agreement.version !== agreementVersion(offer.place)) throw new AppError('plan_changed')
    const covered = requireHousehold(offer, household, names, ctx.now())
    const coupon = code === null ? null : await chosenCoupon(ctx, offer, code, household)
    const customer = await presentCustomer(ctx, offer)
    const discount = coupon && (await couponAtStripe(ctx, offer, coupon))
    const clinic = ctx.actor.clinicSubdomain ?? ''
    const confirming = (session: string) =>
      clinicPage(ctx, clinic, paths.joinConfirming, `session_id=${session}`)
    const url = await openCheckout(ctx, {
      purpose: offer.kind,
      subjectId: offer.patientId,
      choice: choiceOf(priceId, household, covered, {
        coupon,
        taxRate: offer.taxRate,
        begins: offer.begins ?? offer.freeUntil,
      }),
      couponId: coupon?.id ?? null,
      household: { isPayerCovered: household.isPayerCovered, covered },
      attempt,
      account: offer.account,
      admit: (tx) =>
        admit(tx, ctx, offer, {
          attempt,
          signedName: agreement.signedName,
          code,
          people: covered.length + Number(household.isPayerCovered),
        }),
      makePage: (key, checkoutId) =>
        ctx.stripe.checkout.open(offer.account, {
          customer,
          lines: linesOf(offer, household, ctx.now()),
          begins: offer.begins ?? offer.freeUntil,
          taxRates: offer.taxRate ? [offer.taxRate] : [],
          methods: offer.methods,
          coupon: discount ?? undefined,
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

function requireHousehold(
  offer: Offer,
  household: Household,
  names: NonNullable<JoinPlanInput['names']>,
  now: Date,
): CoveredPerson[] {
  const refuse = (path: string, message: string) =>
    new AppError('invalid_input', { fields: [{ path, message }] })
  const covered = coveredPeople(household, names)
  if (!covered) throw refuse('names', planTexts.household.nameMissing)
  const isSingle = household.isPayerCovered && covered.length === 0
  if (!isSingle && !coversHousehold(offer.money)) throw refuse('household', planTexts.household.single)
  const today = dateIn(now, offer.timeZone)
  const unborn = household.children.findIndex((bornOn) => bornOn > today)
  if (unborn >= 0) throw refuse(`household.children.${unborn}`, planTexts.household.notBorn)
  return covered
}

/** Identifies the purchase: another household, coupon, tax or start closes the page of the earlier choice. */
function choiceOf(
  priceId: string,
  household: Household,
  covered: CoveredPerson[],
  { coupon, taxRate, begins }: { coupon: UsableCoupon | null; taxRate: string | null; begins: Date | null },
): string {
  if (household.isPayerCovered && covered.length === 0 && !coupon && !taxRate && !begins) return priceId
  const bought = JSON.stringify([
    household.isPayerCovered,
    covered,
    coupon?.id ?? null,
    taxRate,
    ...(begins ? [begins.toISOString()] : []),
  ])
  const digest = createHash('sha256').update(bought).digest('hex')
  return `${priceId}:${digest.slice(0, 16)}`
}

/** @throws AppError `coupon_invalid`, also where the charge would be below Stripe's minimum */
async function chosenCoupon(
  ctx: ClinicCtx,
  offer: Offer,
  code: string,
  household: Household,
): Promise<UsableCoupon> {
  const { money, timeZone } = offer
  const coupon = await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, () => requireCoupon(tx, ctx, offer, code)),
  )
  const { today, next } = planCharges(money, household, {
    now: ctx.now(),
    timeZone,
    coupon,
    begins: offer.begins,
  })
  const isTooSmall = [today, ...next].some(
    ({ totalCents }) => totalCents > 0 && totalCents < priceLimits.minCents,
  )
  if (isTooSmall || coupon.currency !== money.currency) throw new AppError('coupon_invalid')
  return coupon
}

function requireCoupon(tx: Tx, ctx: ClinicCtx, offer: Offer, code: string): Promise<UsableCoupon> {
  const { planId, patientId, timeZone } = offer
  const wish = { code, planId, patientId, hasTrial: (offer.begins ?? offer.freeUntil) !== null }
  return usableCoupon(tx, { id: ctx.clinicId, timeZone }, wish, ctx.now())
}

/** The coupon in the clinic's account, limited to this version's products without the enrollment fee. */
function couponAtStripe(ctx: ClinicCtx, offer: Offer, coupon: UsableCoupon): Promise<string> {
  const { account, versionId, product, stripePrices } = offer
  const { code, percent, amountCents, duration, months, currency } = coupon
  return ctx.stripe.catalog.ensureCoupon(account, {
    id: `coupon_${coupon.id}_${versionId}`.replaceAll('-', ''),
    name: code,
    percent,
    amountCents,
    currency,
    duration,
    months,
    products: [
      product,
      ...['child', 'household'].filter((role) => stripePrices.has(role)).map((role) => `${product}_${role}`),
    ],
  })
}

function linesOf(offer: Offer, household: Household, now: Date) {
  const { money, stripePrices, timeZone } = offer
  const line = (role: string, quantity: number) => {
    const price = stripePrices.get(role)
    if (!price) throw new Error(`plan ${offer.planId} has no ${role} price at Stripe`)
    return { price, quantity }
  }
  return [
    ...householdItems(money, household, dateIn(now, timeZone)).map(({ role, quantity }) =>
      line(role, quantity),
    ),
    // a member imported with a running plan has paid the fee before
    ...(money.enrolmentCents === null || offer.begins ? [] : [line('enrolment', 1)]),
  ]
}

async function admit(
  tx: Tx,
  ctx: ClinicCtx,
  offer: Offer,
  signature: { attempt: string; signedName: string; code: string | null; people: number },
): Promise<void> {
  const { kind, patientId } = offer
  const held = await heldPlans(tx, ctx.clinicId, patientId)
  if (held.some((plan) => plan.kind === kind && blocksJoining(plan.status)))
    throw new AppError('already_joined')
  await requireFreePlaces(tx, ctx.clinicId, { patientId, people: signature.people })
  // checked again in the transaction that takes the place
  if (signature.code !== null) await requireCoupon(tx, ctx, offer, signature.code)
  await storeAgreement(tx, ctx, offer, signature)
}
