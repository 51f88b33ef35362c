import { AppError } from '#domain/errors.ts'
import { asSystem, type Tx } from '../platform/database/transactions.ts'
import type { ClinicCtx } from './action.ts'
import { requireHealthDataAccess } from './health-data.ts'

type OwnCtx = Pick<ClinicCtx, 'actor' | 'clinicId' | 'userId'>

/** The caller's own record in the request's clinic; for a guardian their patient's. */
export interface OwnRecord {
  patientId: string
  /**
   * With a guardian's limited access: the caller, who may use only their own bookings and does not learn the patient's
   * other times. Null: all.
   */
  onlyBookedBy: string | null
  clinic: { name: string; currency: string; timeZone: string }
}

/**
 * Locks the caller's own patient record, so that its saves run one at a time; later reads see the latest.
 * @throws AppError `clinic_missing`; `email_not_confirmed` for a patient (docs/threats.md T31); `not_allowed` for other
 * callers; `second_step_required`
 */
export async function lockOwnRecord(tx: Tx, ctx: OwnCtx): Promise<OwnRecord> {
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
        // allows references to the record meanwhile: a stronger lock would deadlock with them
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(),
    ])
    return { patientId, onlyBookedBy: onlyBookedBy(ctx), clinic }
  })
}

/**
 * Runs a step `asSystem` on the caller's own locked patient record, where row-level security hides what it reads.
 * @throws AppError as `lockOwnRecord` does
 */
export async function onOwnRecord<T>(
  tx: Tx,
  ctx: ClinicCtx,
  step: (record: OwnRecord) => Promise<T>,
): Promise<T> {
  const record = await lockOwnRecord(tx, ctx)
  return asSystem(tx, () => step(record))
}

export function onlyBookedBy({ actor, userId }: Pick<ClinicCtx, 'actor' | 'userId'>): string | null {
  return actor.guardianAccess === 'limited' ? userId : null
}

/**
 * The id of the caller's own patient record in the request's clinic.
 * @throws AppError `clinic_missing`; `email_not_confirmed` for a patient; `not_allowed` for other callers
 */
export function requireOwnRecord({ actor, clinicId }: Pick<OwnCtx, 'actor' | 'clinicId'>): string {
  if (!clinicId) throw new AppError('clinic_missing')
  if (actor.guardianAccess && actor.patientId) return actor.patientId
  if (!actor.emailConfirmed && actor.role === null) throw new AppError('email_not_confirmed')
  if (actor.role !== 'patient' || !actor.patientId) throw new AppError('not_allowed')
  return actor.patientId
}

/**
 * @param saved the stored row, if any
 * @returns the version to store
 * @throws AppError `changed_elsewhere` unless the form has seen the latest save (docs/decisions/0041)
 */
export function nextVersion(seen: number, saved: { version: number } | undefined): number {
  if (seen !== (saved?.version ?? 0)) throw new AppError('changed_elsewhere')
  return seen + 1
}

/**
 * Locks the caller's own row among the providers, so that changes from two tabs run one at a time. Role `system`.
 * @throws AppError `not_found` for members who see no patients
 */
export async function ownProvider(tx: Tx, clinicId: string, userId: string): Promise<string> {
  const provider = await tx
    .selectFrom('providers')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!provider) throw new AppError('not_found')
  return provider.id
}
