import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { OwnProgram, OwnSession } from '#domain/programs/programs.ts'
import { action } from '#server/clinic/action.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { requireOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

interface Row extends Omit<OwnSession, 'id' | 'lessons'> {
  enrollmentId: string
  programTitle: string
  emoji: string
  sessionId: string
  isOpen: boolean
  lessons: OwnSession['lessons']
}

/**
 * Returns the caller's programs, newest first, with the sessions as of the enrollment: later changes to a program do
 * not apply (docs/decisions/0063).
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 */
export const ownPrograms = action({
  name: 'own-programs',
  input: z.object({}),
  access: 'signed-in',
  system: 'a patient reads no assignment before its day',
  async run(tx, ctx): Promise<OwnProgram[]> {
    const { clinicId } = ctx
    const patientId = requireOwnRecord(ctx)
    await requireHealthDataAccess(tx)
    // as the system, because a patient reads no assignment before its day
    const { rows } = await asSystem(tx, () =>
      sql<Row>`
        select e.id as "enrollmentId", p.title as "programTitle", p.emoji, s.id as "sessionId", s.title, s.description,
               (min(a.opens_at) at time zone c.time_zone)::date::text as "opensOn", min(a.opens_at) <= ${ctx.now()} as "isOpen",
               json_agg(json_build_object('itemId', a.item_id, 'type', v.type, 'isCompleted', a.completed_at is not null)
                        order by v.type = 'presentation', a.assigned_at, a.id) as lessons
          from public.program_enrollments e
          join public.clinics c on c.id = e.clinic_id
          join public.programs p on p.clinic_id = e.clinic_id and p.id = e.program_id
          join public.lesson_assignments a on a.clinic_id = e.clinic_id and a.enrollment_id = e.id and a.withdrawn_at is null
          join public.content_versions v on v.clinic_id = a.clinic_id and v.item_id = a.item_id and v.id = a.version_id
          join public.program_sessions s on s.clinic_id = a.clinic_id and s.id = a.session_id
         where e.clinic_id = ${clinicId} and e.patient_id = ${patientId} and e.ended_at is null
         group by e.id, e.enrolled_at, p.title, p.emoji, s.id, s.title, s.description, s.position, c.time_zone
         order by e.enrolled_at desc, e.id, min(a.opens_at), s.position, s.id`.execute(tx),
    )
    const programs = new Map<string, OwnProgram>()
    for (const { enrollmentId, programTitle, emoji, sessionId, isOpen, lessons, ...session } of rows) {
      const program = programs.get(enrollmentId) ?? {
        id: enrollmentId,
        title: programTitle,
        emoji,
        sessions: [],
      }
      program.sessions.push({ id: sessionId, ...session, lessons: isOpen ? lessons : [] })
      programs.set(enrollmentId, program)
    }
    return [...programs.values()]
  },
})
