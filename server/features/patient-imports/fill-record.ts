import type { Tx } from '#server/platform/database/transactions.ts'

/** The values of a row; dates are YYYY-MM-DD. */
export interface RowValues {
  email: string | null
  bornOn: string | null
  /** E.164 */
  phone: string | null
  planId: string | null
  priceId: string | null
  paidUntil: string | null
}

interface Filling {
  clinicId: string
  patientId: string
  row: RowValues
  now: Date
}

/**
 * Gives an existing record what it lacks; what it has stays. Role `system`.
 * @returns the filled columns; null if the record was merged or erased
 */
export async function fillRecord(tx: Tx, filling: Filling): Promise<string[] | null> {
  const { clinicId, patientId, row, now } = filling
  const record = await tx
    .selectFrom('patients')
    .select(['email', 'user_id'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .where('merged_into', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!record) return null
  const filled: string[] = []
  // the address of an account is the account's
  if (row.email && !record.email && !record.user_id) {
    await tx
      .updateTable('patients')
      .set({ email: row.email, updated_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', patientId)
      .execute()
    filled.push('email')
  }
  filled.push(...(await fillDetails(tx, filling)))
  if (row.planId && !(await hasPlan(tx, clinicId, patientId))) {
    await preparePlan(tx, filling)
    filled.push('plan')
  }
  return filled
}

async function fillDetails(tx: Tx, { clinicId, patientId, row, now }: Filling): Promise<string[]> {
  const details = await tx
    .selectFrom('patient_details')
    .select(['phone', 'date_of_birth', 'version'])
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .forUpdate()
    .executeTakeFirst()
  const lacking = {
    ...(row.phone && !details?.phone ? { phone: row.phone } : {}),
    ...(row.bornOn && !details?.date_of_birth ? { date_of_birth: row.bornOn } : {}),
  }
  const filled = Object.keys(lacking)
  if (filled.length === 0) return []
  if (details)
    await tx
      .updateTable('patient_details')
      .set({ ...lacking, version: details.version + 1, updated_at: now })
      .where('clinic_id', '=', clinicId)
      .where('patient_id', '=', patientId)
      .execute()
  else
    await tx
      .insertInto('patient_details')
      .values({ clinic_id: clinicId, patient_id: patientId, ...lacking, updated_at: now })
      .execute()
  return filled
}

/** Whether a plan is prepared already, or was ever joined here. */
async function hasPlan(tx: Tx, clinicId: string, patientId: string): Promise<boolean> {
  const [prepared, joined] = await Promise.all([
    tx
      .selectFrom('prepared_plans')
      .select('plan_id')
      .where('clinic_id', '=', clinicId)
      .where('patient_id', '=', patientId)
      .executeTakeFirst(),
    tx
      .selectFrom('subscriptions')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('owner_patient_id', '=', patientId)
      .executeTakeFirst(),
  ])
  return prepared !== undefined || joined !== undefined
}

/** The patient joins the plan after signing in; no one is charged before (docs/decisions/0082). Role `system`. */
export async function preparePlan(tx: Tx, { clinicId, patientId, row, now }: Filling): Promise<void> {
  if (!row.planId || !row.priceId) return
  await tx
    .insertInto('prepared_plans')
    .values({
      clinic_id: clinicId,
      patient_id: patientId,
      plan_id: row.planId,
      price_id: row.priceId,
      paid_until: row.paidUntil,
      created_at: now,
    })
    .execute()
}
