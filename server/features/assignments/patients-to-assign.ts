import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The given patients, or all patients of the plan's running subscriptions today.
 * @throws AppError `not_found`
 */
export function patientsToAssign(
  tx: Tx,
  clinicId: string,
  { patientIds, planId }: { patientIds: readonly string[]; planId: string | null },
  now: Date,
): Promise<string[]> {
  return planId ? patientsOnPlan(tx, clinicId, planId, now) : knownPatients(tx, clinicId, patientIds)
}

/** How many of the patients cannot sign in yet. */
export async function countWithoutAccount(tx: Tx, clinicId: string, ids: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom('patients')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('clinic_id', '=', clinicId)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function knownPatients(tx: Tx, clinicId: string, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)]
  const known = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', wanted)
    .where('merged_into', 'is', null)
    .execute()
  if (known.length < wanted.length) throw new AppError('not_found')
  return wanted
}

async function patientsOnPlan(tx: Tx, clinicId: string, planId: string, now: Date): Promise<string[]> {
  const plan = await tx
    .selectFrom('plans')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', planId)
    .executeTakeFirst()
  if (!plan) throw new AppError('not_found')
  const { rows } = await sql<{ patient_id: string }>`
    select distinct m.patient_id
      from public.subscriptions s
      join public.subscription_members m on m.clinic_id = s.clinic_id and m.subscription_id = s.id
      join public.clinics c on c.id = s.clinic_id
     where s.clinic_id = ${clinicId} and s.plan_id = ${planId} and s.status = any (${[...runningStatuses]}::text[])
       and (m.until_on is null or m.until_on >= (${now}::timestamptz at time zone c.time_zone)::date)`.execute(
    tx,
  )
  return rows.map(({ patient_id }) => patient_id)
}
