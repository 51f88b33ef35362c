import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { type SplitInput, type SplitPreview, splitInput } from '#domain/patient-merges/splits.ts'
import { action, type ClinicCtx } from '#server/platform/action.ts'
import { auditPatients } from '#server/platform/audit.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requirePatientOf } from '#server/platform/patients.ts'
import { recordRead } from '#server/platform/record-read.ts'
import { judgeSplit } from './judge-split.ts'
import { lockRecords } from './lock-records.ts'
import { splitTables } from './split-items.ts'
import { tellOfChange } from './tell-of-change.ts'

/**
 * The parts that a split would move, those that stay, and the obstacles. Changes nothing; the read of the patients is recorded.
 *
 * @throws AppError `not_found` for an unknown, a merged and another clinic's record, alike, and for one into itself
 */
export const previewSplit = action({
  name: 'preview-split',
  input: splitInput,
  access: 'patients:merge',
  async run(tx, ctx, input): Promise<SplitPreview> {
    const { patientId } = input
    const { intoId, preview } = await asSystem(tx, async () => {
      const intoId = await requireRecords(tx, ctx, input)
      const preview = await judgeSplit(tx, { ...input, clinicId: ctx.clinicId, intoId, now: ctx.now() })
      return { intoId, preview }
    })
    await recordRead(tx, splitTables, intoId ? [patientId, intoId] : [patientId], 'preview-split')
    return preview
  },
})

/**
 * Moves chosen visits, notes, files, messages, lessons and tasks to another patient's record, or to a new one, in one
 * transaction (`app.split_patient` in db/migrations/0048_patient_merges.sql). Money stays. `undo-split` takes it back.
 *
 * @returns the split, and the record that it went to
 * @throws AppError `not_found` as of `preview-split`
 * @throws AppError `split_blocked` while something stands in the way (`preview-split` says what)
 */
export const splitPatient = action({
  name: 'split-patient',
  input: splitInput,
  access: 'patients:merge',
  run: (tx, ctx, input): Promise<{ splitId: string; intoId: string }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const { patientId, chosen } = input
      const known = await requireRecords(tx, ctx, input)
      const intoId = known ?? (await newRecord(tx, ctx, input.into))
      await lockRecords(tx, clinicId, [patientId, intoId])
      const { obstacles } = await judgeSplit(tx, { clinicId, patientId, intoId, chosen, now: ctx.now() })
      if (obstacles.length > 0) throw new AppError('split_blocked')
      const { rows } = await sql<{ id: string }>`
        select app.split_patient(${clinicId}::uuid, ${patientId}::uuid, ${intoId}::uuid, ${known === null},
                                 ${JSON.stringify(chosen)}::jsonb, ${ctx.userId}::uuid, ${ctx.now()}) as id`.execute(
        tx,
      )
      const splitId = rows[0]?.id ?? ''
      await auditPatients(tx, 'patient.split', [patientId, intoId], { into: intoId })
      await tellOfChange(tx, ctx, 'record_split', { key: splitId, patientIds: [patientId, intoId] })
      return { splitId, intoId }
    }),
})

/** @returns the record that is to get something; null: a new one */
async function requireRecords(
  tx: Tx,
  { clinicId }: Pick<ClinicCtx, 'clinicId'>,
  { patientId, into }: SplitInput,
): Promise<string | null> {
  await requirePatientOf(tx, clinicId, patientId)
  if (!('patientId' in into)) return null
  if (into.patientId === patientId) throw new AppError('not_found')
  await requirePatientOf(tx, clinicId, into.patientId)
  return into.patientId
}

/** A record without an account, as the clinic enters it. */
async function newRecord(tx: Tx, ctx: ClinicCtx, into: SplitInput['into']): Promise<string> {
  if (!('name' in into)) throw new Error('the record is there')
  const now = ctx.now()
  const { id } = await tx
    .insertInto('patients')
    .values({ clinic_id: ctx.clinicId, full_name: into.name, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
