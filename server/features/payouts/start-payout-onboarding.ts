import * as z from 'zod/mini'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { type ClinicCtx, outwardAction } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { refreshAccount } from '../stripe-sync/refresh-account.ts'

/** The country of the clinic's account, by its currency: the two jurisdictions that Carefold serves. */
const countryOfCurrency: Record<string, string> = { usd: 'US', cad: 'CA' }

/**
 * Opens the clinic's connected account (once), and a single-use page where the clinic completes it.
 *
 * @returns `url` to send the browser to; it comes back to `/clinic?payouts=returned`, or to `?payouts=expired` when the
 *   page was used up
 * @throws AppError `payouts_disconnected` after the clinic has disconnected Carefold at Stripe
 * @throws AppError `payments_unavailable`
 */
export const startPayoutOnboarding = outwardAction({
  name: 'start-payout-onboarding',
  input: z.object({}),
  access: 'payouts:write',
  async run(ctx): Promise<PageUrl> {
    const account = (await connectedAccount(ctx)) ?? (await connect(ctx))
    const home = (query: string) => clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.clinic, query)
    const url = await ctx.stripe.accounts.onboardingPage({
      account,
      returnUrl: home('payouts=returned'),
      refreshUrl: home('payouts=expired'),
      // a page is used up by one visit, so each click gets its own
      key: `onboarding:${account}:${ctx.caller.requestId}`,
    })
    return { url }
  },
})

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
  const { currency, name } = await ctx.transactions.withActor(ctx.caller, async (tx) => {
    const clinic = await tx
      .selectFrom('clinics')
      .select(['currency', 'name'])
      .where('id', '=', ctx.clinicId)
      .executeTakeFirstOrThrow()
    return clinic
  })
  const country = countryOfCurrency[currency]
  if (!country) throw new Error(`no country for currency ${currency}`)
  const { id } = await ctx.stripe.accounts.create({
    clinicId: ctx.clinicId,
    name,
    country,
    // two clicks at once open one account
    key: `payout-account:${ctx.clinicId}`,
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
