import { sql } from 'kysely'
import type { Span } from '#domain/value-receipts/plan-time.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface UsedService {
  service: string
  /** of a type of visit; empty for messages and lessons */
  name: string
  count: number
}

/**
 * Services used by each patient in a span: completed visits, answered messages, completed lessons (docs/domain-rules.md
 * rule 43). Role `system`.
 * @returns by the index in `asked`, most used first
 */
export async function usedServices(
  tx: Tx,
  clinicId: string,
  asked: readonly (Span & { patientId: string })[],
): Promise<UsedService[][]> {
  const { rows } = await sql<UsedService & { place: number }>`
    with asked as (
      select place, patient_id, from_at, until_at
        from unnest(${asked.map(({ patientId }) => patientId)}::uuid[],
                    ${asked.map(({ from }) => from.toISOString())}::timestamptz[],
                    ${asked.map(({ until }) => until.toISOString())}::timestamptz[])
             with ordinality as a (patient_id, from_at, until_at, place)
    ), used as (
      select a.place, 'visit:' || v.type as service, t.name, v.id
        from asked a
        join public.appointments v on v.clinic_id = ${clinicId} and v.patient_id = a.patient_id and v.status = 'completed'
                                  and v.starts_at >= a.from_at and v.starts_at < a.until_at
        join public.appointment_types t on t.clinic_id = v.clinic_id and t.key = v.type
      union all
      -- an answer follows a message of the patient: two in a row count once
      select a.place, 'message', '', m.id
        from asked a
        join public.messages m on m.clinic_id = ${clinicId} and m.patient_id = a.patient_id and m.from_side = 'clinic'
                              and m.sent_at >= a.from_at and m.sent_at < a.until_at
        join public.messages q on q.clinic_id = m.clinic_id and q.patient_id = m.patient_id and q.number = m.number - 1
                              and q.from_side = 'patient'
      union all
      -- a lesson read again for another assignment counts once
      select a.place, 'lesson', '', l.item_id
        from asked a
        join (select clinic_id, patient_id, item_id, completed_at from public.lesson_assignments
               where clinic_id = ${clinicId}
              union
              select clinic_id, patient_id, item_id, completed_at from public.content_readings
               where clinic_id = ${clinicId}
              union
              select clinic_id, patient_id, item_id, earlier_completed_at from public.content_readings
               where clinic_id = ${clinicId}) l
          on l.patient_id = a.patient_id and l.completed_at >= a.from_at and l.completed_at < a.until_at
    )
    select place::integer as place, service, name, count(distinct id)::integer as count
      from used group by place, service, name order by place, count desc, service`.execute(tx)
  const found: UsedService[][] = asked.map(() => [])
  for (const { place, ...used } of rows) found[place - 1]?.push(used)
  return found
}
