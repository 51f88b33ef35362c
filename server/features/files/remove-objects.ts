import type { Services } from '#server/clinic/action.ts'
import { removeObjectsJob } from '#server/clinic/files.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

const atATime = 200

/** Removes the bytes of deleted files: first the object, then the row that names it. */
export function removeObjects({ transactions, files }: Pick<Services, 'transactions' | 'files'>) {
  const purpose = 'job:files.remove-objects'
  return defineJob({
    name: removeObjectsJob,
    // retries after a lost job
    cron: '41 * * * *',
    async run(): Promise<JobResult> {
      let removed = 0
      for (;;) {
        const names = await transactions.withSystem(purpose, async (tx) => {
          const rows = await tx
            .selectFrom('app.file_objects')
            .select('name')
            .where('file_id', 'is', null)
            .limit(atATime)
            .execute()
          return rows.map(({ name }) => name)
        })
        for (const name of names) await files.store.remove(name)
        if (names.length > 0) {
          await transactions.withSystem(purpose, (tx) =>
            tx.deleteFrom('app.file_objects').where('name', 'in', names).execute(),
          )
        }
        removed += names.length
        if (names.length < atATime) return { removed }
      }
    },
  })
}
