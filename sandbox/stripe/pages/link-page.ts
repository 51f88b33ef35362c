import { openLink } from '../billing/payment-links.ts'
import type { Scope } from '../world/scope.ts'
import { html } from './html.ts'
import { businessName, pageResponse, seeOther } from './layout.ts'

/** A payment link: leads to a new payment page, and is where its payer comes back to unless it says otherwise. */
export function linkPage(scope: Scope, id: string, isDone: boolean): Response {
  const link = scope.must('payment_link', id)
  const business = businessName(scope)
  if (isDone) {
    const words = link.after_completion.hosted_confirmation?.custom_message ?? `${business} has your payment.`
    return pageResponse(scope, {
      title: 'Thank you',
      body: html`<h1>Thank you</h1><p>${words}</p>`,
    })
  }
  if (!link.active) {
    return pageResponse(scope, {
      status: 410,
      title: 'This link is not active',
      body: html`<h1>This link is not active</h1><p>${link.inactive_message ?? `Ask ${business} for another one.`}</p>`,
    })
  }
  return seeOther(openLink(scope, link).url ?? link.url)
}
