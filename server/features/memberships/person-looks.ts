import { sql } from 'kysely'
import type { LookRow } from '#domain/account/record-looks.ts'
import { personLooksInput } from '#domain/memberships/inputs.ts'
import { action } from '#server/platform/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requirePatientOf } from '#server/platform/patients.ts'

const looksPerPage = 50

/**
 * Who has read or changed a patient's record at this clinic, newest first: what the patient reads about it
 * (`rpc/audit_log_for_me`), with what they did themselves.
 *
 * @throws AppError `not_found` for an unknown patient and another clinic's, alike
 */
export const personLooks = action({
  name: 'person-looks',
  input: personLooksInput,
  access: 'audit:read',
  run: (tx, ctx, { patientId, belowId }): Promise<{ looks: LookRow[]; belowId: number | null }> =>
    asSystem(tx, async () => {
      await requirePatientOf(tx, ctx.clinicId, patientId)
      const rows = await readLooks(tx, ctx.clinicId, patientId, belowId ?? null)
      return {
        looks: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
        belowId: rows.length === looksPerPage ? (rows.at(-1)?.id ?? null) : null,
      }
    }),
})

async function readLooks(tx: Tx, clinicId: string, patientId: string, belowId: number | null) {
  const { rows } = await sql<Omit<LookRow, 'at'> & { at: Date }>`
    with begins as (
      select app.audit_log_begins() as at
    ), about as (
      -- zeros: a list so long that not all of its people are named
      select sealed.audit_id, sealed.occurred_at, named.patient_id = ${patientId}::uuid as is_certain
        from (values (${patientId}::uuid), ('00000000-0000-0000-0000-000000000000'::uuid)) as named (patient_id)
       cross join lateral (
         select s.audit_id, s.occurred_at from app.audit_subjects s
          where s.clinic_id = ${clinicId} and s.patient_id = named.patient_id
            and s.audit_id < coalesce(${belowId}::bigint, 9223372036854775807)
          order by s.audit_id desc limit ${looksPerPage}) as sealed
      union all
      -- what the sealing job has not reached yet
      select a.id, a.occurred_at, ${patientId}::uuid = any (a.patient_ids)
        from app.audit_log a
       where a.clinic_id = ${clinicId} and a.id > app.audit_sealed_to()
         and (${patientId}::uuid = any (a.patient_ids) or a.patient_count > cardinality(a.patient_ids))
         and a.id < coalesce(${belowId}::bigint, 9223372036854775807)
         and not exists (select from app.audit_subjects s where s.clinic_id = a.clinic_id and s.audit_id = a.id)
    ), page as (
      select audit_id, min(occurred_at) as occurred_at, bool_or(is_certain) as is_certain from about
       group by audit_id order by audit_id desc limit ${looksPerPage}
    )
    select a.id, a.occurred_at as at, a.clinic_id, c.name as clinic_name,
           case a.action when 'record.read' then 'read' else 'changed' end as kind,
           case a.action when 'record.read' then array(select jsonb_array_elements_text(a.details -> 'tables'))
                else array[a.action] end as what,
           coalesce(nullif(btrim(u.user_metadata ->> 'full_name'), ''), nullif(btrim(u.user_metadata ->> 'name'), '')) as by_name,
           case a.actor_kind when 'person'
                then coalesce(a.actor_role, (select m.role from public.clinic_memberships m
                                              where m.clinic_id = a.clinic_id and m.user_id = a.actor_id
                                              order by m.ended_at is not null, m.created_at desc limit 1))
                else a.actor_kind end as by_role,
           a.purpose, p.is_certain
      from page p
      join app.audit_log a on a.id = p.audit_id
                          and a.occurred_at between p.occurred_at and greatest(p.occurred_at, (select b.at from begins b))
      join public.clinics c on c.id = a.clinic_id
      left join auth.users u on u.id = a.actor_id
     order by a.id desc`.execute(tx)
  return rows
}
