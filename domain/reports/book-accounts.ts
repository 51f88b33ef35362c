/** The accounts of a clinic's ledger in its accounting software (docs/decisions/0187). */

export const exportFormats = ['xlsx', 'csv', 'quickbooks', 'xero'] as const
export type ExportFormat = (typeof exportFormats)[number]
/** Journal entries for accounting software. */
export type JournalFormat = Extract<ExportFormat, 'quickbooks' | 'xero'>

export const bookAccounts = [
  'stripe',
  'cash',
  'bank',
  'revenue:wellness',
  'revenue:uninsured',
  'revenue:other',
  'tax',
  'disputes',
  'fees',
  'other',
] as const
export type BookAccount = (typeof bookAccounts)[number]

/** Names in QuickBooks; codes in Xero, which are at most 10 characters long. */
const defaults: Record<BookAccount, Record<JournalFormat, string>> = {
  stripe: { quickbooks: 'Stripe Clearing', xero: 'STRIPE' },
  cash: { quickbooks: 'Undeposited Funds', xero: 'CASH' },
  bank: { quickbooks: 'Checking', xero: 'BANKTRANS' },
  'revenue:wellness': { quickbooks: 'Wellness Plans', xero: '200' },
  'revenue:uninsured': { quickbooks: 'Uninsured Services', xero: '260' },
  'revenue:other': { quickbooks: 'Other Sales', xero: '270' },
  tax: { quickbooks: 'Sales Tax Payable', xero: 'SALESTAX' },
  disputes: { quickbooks: 'Lost Disputes', xero: 'DISPUTES' },
  fees: { quickbooks: 'Stripe Fees', xero: '404' },
  other: { quickbooks: 'Other Stripe Movements', xero: 'STRIPEOTH' },
}

/** The names that a clinic has chosen; absent: the default of the format. */
export type BookAccountNames = Partial<Record<BookAccount, string>>

export function bookAccountName(
  account: BookAccount,
  names: BookAccountNames,
  format: JournalFormat,
): string {
  return names[account] ?? defaults[account][format]
}

/**
 * The account of a posting, as bookkeepers know it: what Stripe has charged but not yet shown in its balance is in the
 * Stripe account too.
 * @param account of the ledger, without `clinic:<id>:`
 * @throws Error for an account that this table does not know: an export must not omit a posting
 */
export function bookAccountOf(account: string): BookAccount {
  if (account === 'clearing') return 'stripe'
  if (account.startsWith('disputes:')) return 'disputes'
  const known = bookAccounts.find((each) => each === account)
  if (!known) throw new Error(`the account ${account} is not in the books`)
  return known
}
