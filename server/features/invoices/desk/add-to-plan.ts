import { createHash } from 'node:crypto'
import { planCharges } from '#domain/checkouts/charges.ts'
import type { AddedPlan, PlanDueInDays } from '#domain/checkouts/inputs.ts'
import { addToPlanInput } from '#domain/checkouts/invoiced-plans.ts'
import { AppError } from '#domain/errors.ts'
import { type Household, isChildOn, justThePayer } from '#domain/plans/household.ts'
import { blocksJoining, runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { minuteMs } from '#domain/values/durations.ts'
import { addDays, dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { readReach } from '#server/clinic/reach.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { giveUpCheckout, type Reservation, reserveCheckout } from '../../checkouts/checkout-rows.ts'
import { loadOffer, type Offer } from '../../checkouts/load-offer.ts'
import { presentCustomer } from '../../checkouts/present-customer.ts'
import { payerCustomer } from '../../credits/payer-customer.ts'
import { stripeItems } from '../../plans/covered-household.ts'
import type { ConnectedClinic } from '../../stripe-sync/connected-clinic.ts'
import { refreshInvoice } from '../../stripe-sync/refresh/refresh-invoice.ts'
import { refreshSubscription } from '../../stripe-sync/refresh/refresh-subscription.ts'
import { requireFreePlaces } from '../../subscriptions/free-places.ts'
import { heldPlans } from '../../subscriptions/held-plans.ts'

/**
 * Adds a patient to a published plan whose invoices are paid by link or at the desk, without a card
 * (docs/decisions/0205). The plan runs at once; the payer is mailed each invoice. No agreement is stored: the patient
 * signs it before the first payment in the portal. Without `agreed` it returns the amounts only. Idempotent per
 * `attempt`.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, `plan_not_published`, `plan_changed`,
 * `joining_paused`, `clinic_closing` as in join-plan
 * @throws AppError `already_joined`, also for a patient covered by another payer; `clinic_full`, `quote_changed`,
 * `subscription_changing` while another request adds or joins, `payments_unavailable`
 */
export const addToPlan = outwardAction({
  name: 'add-to-plan',
  input: addToPlanInput,
  access: 'subscriptions:add',
  system: 'a checkout and Stripe’s ids are granted to no caller',
  async run(ctx, { patientId, priceId, dueInDays, agreed }): Promise<{ preview: AddedPlan | null }> {
    const { clinic, customer: known } = await payerCustomer(ctx, patientId)
    const done = agreed && (await hasCheckout(ctx, patientId, agreed.attempt, ['complete']))
    if (done) return { preview: null }
    const offer = await loadOffer(ctx, priceId, { atDeskFor: patientId })
    const payer = await readPayer(ctx, offer)
    const household = payer.childBornOn
      ? { isPayerCovered: false, adults: 0, children: [payer.childBornOn] }
      : justThePayer
    const preview = previewOf(ctx, offer, { household, dueInDays, payer })
    if (!agreed) {
      await ctx.transactions.withActor(ctx.caller, async (tx) => {
        await asSystem(tx, () => admit(tx, ctx, offer))
        await recordRead(tx, ['subscriptions'], [patientId], 'add-to-plan')
      })
      return { preview }
    }
    if (agreed.totalCents !== preview.totalCents) throw new AppError('quote_changed')
    const { account } = offer
    const customer = await presentCustomer(ctx, { patientId, account, customer: known, email: null })
    const reserved = await reserve(ctx, offer, {
      choice: choiceOf(priceId, offer, dueInDays),
      attempt: agreed.attempt,
      payerBornOn: payer.childBornOn,
    }).catch(async (error: unknown) => {
      // of two presses at once, the first has stored the plan; its checkout is complete a moment later
      const isHeld = error instanceof AppError && error.code === 'already_joined'
      if (isHeld && (await hasCheckout(ctx, patientId, agreed.attempt, ['open', 'complete']))) return null
      throw error
    })
    if (reserved) await create(ctx, clinic, { offer, household, customer, dueInDays, reserved })
    return { preview: null }
  },
})

interface Payer {
  /** Of a patient who pays the plan's price for a child. */
  childBornOn: string | null
  creditCents: number
  mailed: AddedPlan['mailed']
  email: string | null
}

function readPayer(ctx: ClinicCtx, { patientId, money, timeZone, account }: Offer): Promise<Payer> {
  const { clinicId } = ctx
  return ctx.transactions.withSystem('add-to-plan', async (tx) => {
    const reached = await readReach(tx, { clinicId, patientIds: [patientId], clinicHasTexts: false })
    const row = await tx
      .selectFrom('patients as p')
      .leftJoin('patient_details as d', (join) =>
        join.onRef('d.clinic_id', '=', 'p.clinic_id').onRef('d.patient_id', '=', 'p.id'),
      )
      .leftJoin('patient_customers as c', (join) =>
        join
          .onRef('c.clinic_id', '=', 'p.clinic_id')
          .onRef('c.patient_id', '=', 'p.id')
          .on('c.stripe_account', '=', account),
      )
      .select(['d.date_of_birth as bornOn', 'c.credit_cents as creditCents'])
      .where('p.clinic_id', '=', clinicId)
      .where('p.id', '=', patientId)
      .executeTakeFirstOrThrow()
    const { bornOn } = row
    const today = dateIn(ctx.now(), timeZone)
    const isChild =
      bornOn !== null && money.childCents !== null && isChildOn(bornOn, today, money.childAgeLimit)
    const { reach, email } = reached.get(patientId) ?? { reach: 'call', email: null }
    const mailed = reach === 'account' || reach === 'guardian' || reach === 'email' ? reach : 'none'
    return {
      childBornOn: isChild ? bornOn : null,
      creditCents: row.creditCents ?? 0,
      mailed,
      email: mailed === 'account' || mailed === 'email' ? email : null,
    }
  })
}

function previewOf(
  ctx: ClinicCtx,
  { money, timeZone, begins }: Offer,
  { household, dueInDays, payer }: { household: Household; dueInDays: PlanDueInDays; payer: Payer },
): AddedPlan {
  const now = ctx.now()
  const { today, next } = planCharges(money, household, { now, timeZone, begins }, 2)
  const [first] = next
  if (!first) throw new Error('a plan renews')
  return {
    totalCents: today.totalCents,
    taxCents: today.taxCents,
    creditCents: Math.min(payer.creditCents, today.totalCents),
    currency: money.currency,
    dueOn: addDays(dateIn(now, timeZone), dueInDays),
    interval: money.interval,
    nextOn: first.on,
    nextCents: first.totalCents,
    isChild: payer.childBornOn !== null,
    mailed: payer.mailed,
    email: payer.email,
  }
}

/** A choice with other terms is another purchase: Stripe’s key must not meet other parameters. */
function choiceOf(priceId: string, { taxRate, begins, freeUntil }: Offer, dueInDays: number): string {
  const terms = JSON.stringify(['invoice', dueInDays, taxRate, begins ?? freeUntil])
  return `${priceId}:${createHash('sha256').update(terms).digest('hex').slice(0, 16)}`
}

/** @throws AppError `already_joined`, `clinic_full`. Role `system`. */
async function admit(tx: Tx, ctx: ClinicCtx, { patientId, kind }: Offer): Promise<void> {
  const held = await heldPlans(tx, ctx.clinicId, patientId)
  if (held.some((plan) => plan.kind === kind && blocksJoining(plan.status)))
    throw new AppError('already_joined')
  const covered = await tx
    .selectFrom('subscription_members as m')
    .innerJoin('subscriptions as s', (join) =>
      join.onRef('s.clinic_id', '=', 'm.clinic_id').onRef('s.id', '=', 'm.subscription_id'),
    )
    .innerJoin('plans as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.plan_id'),
    )
    .select('m.id')
    .where('m.clinic_id', '=', ctx.clinicId)
    .where('m.patient_id', '=', patientId)
    .where('m.until_on', 'is', null)
    .where('p.kind', '=', kind)
    .where('s.status', 'in', [...runningStatuses])
    .executeTakeFirst()
  if (covered) throw new AppError('already_joined')
  await requireFreePlaces(tx, ctx.clinicId, { patientId, people: 1 })
}

/** Longer than a request takes; a reservation this old was left by a crash. */
const abandonedMs = 10 * minuteMs

/**
 * Reserves the purchase, as a payment page does, and closes the patient's own open page.
 * @throws AppError as `admit` does; `subscription_changing`
 */
async function reserve(
  ctx: ClinicCtx,
  offer: Offer,
  wish: { choice: string; attempt: string; payerBornOn: string | null },
): Promise<Reservation> {
  const { choice, attempt, payerBornOn } = wish
  for (let round = 0; round < 4; round++) {
    const reserved = await reserveCheckout(ctx, {
      purpose: offer.kind,
      subjectId: offer.patientId,
      choice,
      attempt,
      household: { isPayerCovered: true, payerBornOn, covered: [] },
      admit: (tx) => admit(tx, ctx, offer),
    })
    if (reserved?.session) {
      const page = await ctx.stripe.checkout.close(offer.account, reserved.session)
      if (page.status === 'complete') throw new AppError('already_joined')
    } else if (reserved?.choice === choice) return reserved
    else if (reserved && ctx.now().getTime() - reserved.created_at.getTime() < abandonedMs) break
    if (reserved) await giveUpCheckout(ctx, reserved)
  }
  throw new AppError('subscription_changing')
}

async function create(
  ctx: ClinicCtx,
  clinic: ConnectedClinic,
  purchase: {
    offer: Offer
    household: Household
    customer: string
    dueInDays: PlanDueInDays
    reserved: Reservation
  },
): Promise<void> {
  const { offer, household, customer, dueInDays, reserved } = purchase
  const { account, stripePrices, money, taxRate, begins, freeUntil, patientId, timeZone } = offer
  const today = planCharges(money, household, { now: ctx.now(), timeZone, begins }, 2)
  const recurring = (today.today.items.length > 0 ? today.today : today.next[0])?.items ?? []
  const { id, invoice } = await ctx.stripe.subscriptions.createInvoiced(account, {
    customer,
    items: stripeItems(recurring, stripePrices),
    enrolment: begins ? null : (stripePrices.get('enrolment') ?? null),
    taxRates: taxRate ? [taxRate] : [],
    begins: begins ?? freeUntil,
    daysUntilDue: dueInDays,
    metadata: { checkout: reserved.id },
    key: `invoiced:${reserved.id}`,
  })
  // the events would arrive after the page reads again
  await refreshSubscription(ctx, clinic, id)
  if (invoice) await refreshInvoice(ctx, clinic, invoice, `desk:${ctx.userId}`)
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('app.checkouts')
        .set({ state: 'complete', updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', reserved.id)
        .where('state', '=', 'open')
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await auditPatients(tx, 'subscription.added', [patientId], { invoice })
    }),
  )
}

/** Whether the checkout of this attempt is in one of the states. Another purchase closes an open one. */
function hasCheckout(
  ctx: ClinicCtx,
  patientId: string,
  attempt: string,
  states: ('open' | 'complete')[],
): Promise<boolean> {
  return ctx.transactions.withSystem('add-to-plan', async (tx) => {
    const row = await tx
      .selectFrom('app.checkouts')
      .select('id')
      .where('clinic_id', '=', ctx.clinicId)
      .where('subject_id', '=', patientId)
      .where('attempt', '=', attempt)
      .where('state', 'in', states)
      .executeTakeFirst()
    return row !== undefined
  })
}
