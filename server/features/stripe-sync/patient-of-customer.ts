import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The patient of a customer in the clinic's account, also a deleted one; follows merges of records
 * (docs/decisions/0133). Role `system`.
 */
export async function patientOfCustomer(tx: Tx, clinicId: string, customer: string): Promise<string | null> {
  const { rows } = await sql<{ patientId: string }>`
    with recursive known as (
      select patient_id from public.patient_customers where clinic_id = ${clinicId} and stripe_customer = ${customer}
      union all
      select patient_id from app.former_customers where clinic_id = ${clinicId} and stripe_customer = ${customer}
    ), standing as (
      select p.id, p.merged_into from known k join public.patients p on p.clinic_id = ${clinicId} and p.id = k.patient_id
      union all
      select p.id, p.merged_into from standing s join public.patients p on p.clinic_id = ${clinicId} and p.id = s.merged_into
    )
    select id as "patientId" from standing where merged_into is null limit 1`.execute(tx)
  return rows[0]?.patientId ?? null
}
