import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type LookRow, looksOf } from '#domain/account/record-looks.ts'
import {
  exportRecordInput,
  type RecordReader,
  recordFileName,
  recordFormat,
  recordPaths,
} from '#domain/record-export/record-export.ts'
import { accountTexts } from '#domain/texts/account.ts'
import { membershipTexts } from '#domain/texts/memberships.ts'
import { formatDate, formatTime } from '#domain/values/dates.ts'
import { dateIn } from '#domain/values/zones.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { requireFreshProof } from '#server/clinic/fresh-proof.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { requireOwnRecord } from '#server/clinic/own-record.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { zipAnswer } from '#server/clinic/zip-answer.ts'
import { type Actor, asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { recordDocument } from './record-document.ts'
import type { RecordFacts, RecordLook } from './record-facts.ts'
import { readyFiles, type StoredFile, storedFiles, writeRecord } from './record-files.ts'
import { readRecordNames } from './record-names.ts'
import { readRecordRows } from './record-tables.ts'

const looksPerPage = 500

/**
 * Returns all that an admin may read about one patient as a zip archive: a PDF, the rows as JSON, and the uploaded
 * files (docs/decisions/0171). Includes records that were merged into this one. Audits the read.
 * @throws AppError `not_found`
 */
export const exportRecord = outwardAction({
  name: 'export-record',
  input: exportRecordInput,
  access: 'records:export',
  asksFreshProof: true,
  run: (ctx, { patientId }): Promise<Response> =>
    answer(ctx, 'team', async (tx, actor) => {
      await requirePermission(tx, actor, 'records:export')
      await requirePatientOf(tx, ctx.clinicId, patientId)
      return patientId
    }),
})

/**
 * Returns all that a patient may read in their own record, in the form of `export-record`; for a guardian with full
 * access, the record of their patient.
 * @throws AppError `email_not_confirmed`; `not_allowed` for other callers; `second_step_required`;
 * `fresh_proof_required`
 */
export const exportOwnRecord = outwardAction({
  name: 'export-own-record',
  input: z.object({}),
  access: 'signed-in',
  guardians: 'full',
  run: (ctx): Promise<Response> =>
    answer(ctx, ctx.actor.guardianAccess ? 'guardian' : 'patient', async (tx, actor) => {
      const patientId = requireOwnRecord({ ...ctx, actor })
      await requireHealthDataAccess(tx)
      await requireFreshProof(tx)
      return patientId
    }),
})

async function answer(
  ctx: ClinicCtx,
  reader: RecordReader,
  allowed: (tx: Tx, actor: Actor) => Promise<string>,
): Promise<Response> {
  const { facts, files, subdomain } = await ctx.transactions.withActor(
    ctx.caller,
    async (tx, actor) => readRecord(tx, ctx, reader, await allowed(tx, actor)),
    { timezone: 'UTC' },
  )
  // before the answer begins, so that a defect is a refusal instead of a broken file
  const pdf = await recordDocument(facts)
  const name = recordFileName(subdomain, dateIn(facts.madeAt, facts.clinic.timeZone))
  return zipAnswer(name, writeRecord(ctx, { facts, files, pdf, data: dataOf(facts) }))
}

interface ReadRecord {
  facts: RecordFacts
  files: StoredFile[]
  subdomain: string
}

async function readRecord(
  tx: Tx,
  ctx: ClinicCtx,
  reader: RecordReader,
  patientId: string,
): Promise<ReadRecord> {
  const { clinicId } = ctx
  const clinic = await tx
    .selectFrom('clinics')
    .select(['name', 'color', 'phone', 'website', 'subdomain', 'currency', 'time_zone as timeZone'])
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow()
  const ids = await asSystem(tx, () => recordsOf(tx, clinicId, patientId))
  const tables = await readRecordRows(tx, clinicId, ids)
  const fileIds = (tables['public.patient_files'] ?? []).map(({ file_id: id }) => String(id))
  const ready = await readyFiles(tx, clinicId, fileIds)
  const { names, files, looks } = await asSystem(tx, async () => {
    await auditPatients(tx, 'record.exported', [patientId])
    return {
      names: await readRecordNames(tx, clinicId, tables),
      files: await storedFiles(tx, ready),
      looks: reader === 'guardian' ? null : await readLooks(tx, ctx, reader, patientId, clinic.timeZone),
    }
  })
  const named = tables['public.patients']?.find(({ id }) => id === patientId)
  return {
    facts: {
      reader,
      clinic,
      madeAt: ctx.now(),
      name: String(named?.full_name ?? ''),
      tables,
      names,
      looks,
      paths: new Map(files.map(({ id, path }) => [id, path])),
    },
    files,
    subdomain: clinic.subdomain,
  }
}

/** The record and those merged into it, whose rows may have stayed with them (docs/decisions/0133). */
async function recordsOf(tx: Tx, clinicId: string, patientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r as id from app.records_of(${clinicId}, ${patientId}) r`.execute(tx)
  return rows.map(({ id }) => id)
}

/** As the reader's access log shows them; a patient's own acts are not in theirs. */
async function readLooks(
  tx: Tx,
  { clinicId, userId }: ClinicCtx,
  reader: RecordReader,
  patientId: string,
  timeZone: string,
): Promise<RecordLook[]> {
  const found: LookRow[] = []
  let below: number | null = null
  do {
    const { rows }: { rows: (Omit<LookRow, 'at'> & { at: Date })[] } = await sql<
      Omit<LookRow, 'at'> & { at: Date }
    >`select * from app.looks_at(${clinicId}, ${patientId}, ${reader === 'patient' ? userId : null}, ${below}, ${looksPerPage})`.execute(
      tx,
    )
    found.push(...rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })))
    below = rows.length === looksPerPage ? (rows.at(-1)?.id ?? null) : null
  } while (below !== null)
  const texts = reader === 'team' ? membershipTexts.looks : accountTexts.looks
  return looksOf(found, (instant) => formatDate(instant, timeZone), texts).map(
    ({ at, who, did, count, isCertain }) => ({
      at: `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`,
      who,
      did,
      count,
      isCertain,
    }),
  )
}

/** Instants are in UTC, amounts whole cents; `names` are of ids that rows refer to. */
function dataOf({ reader, clinic, madeAt, tables, names, looks, paths }: RecordFacts): string {
  const data = {
    format: recordFormat,
    madeAt: madeAt.toISOString(),
    reader,
    clinic: { name: clinic.name, timeZone: clinic.timeZone, currency: clinic.currency },
    document: recordPaths.document,
    tables,
    names,
    files: Object.fromEntries(paths),
    accessLog: looks,
  }
  return `${JSON.stringify(data, null, 2)}\n`
}
