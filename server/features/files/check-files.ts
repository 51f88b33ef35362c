import { sql } from 'kysely'
import { withdrawnFilesDays } from '#domain/forms/forms.ts'
import { hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'
import type { StoredObject } from '#server/platform/files/object-store.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

/** A younger object may belong to a running upload. */
const youngMs = hourMs
const atATime = 500
/** Missing files named in the log; all are counted. */
const mostReported = 50
const purpose = 'job:files.check'

/**
 * Removes at night uploads unused for a day, the files of forms that remained withdrawn, and objects without a row. Reports rows whose objects are missing or
 * truncated, and clinics whose storage was counted wrongly.
 */
export function checkFiles({ transactions, files, log }: Pick<Services, 'transactions' | 'files' | 'log'>) {
  const walkStore = async () => {
    const present = new Map<string, number>()
    let strays = 0
    const settle = async (batch: StoredObject[]) => {
      const named = await transactions.withSystem(purpose, (tx) =>
        namesKnown(
          tx,
          batch.map(({ name }) => name),
        ),
      )
      for (const { name, bytes, storedAt } of batch) {
        if (named.has(name)) present.set(name, bytes)
        else if (Date.now() - storedAt.getTime() > youngMs) {
          await files.store.remove(name)
          strays++
        }
      }
    }
    let batch: StoredObject[] = []
    for await (const object of files.store.list()) {
      if (batch.push(object) < atATime) continue
      await settle(batch)
      batch = []
    }
    if (batch.length > 0) await settle(batch)
    return { present, strays }
  }

  return defineJob({
    name: 'files.check',
    cron: '47 3 * * *',
    async run(): Promise<JobResult> {
      const unused = await removeUnused(transactions)
      const withdrawn = await removeWithdrawn(transactions)
      // read before the store is listed, so that later uploads do not count as missing
      const expected = await transactions.withSystem(purpose, objectsExpected)
      const { present, strays } = await walkStore()
      const missing = await transactions.withSystem(purpose, (tx) =>
        stillNamed(
          tx,
          expected.filter(({ name, bytes }) => present.get(name) !== bytes),
        ),
      )
      for (const { name, fileId } of missing.slice(0, mostReported)) {
        log.error('files.object_missing', { fileId, stored: present.get(name) ?? null })
      }
      const miscounted = await recountStorage({ transactions, log })
      return { unused, withdrawn, strays, objects: present.size, missing: missing.length, miscounted }
    },
  })
}

/** Uploads that are unfinished, or finished and unused. Their bytes go with files.remove-objects. */
async function removeUnused(transactions: Transactions): Promise<number> {
  const removed = await clinicByClinic(
    { transactions, purpose },
    (tx) =>
      tx
        .selectFrom('files')
        .select('clinic_id')
        .distinct()
        .where('attached_at', 'is', null)
        .where('updated_at', '<', aDayAgo)
        .execute(),
    async (tx, clinicId) => {
      const { numDeletedRows } = await tx
        .deleteFrom('files')
        .where('clinic_id', '=', clinicId)
        .where('attached_at', 'is', null)
        .where('updated_at', '<', aDayAgo)
        .executeTakeFirst()
      return numDeletedRows
    },
  )
  await transactions.withSystem(purpose, (tx) =>
    tx
      .updateTable('app.file_objects')
      .set({ file_id: null })
      .where('starts_at', 'is', null)
      .where('created_at', '<', sql<Date>`now() - interval '24 hours'`)
      .execute(),
  )
  return removed
}

/** The files of forms that cannot be restored with them. */
function removeWithdrawn(transactions: Transactions): Promise<number> {
  const before = sql<Date>`app.now() - make_interval(days => ${withdrawnFilesDays})`
  return clinicByClinic(
    { transactions, purpose },
    (tx) =>
      tx
        .selectFrom('patient_files as k')
        .innerJoin('form_requests as r', (join) =>
          join.onRef('r.clinic_id', '=', 'k.clinic_id').onRef('r.id', '=', 'k.form_request_id'),
        )
        .select('k.clinic_id')
        .distinct()
        .where('r.withdrawn_at', '<', before)
        .execute(),
    async (tx, clinicId) => {
      const { numDeletedRows } = await tx
        .deleteFrom('files')
        .where('clinic_id', '=', clinicId)
        .where(({ eb, selectFrom }) =>
          eb(
            'id',
            'in',
            selectFrom('patient_files as k')
              .innerJoin('form_requests as r', 'r.id', 'k.form_request_id')
              .select('k.file_id')
              .where('k.clinic_id', '=', clinicId)
              .where('r.clinic_id', '=', clinicId)
              .where('r.withdrawn_at', '<', before),
          ),
        )
        .executeTakeFirst()
      return numDeletedRows
    },
  )
}

const aDayAgo = sql<Date>`app.now() - interval '24 hours'`

async function namesKnown(tx: Tx, names: string[]): Promise<Set<string>> {
  const rows = await tx.selectFrom('app.file_objects').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}

interface ExpectedObject {
  name: string
  fileId: string
  bytes: number
}

async function objectsExpected(tx: Tx): Promise<ExpectedObject[]> {
  const rows = await tx
    .selectFrom('app.file_objects')
    .select(['name', 'file_id', 'bytes'])
    .where('file_id', 'is not', null)
    .where('starts_at', 'is not', null)
    .execute()
  return rows.map(({ name, file_id, bytes }) => ({ name, fileId: file_id ?? '', bytes: Number(bytes) }))
}

async function stillNamed(tx: Tx, objects: ExpectedObject[]): Promise<ExpectedObject[]> {
  const still: ExpectedObject[] = []
  for (let at = 0; at < objects.length; at += atATime) {
    const batch = objects.slice(at, at + atATime)
    const rows = await tx
      .selectFrom('app.file_objects')
      .select('name')
      .where('file_id', 'is not', null)
      .where(
        'name',
        'in',
        batch.map(({ name }) => name),
      )
      .execute()
    const names = new Set(rows.map(({ name }) => name))
    still.push(...batch.filter(({ name }) => names.has(name)))
  }
  return still
}

/** Corrects clinics whose count differs from the sum of their files. */
function recountStorage({ transactions, log }: Pick<Services, 'transactions' | 'log'>): Promise<number> {
  return clinicByClinic(
    { transactions, purpose },
    async (tx) => {
      const { rows } = await sql<{ clinic_id: string }>`
        select u.clinic_id from app.storage_use u
         where u.used_bytes <> coalesce((select sum(f.size_bytes) from public.files f where f.clinic_id = u.clinic_id), 0)`.execute(
        tx,
      )
      return rows
    },
    async (tx, clinicId) => {
      const { rows } = await sql<{ wasBytes: number; isBytes: number }>`
        with counted as (
          select u.used_bytes,
                 coalesce((select sum(f.size_bytes) from public.files f where f.clinic_id = ${clinicId}), 0)::bigint as sum
            from app.storage_use u where u.clinic_id = ${clinicId} for update)
        update app.storage_use u set used_bytes = c.sum, limit_bytes = greatest(u.limit_bytes, c.sum)
          from counted c where u.clinic_id = ${clinicId} and c.sum <> c.used_bytes
        returning c.used_bytes as "wasBytes", c.sum as "isBytes"`.execute(tx)
      for (const counts of rows) log.error('files.storage_miscounted', { clinicId, ...counts })
      return rows.length
    },
  )
}
