import { ledgerDifferences } from '#server/features/ledger/compare-ledger.ts'
import { sweepClinic } from '#server/features/stripe-sync/sweep-clinic.ts'
import type { SellingClinic, TestPayments } from './payments.ts'

/**
 * Cents by account of a clinic, without its id; zero balances are absent. `stripe` is all that was paid through Stripe,
 * before its fees. Fails where ledger and Stripe differ.
 */
export async function booksOf(test: TestPayments, clinic: SellingClinic): Promise<Record<string, number>> {
  await sweepClinic(test.services, clinic.id)
  const differences = await ledgerDifferences(test.services, clinic.id)
  if (differences.length > 0)
    throw new Error(`the ledger differs from Stripe: ${JSON.stringify(differences)}`)
  const rows = await test.db.asOwner<{ account: string; cents: number }>(
    `select regexp_replace(replace(account, 'clinic:' || clinic_id || ':', ''), '^(clearing|fees|bank)$', 'stripe') as account,
            sum(amount_cents)::int as cents
       from postings where clinic_id = $1 and account like 'clinic:%' group by 1 having sum(amount_cents) <> 0 order by 1`,
    [clinic.id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))
}
