import { accountByNumber, type DebitKind, type TestBankAccount } from '../billing/checkout/bank-accounts.ts'
import type { Records } from '../world/records.ts'
import { type Problem, payerEmail, plainText } from './card-form.ts'
import { type Html, html } from './html.ts'

/** In the form and the address of a page that asks for a bank account. */
export const bankMark = 'bank'

export interface TypedAccount {
  account: TestBankAccount
  name: string | null
  email: string | null
}

/** The kind of bank account that a page accepts; undefined for none. */
export function debitKindOf({ payment_method_types: types }: Records['checkout.session']) {
  return types.find((type): type is DebitKind => type === 'us_bank_account' || type === 'acss_debit')
}

/** Two links, because the page has no script. */
export function methodChoice(url: string, isBank: boolean): Html {
  const link = (href: string, words: string, isCurrent: boolean) =>
    html`<a class="button${isCurrent ? '' : ' second'}" href="${href}"${isCurrent && html` aria-current="true"`}>${words}</a>`
  return html`<nav class="pair" aria-label="How to pay">${link(url, 'Card', !isBank)}${link(`${url}?by=${bankMark}`, 'Bank account', isBank)}</nav>`
}

/** Account numbers are neither stored nor sent back. */
export function bankFields(
  kind: DebitKind,
  options: {
    withEmail: boolean
    typed: { name: string | null; email: string | null }
    problem: Problem | null
  },
): Html {
  const { withEmail, typed, problem } = options
  const invalid = problem?.field === 'number' ? html` aria-invalid="true"` : null
  const bank =
    kind === 'us_bank_account'
      ? html`<label>Routing number<input name="routing" inputmode="numeric" autocomplete="off" required maxlength="11"${invalid}></label>`
      : html`<div class="pair">
<label>Transit number<input name="transit" inputmode="numeric" autocomplete="off" required maxlength="7"${invalid}></label>
<label>Institution number<input name="institution" inputmode="numeric" autocomplete="off" required maxlength="5"></label>
</div>`
  const help =
    kind === 'us_bank_account'
      ? 'Test accounts only: 110000000, then 000123456789.'
      : 'Test accounts only: 11000 and 000, then 000123456789.'
  return html`<input type="hidden" name="by" value="${bankMark}">
${
  withEmail &&
  html`<label>Email<input name="email" type="email" autocomplete="email" required value="${typed.email ?? ''}"></label>`
}
<label>Name of the account holder<input name="name" autocomplete="name" required maxlength="100" value="${typed.name ?? ''}"></label>
${bank}
<label>Account number<input name="account" inputmode="numeric" autocomplete="off" required maxlength="20" aria-describedby="bank-help"${invalid}><small id="bank-help">${help}</small></label>`
}

/** The payer's order to the bank, shown before the button. */
export function mandateText(kind: DebitKind, business: string): Html {
  return kind === 'us_bank_account'
    ? html`<p class="quiet">By continuing you authorize ${business} to debit this bank account by ACH for what you owe under your plan, and to correct a wrong debit with a credit. You can end this at any time with 30 days of notice to ${business}. A debit takes up to 4 business days.</p>`
    : html`<p class="quiet">By continuing you authorize ${business} to debit this bank account for what you owe under your plan, on the days that your plan names (personal pre-authorized debit). You agree that a debit may follow this agreement in less than 10 days. You can end this at any time. You have rights if a debit does not match this agreement, such as a refund: your bank or payments.ca explains them. A debit takes up to 5 business days.</p>`
}

/** Accepts only test accounts. */
export function readAccount(
  kind: DebitKind,
  form: URLSearchParams,
  withEmail: boolean,
): TypedAccount | Problem {
  const email = payerEmail(form, withEmail)
  if (typeof email === 'object' && email !== null) return email
  const bank =
    kind === 'us_bank_account'
      ? (form.get('routing') ?? '')
      : `${form.get('institution') ?? ''}${form.get('transit') ?? ''}`
  const account = accountByNumber(kind, bank, form.get('account') ?? '')
  if (!account) {
    return {
      status: 402,
      message:
        'That is not a test account, and only test accounts work here. Nothing was charged. Try account number 000123456789.',
      field: 'number',
    }
  }
  return { account, name: plainText(form.get('name')), email }
}
