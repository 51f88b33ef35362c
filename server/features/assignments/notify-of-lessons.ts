import { sql } from 'kysely'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/**
 * Notifies patients of lessons to read, assigned or opened since the last notice. The key is the clinic's date, so each
 * patient gets one notice a day (docs/domain-rules.md rule 43). Role `system`.
 * @returns how many patients
 */
export async function notifyOfLessons(
  tx: Tx,
  { notices, clock }: Pick<Services, 'notices' | 'clock'>,
  clinicId: string,
): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ patient_id: string; time_zone: string }>`
    update public.lesson_assignments a set notified_at = ${now}
      from public.clinics c
     where c.id = a.clinic_id and a.clinic_id = ${clinicId} and a.notified_at is null and a.withdrawn_at is null
       and a.completed_at is null and a.opens_at <= ${now}
    returning a.patient_id, c.time_zone`.execute(tx)
  const people = new Map(rows.map(({ patient_id, time_zone }) => [patient_id, time_zone]))
  for (const [patientId, timeZone] of people) {
    const key = `lessons:${patientId}:${dateIn(now, timeZone)}`
    await notices.notifyPatient(tx, { clinicId, patientId, about: 'update', key })
  }
  return people.size
}

export function notifyOfOpenedLessons(services: Pick<Services, 'transactions' | 'clock' | 'notices'>) {
  const { transactions, clock } = services
  return defineJob({
    name: 'assignments.tell-opened',
    cron: '7 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem('job:assignments.tell-opened', async (tx) => {
        const clinics = await tx
          .selectFrom('lesson_assignments')
          .select('clinic_id')
          .distinct()
          .where('notified_at', 'is', null)
          .where('withdrawn_at', 'is', null)
          .where('completed_at', 'is', null)
          .where('opens_at', '<=', clock.now())
          .execute()
        let people = 0
        for (const { clinic_id } of clinics) people += await notifyOfLessons(tx, services, clinic_id)
        return { clinics: clinics.length, people }
      }),
  })
}
