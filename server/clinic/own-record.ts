import { AppError } from '#domain/errors.ts'
import { asSystem, type Tx } from '../platform/database/transactions.ts'
import type { ClinicCtx } from './action.ts'
import { requireHealthDataAccess } from './health-data.ts'

/** The caller's own record at the clinic addressed; for a guardian that of whom they act for. */
export interface OwnRecord {
  patientId: string
  /**
   * With a guardian's limited access: the caller, who may use only what they have booked themselves, and is not told when the
   * patient is taken. Null: all of it.
   */
  onlyBookedBy: string | null
  clinic: { name: string; currency: string; timeZone: string }
}

/**
 * Locks the caller's own patient record: saves of the same record wait for each other. What is read afterwards, as the
 * caller, is the latest.
 *
 * @throws AppError `clinic_missing`; `email_not_confirmed` for a patient whose address nobody has proven (docs/threats.md
 * T31); `not_allowed` for everybody else; `second_step_required`
 */
export async function lockOwnRecord(tx: Tx, ctx: ClinicCtx): Promise<OwnRecord> {
  const { clinicId } = ctx
  const patientId = requireOwnRecord(ctx)
  await requireHealthDataAccess(tx)
  return asSystem(tx, async () => {
    const [clinic] = await Promise.all([
      tx
        .selectFrom('clinics')
        .select(['name', 'currency', 'time_zone as timeZone'])
        .where('id', '=', clinicId)
        .executeTakeFirstOrThrow(),
      tx
        .selectFrom('patients')
        .select('id')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', patientId)
        // rows that refer to the record may be written meanwhile: a stronger lock would wait for them, and they for it
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(),
    ])
    return { patientId, onlyBookedBy: onlyBookedBy(ctx), clinic }
  })
}

/**
 * Runs a step `asSystem` on the caller's own patient record, locked, where the policies hide what the step reads.
 *
 * @throws AppError as of `lockOwnRecord`
 */
export async function onOwnRecord<T>(
  tx: Tx,
  ctx: ClinicCtx,
  step: (record: OwnRecord) => Promise<T>,
): Promise<T> {
  const record = await lockOwnRecord(tx, ctx)
  return asSystem(tx, () => step(record))
}

/** `OwnRecord.onlyBookedBy` of a caller. */
export function onlyBookedBy({ actor, userId }: Pick<ClinicCtx, 'actor' | 'userId'>): string | null {
  return actor.guardianAccess === 'limited' ? userId : null
}

/**
 * The id of the caller's own patient record at the clinic addressed.
 *
 * @throws AppError `clinic_missing`; `email_not_confirmed` for a patient whose address nobody has proven; `not_allowed` for
 * everybody else
 */
export function requireOwnRecord({ actor, clinicId }: ClinicCtx): string {
  if (!clinicId) throw new AppError('clinic_missing')
  // contextOf has checked that the action is for guardians
  if (actor.guardianAccess && actor.patientId) return actor.patientId
  if (!actor.emailConfirmed && actor.role === null) throw new AppError('email_not_confirmed')
  if (actor.role !== 'patient' || !actor.patientId) throw new AppError('not_allowed')
  return actor.patientId
}

/**
 * @param saved the row as it is stored, if there is one
 * @returns the version to store
 * @throws AppError `changed_elsewhere` unless the form has seen every save (docs/decisions/0041)
 */
export function nextVersion(seen: number, saved: { version: number } | undefined): number {
  if (seen !== (saved?.version ?? 0)) throw new AppError('changed_elsewhere')
  return seen + 1
}
