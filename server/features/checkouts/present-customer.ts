import type { ClinicCtx } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** A patient at the clinic's account. `email`: null unless confirmed, because Stripe may send mail to it. */
interface Payer {
  patientId: string
  account: string
  customer: string | null
  email: string | null
}

/** The patient's Stripe customer; a new one when the clinic has deleted it in its dashboard. */
export async function presentCustomer(ctx: ClinicCtx, payer: Payer): Promise<string> {
  const { customer, account } = payer
  if (customer && !(await ctx.stripe.customers.read(account, customer)).isGone) return customer
  return createCustomer(ctx, payer)
}

/** The key contains the deleted customer's id; otherwise Stripe would return that customer again for a day. */
async function createCustomer(ctx: ClinicCtx, payer: Payer): Promise<string> {
  const { patientId, account, customer: gone } = payer
  const customer = await ctx.stripe.customers.create(account, {
    email: payer.email,
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
          // of either key: two tabs create the same customer, and a race may be noticed at any unique index
          .onConflict((conflict) => conflict.doNothing())
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

/** Also closes the deleted customer's open payment page, where nothing can be paid. */
async function replaceCustomer(
  tx: Tx,
  ctx: ClinicCtx,
  patientId: string,
  { gone, customer }: { gone: string; customer: string },
): Promise<void> {
  const { clinicId } = ctx
  const { numUpdatedRows } = await tx
    .updateTable('patient_customers')
    .set({ stripe_customer: customer, gone_at: null, ...noCard, ...noCredit })
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('stripe_customer', '=', gone)
    .executeTakeFirst()
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
const noCredit = { credit_cents: 0, unused_credit_cents: 0, credit_changes: 0 }
