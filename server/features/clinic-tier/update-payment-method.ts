import * as z from 'zod/mini'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import { AppError } from '#domain/errors.ts'
import { paths } from '#domain/paths.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { clinicPage } from '#server/platform/http/clinic-page.ts'
import { atPrimaryAdminClinic } from '../memberships/in-primary-admin-clinic.ts'
import { ensureClinicCustomer } from './clinic-customer.ts'

/**
 * Sends a clinic's admin to the page where the card is saved that Carefold charges, or another one (docs/specification.md B7).
 *
 * On the main site, where a request names no clinic, it is the one that the caller runs.
 *
 * @returns `url` to send the browser to. It comes back to `/settings/billing?card=saved`, which is no proof
 * @throws AppError `checkout_url_missing` ("No checkout URL returned"), `payments_unavailable`
 */
export const updatePaymentMethod = atPrimaryAdminClinic(
  outwardAction({
    name: 'update-payment-method',
    input: z.object({}),
    access: 'billing:write',
    async run(ctx): Promise<PageUrl> {
      const customer = await ensureClinicCustomer(ctx, ctx.clinicId)
      const url = await ctx.stripe.customers.cardPage(null, customer, {
        returnUrl: clinicPage(ctx, ctx.actor.clinicSubdomain ?? '', paths.settingsBilling, 'card=saved'),
        key: `card-page:${ctx.clinicId}:${ctx.caller.requestId}`,
      })
      if (!url) throw new AppError('checkout_url_missing')
      return { url }
    },
  }),
)
