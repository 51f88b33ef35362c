import { cardByNumber } from '../billing/checkout/cards.ts'
import type { CardDetails } from '../billing/checkout/payment-methods.ts'
import type { Scope } from '../world/scope.ts'
import { type Html, html } from './html.ts'

export interface Problem {
  status: 402 | 422
  message: string
  field?: 'number' | 'expiry' | 'cvc' | 'email'
}

export interface TypedCard {
  card: CardDetails
  name: string | null
  email: string | null
}

/** After an error they show the input again, except card number and code, which are neither stored nor sent back. */
export function cardFields(options: {
  withEmail: boolean
  typed?: { name?: string | null; email?: string | null }
  problem?: Problem | null
}): Html {
  const { withEmail, typed = {}, problem } = options
  const invalid = (field: Problem['field']) => (problem?.field === field ? html` aria-invalid="true"` : null)
  return html`${
    withEmail &&
    html`<label>Email<input name="email" type="email" autocomplete="email" required value="${typed.email ?? ''}"${invalid('email')}></label>`
  }
<label>Card number<input name="number" inputmode="numeric" autocomplete="cc-number" required maxlength="23" aria-describedby="card-help"${invalid('number')}><small id="card-help">Test cards only, such as 4242 4242 4242 4242 with any future date and any code.</small></label>
<div class="pair">
<label>Expiry<input name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" required maxlength="9"${invalid('expiry')}></label>
<label>CVC<input name="cvc" inputmode="numeric" autocomplete="cc-csc" required maxlength="4"${invalid('cvc')}></label>
</div>
<label>Name on card<input name="name" autocomplete="cc-name" required maxlength="100" value="${typed.name ?? ''}"></label>`
}

export function payerEmail(form: URLSearchParams, withEmail: boolean): string | null | Problem {
  const email = plainText(form.get('email'))
  if (!withEmail || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email ?? '')) return email
  return {
    status: 422,
    message: 'Enter an email address, so that the receipt can reach you.',
    field: 'email',
  }
}

/** Accepts only test cards. */
export function readCard(scope: Scope, form: URLSearchParams, withEmail: boolean): TypedCard | Problem {
  const email = payerEmail(form, withEmail)
  if (typeof email === 'object' && email !== null) return email
  const card = cardByNumber(form.get('number') ?? '')
  if (!card) {
    return {
      status: 402,
      message:
        'That is not a test card, and only test cards work here. Nothing was charged. Try 4242 4242 4242 4242.',
      field: 'number',
    }
  }
  const expiry = /^\s*(\d{1,2})\s*\/?\s*(\d{2}|\d{4})\s*$/.exec(form.get('expiry') ?? '')
  const expMonth = Number(expiry?.[1])
  const expYear = Number(expiry?.[2]) + (expiry?.[2]?.length === 2 ? 2000 : 0)
  if (!expiry || expMonth < 1 || expMonth > 12) {
    return {
      status: 422,
      message: 'Enter the expiry date as month and year, such as 08 / 31.',
      field: 'expiry',
    }
  }
  const firstInvalid = Date.UTC(expYear, expMonth, 1) / 1000
  if (firstInvalid <= scope.now) {
    return {
      status: 402,
      message: 'Your card has expired. Nothing was charged. Try another card.',
      field: 'expiry',
    }
  }
  if (!/^\s*\d{3,4}\s*$/.test(form.get('cvc') ?? '')) {
    return { status: 422, message: 'Enter the 3 or 4 digits of the security code.', field: 'cvc' }
  }
  return { card: { card, expMonth, expYear }, name: plainText(form.get('name')), email }
}

export function plainText(value: string | null): string | null {
  return (
    value
      ?.replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 200) || null
  )
}

export function isProblem<Read extends object>(read: Read | Problem): read is Problem {
  return 'message' in read
}

export function declineText(message: string): string {
  return `${message.replace(/\.?$/, '.')} Nothing was charged. Try another card.`
}
