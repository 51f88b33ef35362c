import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * A number to take *before* something is read from Stripe. A projection keeps the answer with the highest one.
 *
 * The last change of an object is followed by an event whose read has a higher number than every read that could have
 * missed the change, so whichever worker writes last, the last state stays (docs/domain-rules.md rule 20).
 */
export async function nextRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select nextval('app.stripe_reads') as n`.execute(tx)
  return rows[0]?.n ?? 0
}

/** A clinic with its own Stripe account. */
export interface ConnectedClinic {
  clinicId: string
  account: string
  timeZone: string
}

/** The clinic of a connected account: the only way an event finds its clinic, never by metadata. Role system. */
export async function clinicOfAccount(tx: Tx, account: string): Promise<ConnectedClinic | undefined> {
  return tx
    .selectFrom('payout_accounts')
    .innerJoin('clinics', 'clinics.id', 'payout_accounts.clinic_id')
    .select(['clinics.id as clinicId', 'stripe_account as account', 'clinics.time_zone as timeZone'])
    .where('stripe_account', '=', account)
    .executeTakeFirst()
}

/** The clinic's own account, or undefined while it has none. Role system. */
export async function accountOfClinic(tx: Tx, clinicId: string): Promise<ConnectedClinic | undefined> {
  return tx
    .selectFrom('payout_accounts')
    .innerJoin('clinics', 'clinics.id', 'payout_accounts.clinic_id')
    .select(['clinics.id as clinicId', 'stripe_account as account', 'clinics.time_zone as timeZone'])
    .where('clinics.id', '=', clinicId)
    .executeTakeFirst()
}
