import { sql } from 'kysely'
import { openDisputes } from '#domain/invoices/disputes.ts'
import {
  type ComparedPatient,
  type MergeObstacle,
  type PatientComparison,
  yearsApart,
} from '#domain/patient-merges/patient-merges.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

interface Pair {
  clinicId: string
  intoId: string
  fromId: string
  /** YYYY-MM-DD */
  today: string
}

/** Two records with the obstacles to a merge. Role `system`; the caller has found both. */
export async function compareRecords(tx: Tx, pair: Pair): Promise<PatientComparison> {
  const [into, from, obstacles] = await Promise.all([
    describe(tx, pair.clinicId, pair.intoId),
    describe(tx, pair.clinicId, pair.fromId),
    obstaclesOf(tx, pair),
  ])
  return { into, from, obstacles, yearsApart: yearsApart(into.bornOn, from.bornOn, pair.today) }
}

async function describe(tx: Tx, clinicId: string, id: string): Promise<ComparedPatient> {
  const count = (table: string, column = 'patient_id', where = 'true') =>
    sql<number>`(select count(*)::integer from ${sql.raw(table)} t
                  where t.clinic_id = ${clinicId} and t.${sql.ref(column)} = p.id and ${sql.raw(where)})`
  const { rows } = await sql<
    Omit<ComparedPatient, 'counts' | 'createdAt' | 'carePlan'> &
      ComparedPatient['counts'] & {
        createdAt: Date
        plan: { steps: string[]; themes: string[]; visits: string[] } | null
        planAt: Date | null
      }
  >`
    select p.id, p.full_name as name, coalesce(p.email, '') as email, p.created_at as "createdAt",
           exists (select from public.clinic_memberships m
                    where m.clinic_id = ${clinicId} and m.user_id = p.user_id and m.ended_at is null) as "hasAccount",
           d.date_of_birth::text as "bornOn", d.phone,
           nullif(concat_ws(', ', d.address, d.city, nullif(concat_ws(' ', d.state, d.zip_code), '')), '') as address,
           case when h.patient_id is not null then jsonb_build_object(
             'emergencyContact', h.emergency_contact, 'emergencyPhone', h.emergency_phone, 'allergies', h.allergies,
             'medications', h.medications, 'conditions', h.medical_conditions) end as health,
           case when c.patient_id is not null then jsonb_build_object(
             'steps', jsonb_path_query_array(c.body, '$.steps[*].title'), 'themes', jsonb_path_query_array(c.body, '$.themes[*].title'),
             'visits', jsonb_path_query_array(c.body, '$.visits[*].visit')) end as plan, c.updated_at as "planAt",
           ${count('public.appointments')} as visits, ${count('public.messages')} as messages,
           ${count('public.lesson_assignments')} as lessons, ${count('public.person_notes')} + ${count('public.message_notes')} as notes,
           ${count('public.patient_files')} as files, ${count('public.payments')} as payments,
           ${count('public.subscriptions', 'owner_patient_id')} as plans
      from public.patients p
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
      left join public.patient_health h on h.clinic_id = p.clinic_id and h.patient_id = p.id
      left join public.care_plans c on c.clinic_id = p.clinic_id and c.patient_id = p.id
     where p.clinic_id = ${clinicId} and p.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the record is gone')
  const { visits, messages, lessons, notes, files, payments, plans } = row
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    createdAt: row.createdAt.toISOString(),
    hasAccount: row.hasAccount,
    bornOn: row.bornOn,
    phone: row.phone,
    address: row.address,
    health: row.health,
    carePlan: row.plan && { ...row.plan, changedAt: row.planAt?.toISOString() ?? '' },
    counts: { visits, messages, lessons, notes, files, payments, plans },
  }
}

async function obstaclesOf(tx: Tx, { clinicId, intoId, fromId }: Pair): Promise<MergeObstacle[]> {
  const { rows } = await sql<Record<MergeObstacle, boolean>>`
    with pair as (select p.* from public.patients p where p.clinic_id = ${clinicId} and p.id in (${intoId}, ${fromId})),
         covers as (
           select distinct m.subscription_id, m.patient_id from public.subscription_members m
             join public.subscriptions s on s.clinic_id = m.clinic_id and s.id = m.subscription_id
            where m.clinic_id = ${clinicId} and m.patient_id in (${intoId}, ${fromId}) and m.until_on is null
              and s.ended_at is null)
    select (select count(distinct p.id) from pair p join public.clinic_memberships m
              on m.clinic_id = ${clinicId} and m.user_id = p.user_id and m.ended_at is null) > 1 as accounts,
           (select count(distinct s.owner_patient_id) from public.subscriptions s
             where s.clinic_id = ${clinicId} and s.owner_patient_id in (${intoId}, ${fromId}) and s.ended_at is null) > 1 as plans,
           exists (select from covers group by subscription_id having count(*) > 1) as covered_together,
           exists (select from public.appointments a join public.appointments b
                     on b.clinic_id = a.clinic_id and b.patient_id = ${fromId} and b.status in ('requested', 'upcoming', 'completed')
                    and b.starts_at < a.ends_at and a.starts_at < b.ends_at
                    where a.clinic_id = ${clinicId} and a.patient_id = ${intoId}
                      and a.status in ('requested', 'upcoming', 'completed')) as visits,
           exists (select from public.patient_guardians g join pair p on p.user_id = g.user_id
                    where g.clinic_id = ${clinicId} and g.patient_id in (${intoId}, ${fromId}) and g.ended_at is null) as guardian,
           exists (select from public.disputes d
                    where d.clinic_id = ${clinicId} and d.patient_id = ${fromId} and d.status = any (${[...openDisputes]}::text[])) as dispute,
           exists (select from app.legal_holds h
                    where h.clinic_id = ${clinicId} and h.patient_id in (${intoId}, ${fromId}) and h.released_at is null) as held,
           exists (select from app.erasures e
                    where e.clinic_id = ${clinicId} and e.patient_id in (${intoId}, ${fromId})) as erased`.execute(
    tx,
  )
  const [row] = rows
  return (Object.keys(row ?? {}) as MergeObstacle[]).filter((obstacle) => row?.[obstacle])
}
