import { moneyText } from '../billing/prices.ts'
import { answerBank } from '../billing/settlement.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { noSuch } from '../world/stripe-failure.ts'
import { successUrl } from './checkout-page.ts'
import { html } from './html.ts'
import { businessName, declinedMark, pageResponse, seeOther } from './layout.ts'

type Intent = Records['payment_intent'] | Records['setup_intent']

export function bankPage(account: Scope, id: string, form: URLSearchParams | null): Response {
  const intent = account.find('payment_intent', id) ?? account.find('setup_intent', id)
  if (!intent) throw noSuch('payment_intent', id)
  const scope = account.onClockOf(intent.customer)
  if (intent.status !== 'requires_action') return form ? leave(scope, intent) : closedPage(scope)
  if (!form) return question(scope, intent)
  return leave(scope, answerBank(scope, intent, form.get('answer') === 'approve'))
}

function question(scope: Scope, intent: Intent): Response {
  const business = businessName(scope)
  const card = scope.find('payment_method', intent.payment_method)?.card
  const what =
    intent.object === 'payment_intent'
      ? `Do you approve a payment of ${moneyText(intent.amount, intent.currency)} to ${business}`
      : `Do you let ${business} keep your card for later payments`
  return pageResponse(scope, {
    title: 'Your bank asks you',
    leadsTo: [destination(scope, intent, true), destination(scope, intent, false)],
    body: html`<h1>Your bank asks you</h1>
<p>${what}${card && ` with the card ending in ${card.last4}`}?</p>
<form method="post">
<button name="answer" value="approve">Approve</button>
<button name="answer" value="refuse" class="second">Refuse</button>
</form>`,
  })
}

function leave(scope: Scope, intent: Intent): Response {
  const isApproved = intent.status === 'succeeded' || intent.status === 'requires_confirmation'
  const url = destination(scope, intent, isApproved)
  return url ? seeOther(url) : closedPage(scope)
}

function destination(scope: Scope, intent: Intent, isApproved: boolean): string | null {
  const session = scope.find('checkout.session', intent._checkout)
  if (session) {
    return isApproved
      ? successUrl(session)
      : `${scope.pagesUrl}/pay/checkout/${scope.account}/${session.id}?${declinedMark}=1`
  }
  const url = intent._returnUrl ?? invoicePageOf(scope, intent)
  if (!url || !URL.canParse(url)) return null
  if (url.startsWith(scope.pagesUrl)) return url
  const back = new URL(url)
  back.searchParams.set(intent.object, intent.id)
  back.searchParams.set('redirect_status', isApproved ? 'succeeded' : 'failed')
  return back.href
}

function invoicePageOf(scope: Scope, intent: Intent): string | null {
  const id = intent.object === 'payment_intent' ? intent._invoice : null
  return scope.find('invoice', id)?.hosted_invoice_url ?? null
}

function closedPage(scope: Scope): Response {
  return pageResponse(scope, {
    status: 410,
    title: 'Your bank has your answer',
    body: html`<h1>Your bank has your answer</h1><p>There is nothing more to decide here.</p>`,
  })
}
