import { sql } from 'kysely'
import {
  type ContactKind,
  type QuietMembers,
  quietMembersInput,
} from '#domain/quiet-members/quiet-members.ts'
import { dayMs } from '#domain/values/durations.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { silentPayers } from './silent-payers.ts'

const mostListed = 100

interface Row {
  patient_id: string
  name: string
  plan: string
  started_at: Date
  kind: ContactKind | null
  at: Date | null
  count: number
}

/**
 * Returns the payers of running plans who joined, and whose last contact was, before a period: no visit, message or
 * request by them, such as to read a lesson, or the people on their plan, and no visit ahead (docs/decisions/0201). Audits a read of the
 * listed patients.
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const quietMembers = action({
  name: 'quiet-members',
  input: quietMembersInput,
  access: 'patients:read',
  async run(tx, { clinicId, now }, { days }): Promise<QuietMembers> {
    const at = now()
    const before = new Date(at.getTime() - days * dayMs)
    const { rows } = await sql<Row>`
      select p.id as patient_id, p.full_name as name, q.plan, q.started_at, q.kind, q.at,
             count(*) over ()::integer as count
        from ${silentPayers(clinicId, at)} q
        join public.patients p on p.clinic_id = ${clinicId} and p.id = q.patient_id
       where q.silent_since < ${before}
       order by coalesce(q.at, q.started_at), p.id
       limit ${mostListed}`.execute(tx)
    if (rows.length > 0)
      await recordRead(
        tx,
        ['patients', 'subscriptions', 'appointments', 'messages'],
        rows.map(({ patient_id: id }) => id),
        'quiet-members',
      )
    return {
      count: rows[0]?.count ?? 0,
      members: rows.map(({ patient_id: patientId, name, plan, started_at: startedAt, kind, at: last }) => ({
        ...{ patientId, name, plan, startedAt: startedAt.toISOString() },
        last: kind && last && { kind, at: last.toISOString() },
      })),
    }
  },
})
