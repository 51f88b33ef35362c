import { sql } from 'kysely'
import type { DebitMethod } from '#domain/payouts/bank-debits.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

const inCanada: DebitMethod = 'acss_debit'
const elsewhere: DebitMethod = 'us_bank_account'

/** Offers bank debits to patients while the clinic wants them and Stripe allows them. Role `system`. */
export async function storeBankDebit(tx: Tx, clinicId: string): Promise<void> {
  const offered = sql`
    case when p.bank_debits and p.bank_debit_capability = 'active'
         then case c.currency when 'cad' then ${inCanada} else ${elsewhere} end end`
  await sql`
    update public.clinics c set bank_debit = ${offered}
      from public.payout_accounts p
     where c.id = ${clinicId}::uuid and p.clinic_id = c.id and c.bank_debit is distinct from ${offered}`.execute(
    tx,
  )
}
