import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { type CheckoutLine, createCheckout } from './checkout.ts'

type PaymentLink = Records['payment_link']

export interface NewPaymentLink {
  lines: CheckoutLine[]
  link: Partial<PaymentLink>
}

/**
 * An address that a business gives to anybody: each visit opens a payment page of its own.
 * @throws StripeFailure 400 for lines that no payment page takes
 */
export function createPaymentLink(scope: Scope, { lines, link }: NewPaymentLink): PaymentLink {
  const id = newId('plink')
  const isRecurring = lines.some(({ price }) => scope.find('price', price)?.recurring)
  if (isRecurring ? link.payment_intent_data : link.subscription_data) {
    const name = isRecurring ? 'payment_intent_data' : 'subscription_data'
    throw invalidRequest(`You can not pass \`${name}\` with these prices.`, { param: name })
  }
  const built = scope.build('payment_link', {
    id,
    active: true,
    allow_promotion_codes: false,
    customer_creation: 'if_required',
    metadata: {},
    url: `${scope.pagesUrl}/pay/link/${scope.account}/${id}`,
    ...link,
    _lines: lines,
    _isRecurring: isRecurring,
  })
  // a page is opened to see what it costs, and taken back
  const mark = scope.world.mark()
  const { _lineItems, currency } = openLink(scope, built)
  scope.world.rollBack(mark)
  return scope.add(
    'payment_link',
    { ...built, currency: currency ?? 'usd', _lineItems },
    'payment_link.created',
  )
}

/** Somebody follows the link. @returns the payment page that is theirs */
export function openLink(scope: Scope, link: PaymentLink): Records['checkout.session'] {
  const { after_completion: after, payment_intent_data: payment, subscription_data: subscription } = link
  return createCheckout(scope, {
    session: {
      mode: link._isRecurring ? 'subscription' : 'payment',
      allow_promotion_codes: link.allow_promotion_codes || null,
      metadata: link.metadata,
      payment_link: link.id,
      payment_method_collection: link._isRecurring ? 'always' : null,
      success_url: after.redirect?.url ?? `${link.url}?done=1`,
    },
    lines: link._lines,
    discounts: [],
    request: {
      description: payment?.description ?? subscription?.description ?? null,
      metadata: payment?.metadata ?? subscription?.metadata ?? {},
      taxRates: [],
      trialDays: subscription?.trial_period_days ?? null,
      trialEnd: null,
      applicationFeePercent: null,
      applicationFeeAmount: null,
      receiptEmail: null,
      setupFutureUsage: (payment?.setup_future_usage as 'off_session' | 'on_session' | null) ?? null,
    },
  })
}
