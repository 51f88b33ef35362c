import { sql } from 'kysely'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import {
  type ClinicCurrency,
  countryOfCurrency,
  isClinicCurrency,
  startPayoutOnboardingInput,
} from '#domain/payouts/currencies.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { refreshAccount } from '../stripe-sync/refresh/refresh-account.ts'

/**
 * Returns Stripe's single-use page where an admin sets up the clinic's payout account, and creates that account once.
 * The currency decides the account's country, which Stripe never changes: another currency before the first sale opens
 * another account.
 * @returns `url`; redirects to `/clinic?payouts=returned`, or to `?payouts=expired` when the page was used
 * @throws AppError `currency_fixed` for another currency after a plan was published or paid
 * @throws AppError `payouts_disconnected` after the clinic has disconnected Carefold at Stripe; `payments_unavailable`
 */
export const startPayoutOnboarding = outwardAction({
  name: 'start-payout-onboarding',
  input: startPayoutOnboardingInput,
  access: 'payouts:write',
  system: 'Stripe’s ids are granted to no caller',
  asksFreshProof: true,
  async run(ctx, { currency }): Promise<PageUrl> {
    if (currency) await chooseCurrency(ctx, currency)
    const account = (await connectedAccount(ctx)) ?? (await connect(ctx))
    const home = (query: string) => clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.clinic, query)
    const url = await ctx.stripe.accounts.onboardingPage({
      account,
      returnUrl: home('payouts=returned'),
      refreshUrl: home('payouts=expired'),
      // a page works once, so each click gets another one
      key: `onboarding:${account}:${ctx.caller.requestId}`,
    })
    return { url }
  },
})

/** Sets the currency of the clinic and its drafts. Drops an account of another country, because nothing was sold. */
async function chooseCurrency(ctx: ClinicCtx, currency: ClinicCurrency): Promise<void> {
  await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const clinic = await tx
        .selectFrom('clinics')
        .select('currency')
        .where('id', '=', ctx.clinicId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (clinic.currency === currency) return
      if (await hasSold(tx, ctx.clinicId)) throw new AppError('currency_fixed')
      await sql`select app.choose_currency(${ctx.clinicId}::uuid, ${currency})`.execute(tx)
      await tx
        .updateTable('plan_prices')
        .set({ currency })
        .where('clinic_id', '=', ctx.clinicId)
        .where('stripe_price', 'is', null)
        .execute()
      await tx.deleteFrom('payout_accounts').where('clinic_id', '=', ctx.clinicId).execute()
      const change = { from: clinic.currency, to: currency }
      await audit(tx, 'clinic.currency_chosen', { type: 'clinic', id: ctx.clinicId }, change)
    }),
  )
}

/** Whether a price exists at Stripe or money has moved; the database then refuses another currency too. */
async function hasSold(tx: Tx, clinicId: string): Promise<boolean> {
  const offered = await tx
    .selectFrom('plan_prices')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('stripe_price', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  const moved = await tx
    .selectFrom('journal')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .limit(1)
    .executeTakeFirst()
  return Boolean(offered ?? moved)
}

function connectedAccount(ctx: ClinicCtx): Promise<string | undefined> {
  return ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      const row = await tx
        .selectFrom('payout_accounts')
        .select(['stripe_account', 'disconnected_at'])
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirst()
      if (row?.disconnected_at) throw new AppError('payouts_disconnected')
      return row?.stripe_account
    }),
  )
}

async function connect(ctx: ClinicCtx): Promise<string> {
  const { currency, name, timeZone } = await ctx.transactions.withActor(ctx.caller, async (tx) => {
    const clinic = await tx
      .selectFrom('clinics')
      .select(['currency', 'name', 'time_zone as timeZone'])
      .where('id', '=', ctx.clinicId)
      .executeTakeFirstOrThrow()
    return clinic
  })
  if (!isClinicCurrency(currency)) throw new Error(`no country for currency ${currency}`)
  const { id } = await ctx.stripe.accounts.create({
    clinicId: ctx.clinicId,
    name,
    country: countryOfCurrency[currency],
    timeZone,
    key: `payout-account:${ctx.clinicId}:${currency}`,
  })
  const stored = await ctx.transactions.withActor(ctx.caller, (tx) =>
    asSystem(tx, async () => {
      await tx
        .insertInto('payout_accounts')
        .values({ clinic_id: ctx.clinicId, stripe_account: id, created_at: ctx.now(), updated_at: ctx.now() })
        .onConflict((conflict) => conflict.column('clinic_id').doNothing())
        .execute()
      await audit(tx, 'payout_account.opened', { type: 'payout_account', id })
      const row = await tx
        .selectFrom('payout_accounts')
        .select('stripe_account')
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirstOrThrow()
      return row.stripe_account
    }),
  )
  await refreshAccount(ctx, stored)
  return stored
}
