import { type CheckoutOutcome, dueNow, payCheckout } from '../billing/checkout/checkout-payment.ts'
import { moneyText } from '../billing/prices.ts'
import { taxText } from '../billing/taxes.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { bankFields, bankMark, debitKindOf, mandateText, methodChoice, readAccount } from './bank-form.ts'
import { cardFields, declineText, isProblem, type Problem, readCard } from './card-form.ts'
import { html } from './html.ts'
import { alert, businessName, dateText, declinedAt, pageResponse, seeOther } from './layout.ts'

type Session = Records['checkout.session']

/** GET shows the page, POST pays. @param isDeclined the bank refused the card sent before; `by`: `bank` or null */
export function checkoutPage(
  account: Scope,
  id: string,
  form: URLSearchParams | null,
  { by, isDeclined }: { by: string | null; isDeclined: boolean },
): Response {
  const session = account.must('checkout.session', id)
  const scope = account.onClockOf(session.customer)
  // The second click of a double click finds the session already paid.
  if (session.status === 'complete' && form) return seeOther(successUrl(session))
  if (session.status !== 'open') return closedPage(scope, session)
  const isBank = debitKindOf(session) !== undefined && (form?.get('by') ?? by) === bankMark
  if (!form) return openPage(scope, session, { isBank, problem: isDeclined ? problemOf(session) : null })
  const withEmail = !session.customer
  const kind = debitKindOf(session)
  if (isBank && kind) {
    const read = readAccount(kind, form, withEmail)
    if (isProblem(read)) return openPage(scope, session, { isBank, problem: read, form })
    return outcomePage(scope, payCheckout(scope, id, { card: null, ...read }), id)
  }
  const read = readCard(scope, form, withEmail)
  if (isProblem(read)) return openPage(scope, session, { isBank, problem: read, form })
  return outcomePage(scope, payCheckout(scope, id, read), id)
}

export function successUrl(session: Session): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function outcomePage(scope: Scope, outcome: CheckoutOutcome, id: string): Response {
  if (outcome.kind === 'complete') return seeOther(successUrl(outcome.session))
  if (outcome.kind === 'bank asks') return seeOther(outcome.url)
  return declinedAt(scope.must('checkout.session', id).url ?? '')
}

function problemOf(session: Session): Problem | null {
  return session._lastError
    ? { status: 402, message: declineText(session._lastError), field: 'number' }
    : null
}

interface Shown {
  isBank: boolean
  problem: Problem | null
  form?: URLSearchParams
}

function openPage(scope: Scope, session: Session, { isBank, problem, form }: Shown): Response {
  const business = businessName(scope)
  const kind = debitKindOf(session)
  const bank = isBank ? kind : undefined
  const due = dueNow(scope, session)
  const currency = session.currency ?? 'usd'
  const title = {
    payment: `Pay ${business}`,
    subscription: `Join ${business}`,
    setup: `Save a ${kind ? 'card or bank account' : 'card'} for ${business}`,
  }[session.mode as 'payment' | 'subscription' | 'setup']
  const saved = bank ? 'Save bank account' : 'Save card'
  const verb = session.mode === 'setup' ? saved : due > 0 ? `Pay ${moneyText(due, currency)}` : 'Start'
  const withEmail = !session.customer
  const typed = {
    name: form?.get('name') ?? session._payer?.name ?? null,
    email: form?.get('email') ?? session._payer?.email ?? session.customer_email,
  }
  return pageResponse(scope, {
    // A decline is shown by a new visit; only the response to the form has the error's status.
    status: problem && form ? problem.status : problem && !session._lastError ? problem.status : 200,
    title,
    leadsTo: [session.success_url],
    back: session.cancel_url ? { href: session.cancel_url, text: `Back to ${business}` } : null,
    body: html`<h1>${title}</h1>
${alert(problem?.message)}
${session.mode !== 'setup' && summary(scope, session, due, currency)}
${kind && methodChoice(session.url ?? '', isBank)}
<form method="post">
${bank ? bankFields(bank, { withEmail, typed, problem }) : cardFields({ withEmail, typed, problem })}
${bank && mandateText(bank, business)}
<button>${verb}</button>
</form>
${
  !bank &&
  session.mode === 'subscription' &&
  html`<p class="quiet">By paying you let ${business} charge this card for each period until you cancel.</p>`
}`,
  })
}

function summary(scope: Scope, session: Session, due: number, currency: string) {
  const off = session.total_details?.amount_discount ?? 0
  const trial = trialUntil(scope, session._request.trialEnd)
  return html`<ul class="lines" aria-label="What you pay">
${session._lineItems.map((line) => {
  const price = scope.must('price', line.price?.id ?? '')
  return html`<li><span>${line.quantity !== 1 && `${line.quantity} × `}${line.description}${
    price.recurring && html`<small>${cadenceText(price, line.quantity ?? 1)}${trial && `, ${trial}`}</small>`
  }</span><span>${moneyText(line.amount_subtotal, currency)}</span></li>`
})}
${off > 0 && html`<li><span>Discount</span><span>−${moneyText(off, currency)}</span></li>`}
${(session._taxes ?? []).map(
  (tax) => html`<li><span>${taxText(scope, tax)}</span><span>${moneyText(tax.amount, currency)}</span></li>`,
)}
<li class="total"><span>Due today</span><span>${moneyText(due, currency)}</span></li>
</ul>`
}

function trialUntil(scope: Scope, end: number | null): string | null {
  return end ? `free until ${dateText(scope, end)}` : null
}

function cadenceText(price: Records['price'], quantity: number): string {
  const { interval = 'month', interval_count: count = 1 } = price.recurring ?? {}
  const every = count === 1 ? interval : `${count} ${interval}s`
  return `${moneyText((price.unit_amount ?? 0) * quantity, price.currency)} every ${every}`
}

function closedPage(scope: Scope, session: Session): Response {
  const isPaid = session.status === 'complete'
  const business = businessName(scope)
  const back = isPaid ? successUrl(session) : session.cancel_url
  const title = isPaid ? 'This payment is complete' : 'This payment page has closed'
  return pageResponse(scope, {
    status: 410,
    title,
    back: back ? { href: back, text: `Back to ${business}` } : null,
    body: html`<h1>${title}</h1>
<p>${isPaid ? 'There is nothing more to do here.' : `Nothing was charged. Start again from ${business} when you are ready.`}</p>`,
  })
}
