import { completeOnboarding } from '../billing/accounts.ts'
import type { Scope } from '../world/scope.ts'
import { html } from './html.ts'
import { businessName, pageResponse, seeOther } from './layout.ts'

/**
 * Onboarding with one button in place of Stripe's questionnaire. As at Stripe a link works once; a used or expired
 * one leads to its refresh address.
 *
 * @param account the connected account's scope
 */
export function onboardingPage(account: Scope, id: string, form: URLSearchParams | null): Response {
  const home = account.in('platform')
  const link = home.must('account_link', id)
  const clinic = home.must('account', link._account)
  if (form && clinic.details_submitted) return seeOther(link._returnUrl)
  if (link.expires_at <= account.now || (!form && link._isVisited)) return seeOther(link._refreshUrl)
  if (form) {
    completeOnboarding(home, clinic.id)
    return seeOther(link._returnUrl)
  }
  home.update('account_link', id, { _isVisited: true })
  const business = businessName(account)
  return pageResponse(account, {
    title: 'Set up payouts',
    leadsTo: [link._returnUrl, link._refreshUrl],
    body: html`<h1>Set up payouts</h1>
<p>Here the payment service would ask who runs ${business} and where its money should go. The sandbox needs no
answers: one press verifies the business, and card payments and payouts are on.</p>
<form method="post"><button>Complete set-up</button></form>`,
    back: { href: link._returnUrl, text: `Back to ${businessName(home)}` },
  })
}
