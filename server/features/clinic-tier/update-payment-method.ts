import * as z from 'zod/mini'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { atPrimaryAdminClinic } from '../memberships/in-primary-admin-clinic.ts'
import { ensureClinicCustomer } from './clinic-customer.ts'

/**
 * Returns the page where an admin saves the card that Carefold charges (docs/specification.md B7); without a clinic in
 * the request, for the clinic that the caller runs.
 * @returns `url`; redirects to `/settings/billing?card=saved`, without a saved card to `/settings/billing?card=left`.
 * The address is no proof: the page reads the card
 * @throws AppError `checkout_url_missing`, `payments_unavailable`
 */
export const updatePaymentMethod = atPrimaryAdminClinic(
  outwardAction({
    name: 'update-payment-method',
    input: z.object({}),
    access: 'billing:write',
    async run(ctx): Promise<PageUrl> {
      const customer = await ensureClinicCustomer(ctx, ctx.clinicId)
      const page = (query: string) =>
        clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.settingsBilling, query)
      const url = await ctx.stripe.customers.cardPage(null, customer, {
        savedUrl: page('card=saved'),
        leftUrl: page('card=left'),
        key: `card-page:${ctx.clinicId}:${ctx.caller.requestId}`,
      })
      if (!url) throw new AppError('checkout_url_missing')
      return { url }
    },
  }),
)
