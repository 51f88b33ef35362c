import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** Days for which deleted content counts as using its files. */
export const deletedDays = 30
/** Days before an unused file is removed, so that an undo finds it. */
export const unusedDays = 7

/**
 * Removes files at night that no content has used for a week. Used are those of working copies and of versions that are
 * current, assigned or shown in a visit.
 */
export function purgeContent({
  transactions,
  files,
  clock,
}: Pick<Services, 'transactions' | 'files' | 'clock'>) {
  const purpose = 'job:content.purge'
  return defineJob({
    name: 'content.purge',
    cron: '13 4 * * *',
    async run(): Promise<JobResult> {
      const clinics = await transactions.withSystem(purpose, (tx) =>
        tx.selectFrom('content_items').select('clinic_id').distinct().execute(),
      )
      let removed = 0
      for (const { clinic_id: clinicId } of clinics) {
        const ended = await transactions.withSystem(purpose, (tx) => findUnused(tx, clinicId, clock.now()))
        for (const fileId of ended) {
          await transactions.withSystem(purpose, (tx) =>
            removeFile(tx, clinicId, fileId, (id) => files.remove(tx, clinicId, id)),
          )
          removed += 1
        }
      }
      return { removed }
    },
  })
}

/**
 * Records which files are used.
 * @returns files unused for long enough, and pages left by an interrupted job
 */
async function findUnused(tx: Tx, clinicId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with reachable as (
      select v.body, v.cover_file_id
        from public.content_versions v
        join public.content_items i on i.clinic_id = v.clinic_id and i.id = v.item_id
       where v.clinic_id = ${clinicId}
         and ((v.superseded_at is null
               and (i.deleted_at is null or i.deleted_at > ${now}::timestamptz - make_interval(days => ${deletedDays})))
              or exists (select from public.lesson_assignments a
                          where a.clinic_id = v.clinic_id and a.item_id = v.item_id and a.version_id = v.id)
              or exists (select from public.visit_lessons l where l.clinic_id = v.clinic_id and l.version_id = v.id))
      union all
      select body, cover_file_id
        from public.content_items
       where clinic_id = ${clinicId}
         and (deleted_at is null or deleted_at > ${now}::timestamptz - make_interval(days => ${deletedDays}))
    ), named as (
      -- includes ids that are no file's, which match none
      select distinct (found.id)[1]::uuid as id
        from reachable
       cross join lateral regexp_matches(body::text,
         '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') as found (id)
      union
      select cover_file_id from reachable where cover_file_id is not null
    ), marked as (
      update public.files f
         set unused_since = case when named.id is null then coalesce(f.unused_since, ${now}::timestamptz) end
        from public.files every_file
        left join named on named.id = every_file.id
       where f.id = every_file.id and f.clinic_id = ${clinicId} and every_file.clinic_id = ${clinicId} and f.attached_at is not null
         and f.kind in ('content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_import')
         and (f.unused_since is null) = (named.id is null)
    )
    select f.id from public.files f
     where f.clinic_id = ${clinicId} and f.attached_at is not null
       and f.kind in ('content_picture', 'content_video', 'content_pdf', 'content_captions', 'content_import')
       and f.unused_since < ${now}::timestamptz - make_interval(days => ${unusedDays})
       and not exists (select from named where named.id = f.id)
    union all
    select f.id from public.files f
     where f.clinic_id = ${clinicId} and f.kind = 'content_page'
       and f.attached_at < ${now}::timestamptz - interval '1 day'
       and not exists (select from public.content_pages p
                        where p.clinic_id = f.clinic_id and f.id in (p.file_id, p.medium_file_id, p.small_file_id))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

async function removeFile(
  tx: Tx,
  clinicId: string,
  fileId: string,
  remove: (fileId: string) => Promise<void>,
): Promise<void> {
  const pages = await tx
    .deleteFrom('content_pages')
    .where('clinic_id', '=', clinicId)
    .where('document_id', '=', fileId)
    .returning(['file_id', 'medium_file_id', 'small_file_id'])
    .execute()
  const ended = [fileId, ...pages.flatMap((page) => Object.values(page))]
  await tx
    .deleteFrom('content_version_files')
    .where('clinic_id', '=', clinicId)
    .where('file_id', 'in', ended)
    .execute()
  for (const id of ended) await remove(id)
}
