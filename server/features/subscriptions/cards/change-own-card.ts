import * as z from 'zod/mini'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { ownPatientId } from '../own-patient-id.ts'

/**
 * A fresh address of the page at Stripe where a patient saves another card. It replaces the one that is charged, and is
 * tried at once on what is open (`stripe-sync/try-card.ts`).
 *
 * @returns `url` to send the browser to. It comes back to `/pay?tab=methods&card=saved`, which is no proof
 * @throws AppError `not_allowed` unless the caller is a patient of the clinic; `second_step_required`
 * @throws AppError `not_found` before the first payment: there is nobody to save a card for
 * @throws AppError `payments_unavailable`
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
          .selectFrom('patient_customers')
          .select(['stripe_account as account', 'stripe_customer as id'])
          .where('clinic_id', '=', ctx.clinicId)
          .where('patient_id', '=', patientId)
          .where('gone_at', 'is', null)
          .executeTakeFirst(),
      )
    })
    if (!customer) throw new AppError('not_found')
    const url = await ctx.stripe.customers.cardPage(customer.account, customer.id, {
      returnUrl: clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.pay, 'tab=methods&card=saved'),
      // a page is used up by one visit, so each click gets its own
      key: `card-page:${customer.id}:${ctx.caller.requestId}`,
    })
    return { url }
  },
})
