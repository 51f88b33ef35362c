import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { CheckoutFacts } from '#server/platform/stripe/checkout.ts'
import { giveUpCheckout, type Purchase, reserveCheckout, storePage } from './checkout-rows.ts'

/** A purchase, and how its page is made at Stripe. */
export interface CheckoutRequest extends Purchase {
  /** The account the page belongs to; null for the platform's own. */
  account: string | null
  /** Makes the page at Stripe under this idempotency key. */
  makePage(key: string, checkoutId: string): Promise<CheckoutFacts>
  /** Where to send somebody whose page turns out to be paid already. */
  paidUrl(session: string): string
}

/**
 * Returns the one payment page that is open for a person and purpose, so that two tabs, a retry or the back button
 * cannot pay twice (docs/domain-rules.md rule 16, docs/threats.md T26).
 *
 * A page is given out only after it was stored as the one; another choice closes the earlier page. The idempotency key
 * comes from the stored row, so a crash or an outage in between leaves no second page behind.
 *
 * @returns the page's address, or `paidUrl` when the page is paid and its event has not been processed yet
 * @throws AppError whatever `admit` refuses with; `payments_unavailable`, `checkout_url_missing`
 */
export async function openCheckout(ctx: ClinicCtx, request: CheckoutRequest): Promise<string> {
  const { account, choice } = request
  // ends in the first or second round, unless somebody keeps choosing something else in another tab
  for (let round = 0; round < 6; round++) {
    const reserved = await reserveCheckout(ctx, request)
    if (!reserved) continue
    if (reserved.session) {
      const isSame = reserved.choice === choice
      const page = isSame
        ? await ctx.stripe.checkout.read(account, reserved.session)
        : await ctx.stripe.checkout.close(account, reserved.session)
      if (page.status === 'complete') return request.paidUrl(page.id)
      if (page.status === 'open') return urlOf(page)
      await giveUpCheckout(ctx, reserved)
    } else if (reserved.choice !== choice) {
      // another request is making that page right now, or crashed while doing so: it will find the reservation given up
      await giveUpCheckout(ctx, reserved)
    } else {
      const page = await request.makePage(`checkout:${reserved.id}`, reserved.id)
      if (await storePage(ctx, reserved, { account, session: page.id })) return urlOf(page)
      await ctx.stripe.checkout.close(account, page.id)
    }
  }
  throw new AppError('payments_unavailable', { details: { because: 'choice keeps changing' } })
}

function urlOf(page: CheckoutFacts): string {
  if (!page.url) throw new AppError('checkout_url_missing')
  return page.url
}
