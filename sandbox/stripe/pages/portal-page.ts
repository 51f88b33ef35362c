import { createPaymentMethod } from '../billing/checkout/payment-methods.ts'
import { confirmSetupIntent, createSetupIntent } from '../billing/checkout/setup-intents.ts'
import { methodOfSubscription } from '../billing/invoice-payment.ts'
import { featuresOfSession } from '../billing/portal-configurations.ts'
import { moneyText } from '../billing/prices.ts'
import { changeSubscription } from '../billing/subscriptions/subscription-changes.ts'
import { periodOf } from '../billing/subscriptions/subscription-items.ts'
import { isOver } from '../billing/subscriptions/subscription-status.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { cardFields, declineText, isProblem, type Problem, readCard } from './card-form.ts'
import { type Html, html } from './html.ts'
import { alert, businessName, dateText, declinedAt, pageResponse, seeOther } from './layout.ts'

type Session = Records['billing_portal.session']
type Subscription = Records['subscription']

const portalSeconds = 60 * 60

/** A session with a flow shows only the page of its flow. */
export function portalPage(
  account: Scope,
  id: string,
  form: URLSearchParams | null,
  { view, isDeclined }: { view: string | null; isDeclined: boolean },
): Response {
  const session = account.must('billing_portal.session', id)
  const scope = account.onClockOf(session.customer)
  if (session.created + portalSeconds <= scope.now) return closedPage(scope, session)
  const features = featuresOfSession(scope, session)
  if (form?.get('action') === 'card') {
    return features.card ? saveCard(scope, session, form) : homePage(scope, session)
  }
  if (form) return features.cancel ? changePlan(scope, session, form) : homePage(scope, session)
  const wantsCard =
    features.card && (session.flow?.type === 'payment_method_update' || view === 'card' || isDeclined)
  return wantsCard
    ? cardPage(scope, session, isDeclined ? declineOf(scope, session) : null)
    : homePage(scope, session)
}

function changePlan(scope: Scope, session: Session, form: URLSearchParams): Response {
  const subscription = scope.must('subscription', form.get('subscription') ?? '')
  const isOwn = subscription.customer === session.customer && !isOver(subscription) && !subscription.schedule
  const action = form.get('action')
  if (isOwn && (action === 'cancel' || action === 'keep')) {
    changeSubscription(scope, subscription.id, { cancelAtPeriodEnd: action === 'cancel' })
  }
  return seeOther(afterFlow(session) ?? session.url)
}

function saveCard(scope: Scope, session: Session, form: URLSearchParams): Response {
  const read = readCard(scope, form, false)
  if (isProblem(read)) return cardPage(scope, session, read, form)
  const method = createPaymentMethod(scope, read.card, {
    billing_details: { address: null, email: null, name: read.name, phone: null, tax_id: null },
  })
  const intent = createSetupIntent(scope, { customer: session.customer, _makesDefault: true })
  const back = afterFlow(session) ?? session.url
  const { intent: outcome, failure } = confirmSetupIntent(scope, intent.id, { method, returnUrl: back })
  if (failure) return declinedAt(session.url)
  return seeOther(outcome.next_action?.redirect_to_url?.url ?? back)
}

function declineOf(scope: Scope, session: Session): Problem | null {
  const intent = scope.all('setup_intent').findLast(({ customer }) => customer === session.customer)
  const message = intent?.last_setup_error?.message
  return message ? { status: 402, message: declineText(message), field: 'number' } : null
}

function afterFlow(session: Session): string | null {
  return session.flow?.after_completion.redirect?.return_url ?? null
}

function cardPage(scope: Scope, session: Session, problem: Problem | null, form?: URLSearchParams): Response {
  return pageResponse(scope, {
    // a decline is shown by a new visit
    status: (form && problem?.status) ?? 200,
    title: 'Add a card',
    leadsTo: [afterFlow(session)],
    back: session.flow ? backLink(scope, session) : { href: session.url, text: 'Back to your plan' },
    body: html`<h1>Add a card</h1>
${alert(problem?.message)}
<p>The new card is used from now on, also for open payments.</p>
<form method="post" action="${session.url}"><input type="hidden" name="action" value="card">
${cardFields({ withEmail: false, typed: { name: form?.get('name') ?? null }, problem })}
<button>Save card</button></form>`,
  })
}

function homePage(scope: Scope, session: Session): Response {
  const only = session.flow?.subscription_cancel?.subscription
  const features = featuresOfSession(scope, session)
  const profile = scope.find('billing_portal.configuration', session.configuration)?.business_profile
  const plans = scope
    .all('subscription')
    .filter((each) => each.customer === session.customer && !isOver(each) && (!only || each.id === only))
  return pageResponse(scope, {
    title: 'Your plan and payments',
    leadsTo: [afterFlow(session)],
    back: backLink(scope, session),
    body: html`<h1>Your plan and payments</h1>
${profile?.headline && html`<p>${profile.headline}</p>`}
<h2>Plan</h2>
${plans.length === 0 && html`<p>You have no plan at the moment.</p>`}
${plans.map((plan) => planPart(scope, plan, features.cancel))}
${!only && features.card && cardPart(scope, session)}
${!only && features.invoices && invoicePart(scope, session)}
${profile?.terms_of_service_url && html`<p><a href="${profile.terms_of_service_url}">Terms</a></p>`}
${profile?.privacy_policy_url && html`<p><a href="${profile.privacy_policy_url}">Privacy</a></p>`}`,
  })
}

/** A plan with a schedule cannot be canceled here. */
function planPart(scope: Scope, plan: Subscription, canCancel: boolean): Html {
  const end = dateText(scope, plan.cancel_at ?? periodOf(plan).end)
  const names = plan.items.data.map((item) => {
    const price = scope.must('price', item.price.id)
    const cents = (price.unit_amount ?? 0) * (item.quantity ?? 1)
    return html`<li><span>${scope.find('product', price.product)?.name}<small>every ${price.recurring?.interval}</small></span><span>${moneyText(cents, price.currency)}</span></li>`
  })
  return html`<ul class="lines">${names}</ul>
<p>${plan.cancel_at ? `Ends on ${end}.` : `Next payment on ${end}.`}</p>
${canCancel && !plan.schedule && cancelForm(plan)}`
}

function cancelForm(plan: Subscription): Html {
  return html`<form method="post"><input type="hidden" name="subscription" value="${plan.id}">
${
  plan.cancel_at_period_end
    ? html`<button name="action" value="keep">Keep it</button>`
    : html`<button name="action" value="cancel" class="second">Cancel at the end of the period</button>`
}</form>`
}

function cardPart(scope: Scope, session: Session): Html {
  const own = scope
    .all('subscription')
    .findLast((each) => each.customer === session.customer && !isOver(each))?.default_payment_method
  const payer = { customer: session.customer, default_payment_method: own ?? null }
  const card = methodOfSubscription(scope, payer)?.card
  return html`<h2>Card</h2>
<p>${card ? `${brandText(card.brand)} ending in ${card.last4}, valid to ${card.exp_month}/${card.exp_year}` : 'No card saved.'}</p>
<a class="button second" href="?view=card">Change card</a>`
}

function brandText(brand: string): string {
  return { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }[brand] ?? brand
}

function invoicePart(scope: Scope, session: Session): Html {
  const invoices = scope
    .all('invoice')
    .filter((each) => each.customer === session.customer && each.hosted_invoice_url)
    .toReversed()
  return html`<h2>Invoices</h2>
${invoices.length === 0 ? html`<p>No invoices yet.</p>` : null}
<ul class="lines">${invoices.map(
    (invoice) =>
      html`<li><span><a href="${invoice.hosted_invoice_url}">${dateText(scope, invoice.created)}</a><small>${invoice.number}, ${invoice.status}</small></span><span>${moneyText(invoice.total, invoice.currency)}</span></li>`,
  )}</ul>`
}

function backLink(scope: Scope, session: Session) {
  return session.return_url ? { href: session.return_url, text: `Back to ${businessName(scope)}` } : null
}

function closedPage(scope: Scope, session: Session): Response {
  return pageResponse(scope, {
    status: 410,
    title: 'This page has closed',
    back: backLink(scope, session),
    body: html`<h1>This page has closed</h1><p>Open it again from ${businessName(scope)}.</p>`,
  })
}
