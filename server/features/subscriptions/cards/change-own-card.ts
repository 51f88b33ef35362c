import * as z from 'zod/mini'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import type { DebitMethod } from '#domain/payouts/bank-debits.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { ownPatientId } from '../own-patient-id.ts'

/**
 * Returns a new link to Stripe's page where the caller saves another card, or a bank account if the clinic takes them.
 * It becomes the default, and is charged at once for open invoices.
 * @returns `url`; redirects to `/pay?tab=methods&card=saved`, without a saved card to `/pay?tab=methods`. The address is
 * no proof: the page reads the cards
 * @throws AppError `not_allowed` unless a patient; `second_step_required`, `payments_unavailable`; `not_found` before
 * the first payment
 */
export const changeOwnCard = outwardAction({
  name: 'change-own-card',
  input: z.object({}),
  access: 'signed-in',
  system: 'Stripe’s ids are granted to no caller',
  async run(ctx): Promise<PageUrl> {
    const customer = await ctx.transactions.withActor(ctx.caller, async (tx, actor) => {
      const patientId = await ownPatientId(tx, actor)
      if (!patientId) throw new AppError('not_allowed')
      return asSystem(tx, () =>
        tx
          .selectFrom('patient_customers as c')
          .innerJoin('clinics', 'clinics.id', 'c.clinic_id')
          .leftJoin('payout_accounts as p', (join) =>
            join.onRef('p.clinic_id', '=', 'c.clinic_id').onRef('p.stripe_account', '=', 'c.stripe_account'),
          )
          .select(['c.stripe_account as account', 'c.stripe_customer as id'])
          .select(['clinics.currency', 'clinics.bank_debit as debit', 'p.clinic_id as current'])
          .where('c.clinic_id', '=', ctx.clinicId)
          .where('c.patient_id', '=', patientId)
          .where('c.gone_at', 'is', null)
          .executeTakeFirst(),
      )
    })
    if (!customer) throw new AppError('not_found')
    const page = (query: string) => clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.pay, query)
    const savedUrl = page('tab=methods&card=saved')
    const leftUrl = page('tab=methods')
    // a page works once, so each click gets another one
    const key = `card-page:${customer.id}:${ctx.caller.requestId}`
    const { account, id, currency, debit } = customer
    if (!debit || !customer.current)
      return { url: await ctx.stripe.customers.cardPage(account, id, { savedUrl, leftUrl, key }) }
    const method = debit as DebitMethod
    const saving = { customer: id, method, currency, returnUrl: savedUrl, cancelUrl: leftUrl, key }
    return { url: await ctx.stripe.checkout.openSavingPage(account, saving) }
  },
})
