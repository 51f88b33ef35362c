import { createHash } from 'node:crypto'
import type { Records } from '#sandbox/stripe/world/records.ts'
import { platform, type Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest } from '#sandbox/stripe/world/stripe-failure.ts'
import { daySeconds } from '../calendar.ts'

export type DebitKind = 'us_bank_account' | 'acss_debit'

/** Stripe's published test accounts (docs/payments.md 3). */
export interface TestBankAccount {
  /** Stored on payment methods in place of the number. */
  name: string
  kind: DebitKind
  number: string
  /** An id that creates a new payment method with this account. */
  alias?: string
  /** The end of every debit. */
  failure?: { code: string; message: string }
  /** The bank takes succeeded debits back. */
  isReturned?: boolean
}

const noFunds = {
  code: 'insufficient_funds',
  message: "The customer's account has insufficient funds to cover this payment.",
}

const testAccounts: TestBankAccount[] = [
  ofUs('success', '000123456789'),
  {
    ...ofUs('accountClosed', '000111111113'),
    failure: { code: 'account_closed', message: "The customer's bank account has been closed." },
  },
  {
    ...ofUs('noAccount', '000111111116'),
    failure: { code: 'no_account', message: "The customer's bank account could not be located." },
  },
  { ...ofUs('insufficientFunds', '000222222227'), failure: noFunds },
  {
    ...ofUs('debitNotAuthorized', '000333333335'),
    failure: {
      code: 'debit_not_authorized',
      message: 'The customer has notified their bank that this payment was unauthorized.',
    },
  },
  { ...ofUs('dispute', '000555555559'), isReturned: true },
  { name: 'padSuccess', kind: 'acss_debit', number: '000123456789' },
  { name: 'padInsufficientFunds', kind: 'acss_debit', number: '000222222227', failure: noFunds },
]

function ofUs(name: string, number: string): TestBankAccount {
  return { name, kind: 'us_bank_account', number, alias: `pm_usBankAccount_${name}` }
}

/** The bank's number of each kind: the routing number, or institution and transit number. */
export const testBanks = {
  us_bank_account: '110000000',
  acss_debit: '00011000',
} as const

/** Undefined unless it is a test account of the test bank. */
export function accountByNumber(kind: DebitKind, bank: string, number: string): TestBankAccount | undefined {
  const digits = (text: string) => text.replace(/[\s-]/g, '')
  if (digits(bank) !== testBanks[kind]) return undefined
  return testAccounts.find((each) => each.kind === kind && each.number === digits(number))
}

export function accountByAlias(alias: string): TestBankAccount | undefined {
  return testAccounts.find((each) => each.alias === alias)
}

/** Undefined for a card. */
export function bankAccountOf(method: Records['payment_method'] | undefined): TestBankAccount | undefined {
  return testAccounts.find((each) => each.name === method?._bank)
}

export function createBankMethod(
  scope: Scope,
  account: TestBankAccount,
  more: Partial<Records['payment_method']> = {},
): Records['payment_method'] {
  const common = {
    bank_name: 'STRIPE TEST BANK',
    fingerprint: createHash('sha256').update(`sandbox ${account.name}`).digest('base64url').slice(0, 16),
    last4: account.number.slice(-4),
  }
  const isUs = account.kind === 'us_bank_account'
  return scope.add('payment_method', {
    type: account.kind,
    metadata: {},
    _card: '',
    _bank: account.name,
    ...(isUs
      ? {
          us_bank_account: {
            ...common,
            account_holder_type: 'individual',
            account_type: 'checking',
            financial_connections_account: null,
            networks: { preferred: 'ach', supported: ['ach'] },
            routing_number: testBanks.us_bank_account,
            status_details: {},
          },
        }
      : { acss_debit: { ...common, institution_number: '000', transit_number: '11000' } }),
    ...more,
  })
}

/** For a charge; the expected date is the day after the payer's order. */
export function bankDetails(scope: Scope, method: Records['payment_method']) {
  const expected = new Date((scope.now + daySeconds) * 1000).toISOString().slice(0, 10)
  const { us_bank_account: us, acss_debit: pad } = method
  if (us) {
    const { networks: _networks, status_details: _status, financial_connections_account: _fc, ...rest } = us
    return {
      type: 'us_bank_account' as const,
      us_bank_account: { ...rest, expected_debit_date: expected, payment_reference: null },
    }
  }
  if (!pad) throw new Error(`Payment method ${method.id} has no bank account`)
  return { type: 'acss_debit' as const, acss_debit: { ...pad, expected_debit_date: expected } }
}

const capabilityOf = {
  us_bank_account: 'us_bank_account_ach_payments',
  acss_debit: 'acss_debit_payments',
} as const
const currenciesOf = { us_bank_account: ['usd'], acss_debit: ['cad', 'usd'] } as const

export function canDebit(scope: Scope, kind: DebitKind): boolean {
  const account = scope.in(platform).find('account', scope.account)
  return account?.capabilities?.[capabilityOf[kind]] === 'active'
}

/** The kind of bank account that pays a sent invoice on its page; undefined for none. */
export function debitKindFor(scope: Scope, currency: string): DebitKind | undefined {
  const kind = currency === 'usd' ? 'us_bank_account' : 'acss_debit'
  return canDebit(scope, kind) ? kind : undefined
}

/**
 * @returns the types that a page offers, cards alone by default
 * @throws StripeFailure 400 for a type that the account has not activated, or that cannot pay in the currency
 */
export function offeredTypes(
  scope: Scope,
  allowed: readonly string[] | null | undefined,
  currency: string | null,
): string[] {
  if (!allowed?.length) return ['card']
  for (const type of allowed) {
    if (type !== 'us_bank_account' && type !== 'acss_debit') continue
    if (!canDebit(scope, type)) {
      throw invalidRequest(
        `The payment method type provided: ${type} is invalid. Please ensure the provided type is activated in your dashboard and your account is enabled for any preview features that you are trying to use.`,
        { param: 'allowed_payment_method_types', code: 'payment_method_unactivated' },
      )
    }
    const currencies: readonly string[] = currenciesOf[type]
    if (currency && !currencies.includes(currency)) {
      throw invalidRequest(
        `The currency provided (${currency}) is invalid for one or more payment method types in this request. Payment method type ${type} supports: ${currencies.join(', ')}.`,
        { param: 'allowed_payment_method_types' },
      )
    }
  }
  return [...allowed]
}
