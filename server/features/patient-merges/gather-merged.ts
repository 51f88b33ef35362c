import { sql } from 'kysely'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const gatherMergedJob = 'patient-merges.gather'
/** For this period after a merge, late answers may still reach the emptied record. */
const openMs = 7 * dayMs

/** Moves rows that reached emptied records after their merge. Hourly. */
export function gatherMerged({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: gatherMergedJob,
    cron: '53 * * * *',
    async run(): Promise<JobResult> {
      const since = new Date(clock.now().getTime() - openMs)
      const merges = await transactions.withSystem(`job:${gatherMergedJob}`, (tx) =>
        tx
          .selectFrom('app.patient_merges as g')
          .select('g.id')
          .where('g.undone_at', 'is', null)
          .where((row) =>
            row.or([
              row('g.merged_at', '>', since),
              // a visit that overlaps another one until it is moved
              row.exists(
                row
                  .selectFrom('appointments as a')
                  .select('a.id')
                  .whereRef('a.clinic_id', '=', 'g.clinic_id')
                  .whereRef('a.patient_id', '=', 'g.from_patient_id'),
              ),
            ]),
          )
          .execute(),
      )
      let moved = 0
      for (const { id } of merges) {
        moved += await transactions.withSystem(`job:${gatherMergedJob}`, async (tx) => {
          const { rows } = await sql<{ moved: number }>`
            select app.gather_patient(g.clinic_id, g.id) as moved from app.patient_merges g where g.id = ${id} and g.undone_at is null`.execute(
            tx,
          )
          return rows[0]?.moved ?? 0
        })
      }
      return { merges: merges.length, moved }
    },
  })
}
