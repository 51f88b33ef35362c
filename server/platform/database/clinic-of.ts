import { sql } from 'kysely'
import type { Tx } from './transactions.ts'

/** `clinic_id` of rows that belong to no clinic, such as sign-ins: a distributed key has no null. */
export const noClinic = '00000000-0000-0000-0000-000000000000'

type Kind =
  | 'payout_account'
  | 'billing_customer'
  | 'calendar_address'
  | 'released_subdomain'
  | 'sso_provider'
  | 'sso_domain'
  | 'visit_link'
  | 'logo'

/**
 * The clinic of an id that arrives without one, for a condition on `clinic_id` (docs/decisions/0198); zeros if none. A value,
 * because a sub-select in the condition would query every node of a distributed database. Role `system`.
 */
export async function clinicOf(tx: Tx, kind: Kind, id: string): Promise<string> {
  const { rows } = await sql<{
    clinic: string | null
  }>`select app.clinic_of(${kind}, ${id}) as clinic`.execute(tx)
  return rows[0]?.clinic ?? noClinic
}

/**
 * The clinics that have a row of an account, another clinic or an address, for a condition on `clinic_id`
 * (docs/decisions/0220). Role `system`.
 */
export async function clinicsWith(
  tx: Tx,
  kind: 'membership' | 'patient' | 'library',
  id: string,
): Promise<string[]> {
  const { rows } = await sql<{
    clinics: string[]
  }>`select app.clinics_with(${kind}, ${id}) as clinics`.execute(tx)
  return rows[0]?.clinics ?? []
}
