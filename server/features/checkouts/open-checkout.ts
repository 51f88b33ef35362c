import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { CheckoutFacts } from '#server/platform/stripe/checkout.ts'
import { giveUpCheckout, type Purchase, reserveCheckout, storePage } from './checkout-rows.ts'

export interface CheckoutRequest extends Purchase {
  /** The Stripe account of the page; null for the platform's own. */
  account: string | null
  makePage(key: string, checkoutId: string): Promise<CheckoutFacts>
  paidUrl(session: string): string
}

/**
 * Returns the one open payment page of a subject and purpose, so that two tabs, a retry or the back button cannot pay
 * twice (docs/domain-rules.md rule 16, docs/threats.md T26). Another choice closes the earlier page. The stored row
 * gives the idempotency key, so a crash leaves no second page.
 * @returns the page's address, or `paidUrl` when it is paid and its event is still pending
 * @throws AppError as `admit` does; `payments_unavailable`, `checkout_url_missing`
 */
export async function openCheckout(ctx: ClinicCtx, request: CheckoutRequest): Promise<string> {
  const { account, choice } = request
  // takes one or two rounds, unless another tab chooses at the same time
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
      // another request is making that page, or crashed while doing so; giving it up makes that request start again
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
