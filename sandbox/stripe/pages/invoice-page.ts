import { createBankMethod, type DebitKind, debitKindFor } from '../billing/checkout/bank-accounts.ts'
import { createPaymentMethod } from '../billing/checkout/payment-methods.ts'
import { chargeInvoice } from '../billing/invoice-payment.ts'
import { intentOf } from '../billing/invoices.ts'
import { moneyText } from '../billing/prices.ts'
import { taxText } from '../billing/taxes.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { bankFields, bankMark, mandateText, methodChoice, readAccount } from './bank-form.ts'
import { cardFields, declineText, isProblem, type Problem, readCard } from './card-form.ts'
import { html } from './html.ts'
import { alert, businessName, dateText, declinedAt, pageResponse, seeOther } from './layout.ts'

type Invoice = Records['invoice']

/** @param asked `isDeclined`: the bank refused the card sent before; `by`: `bank` or null */
export function invoicePage(
  account: Scope,
  id: string,
  form: URLSearchParams | null,
  asked: { by: string | null; isDeclined: boolean },
): Response {
  const invoice = account.must('invoice', id)
  const scope = account.onClockOf(invoice.customer)
  const url = invoice.hosted_invoice_url ?? ''
  const isSent = invoice.collection_method === 'send_invoice'
  const kind = isSent ? debitKindFor(scope, invoice.currency) : undefined
  const bank = (form?.get('by') ?? asked.by) === bankMark ? kind : undefined
  const page = { invoice, kind, bank }
  if (!form) return shown(scope, page, asked.isDeclined ? declineOf(scope, invoice) : null)
  if (invoice.status !== 'open' || isProcessing(scope, invoice)) return seeOther(url)
  const read = bank ? readAccount(bank, form, false) : readCard(scope, form, false)
  if (isProblem(read)) return shown(scope, page, read, form)
  const { name } = read
  const billing = {
    billing_details: { address: null, email: invoice.customer_email, name, phone: null, tax_id: null },
  }
  const method =
    'account' in read
      ? createBankMethod(scope, read.account, billing)
      : createPaymentMethod(scope, read.card, billing)
  const { failure } = chargeInvoice(scope, id, { method: method.id, returnUrl: url })
  if (failure) return declinedAt(url)
  const challenge = intentOf(scope, id)?.next_action?.redirect_to_url?.url
  return seeOther(challenge ?? url)
}

function declineOf(scope: Scope, invoice: Invoice): Problem | null {
  const message = invoice.status === 'open' && intentOf(scope, invoice.id)?.last_payment_error?.message
  return message ? { status: 402, message: declineText(message), field: 'number' } : null
}

function isProcessing(scope: Scope, invoice: Invoice): boolean {
  return intentOf(scope, invoice.id)?.status === 'processing'
}

function shown(
  scope: Scope,
  { invoice, kind, bank }: { invoice: Invoice; kind: DebitKind | undefined; bank: DebitKind | undefined },
  problem: Problem | null,
  form?: URLSearchParams,
): Response {
  const isPayable = invoice.status === 'open' && !isProcessing(scope, invoice)
  const fields = { withEmail: false, typed: { name: form?.get('name') ?? null, email: null }, problem }
  const business = businessName(scope)
  const money = (cents: number) => moneyText(cents, invoice.currency)
  const off = (invoice.total_discount_amounts ?? []).reduce((sum, each) => sum + each.amount, 0)
  const balance = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance)
  const title = `Invoice ${invoice.number ?? 'draft'}`
  return pageResponse(scope, {
    // a decline is shown by a new visit
    status: (form && problem?.status) ?? 200,
    title,
    body: html`<h1>${title}</h1>
${alert(problem?.message)}
${statusText(scope, invoice)}
<p class="quiet">From ${business}${invoice.customer_name && ` for ${invoice.customer_name}`}, ${dateText(scope, invoice.created)}</p>
<ul class="lines" aria-label="Lines of the invoice">
${invoice.lines.data.map(
  (line) => html`<li><span>${line.description}</span><span>${money(line.amount)}</span></li>`,
)}
${off > 0 && html`<li><span>Discount</span><span>−${money(off)}</span></li>`}
${(invoice.total_taxes ?? []).map(
  (tax) => html`<li><span>${taxText(scope, tax)}</span><span>${money(tax.amount)}</span></li>`,
)}
${balance !== 0 && html`<li><span>Applied balance</span><span>${money(balance)}</span></li>`}
<li class="total"><span>${invoice.status === 'open' ? 'Amount due' : 'Total'}</span><span>${money(invoice.status === 'open' ? invoice.amount_remaining : invoice.total)}</span></li>
</ul>
${invoice.invoice_pdf && html`<p><a href="${invoice.invoice_pdf}">Download the invoice as PDF</a></p>`}
${isPayable && kind && methodChoice(invoice.hosted_invoice_url ?? '', bank !== undefined)}
${
  isPayable &&
  html`<form method="post">${bank ? bankFields(bank, fields) : cardFields(fields)}
${bank && mandateText(bank, business)}
<button>Pay ${money(invoice.amount_remaining)}</button></form>`
}`,
  })
}

function statusText(scope: Scope, invoice: Invoice) {
  if (invoice.status === 'paid') {
    const on = invoice.status_transitions.paid_at
    return html`<p class="done" role="status">Paid${on && ` on ${dateText(scope, on)}`}. Thank you.</p>`
  }
  if (invoice.status === 'open' && isProcessing(scope, invoice))
    return html`<p class="done" role="status">A payment of this invoice is on its way. It takes some business days.</p>`
  if (invoice.status === 'void') return html`<p class="done">This invoice is void. Nothing is owed.</p>`
  return null
}
