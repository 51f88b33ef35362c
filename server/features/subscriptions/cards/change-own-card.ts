import * as z from 'zod/mini'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { ownPatientId } from '../own-patient-id.ts'

/**
 * Returns a new link to Stripe's page where the caller saves another card. The card becomes the default, and is charged
 * at once for open invoices.
 * @returns `url`; redirects to `/pay?tab=methods&card=saved`, which is no proof that a card was saved
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
      // a page works once, so each click gets another one
      key: `card-page:${customer.id}:${ctx.caller.requestId}`,
    })
    return { url }
  },
})
