import { AppError } from '#domain/errors.ts'
import { type FileKind, fileKinds } from '#domain/files/files.ts'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'
import { type Actor, asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { beginFile } from '../forms/begin-file.ts'

export interface UploadAbout {
  patientId: string | null
  /** Of a form, whose request names the patient. */
  question?: { requestId: string; fieldId: string } | undefined
}

export interface UploadTarget {
  ownerId: string
  /** Null for an avatar. */
  clinicId: string
  patientId: string | null
}

/**
 * Refuses unconfirmed addresses, because anyone can create such an account.
 * @throws AppError `email_not_confirmed`
 */
export function requireProvenAddress({ emailConfirmed }: Actor): void {
  if (!emailConfirmed) throw new AppError('email_not_confirmed')
}

/**
 * Checks that the actor may upload a file of this kind, about this patient or for this question of a form.
 * @throws AppError `not_signed_in`, `email_not_confirmed`, `not_allowed`, `second_step_required`, `not_found`; as
 * `beginFile` does
 */
export async function uploadTarget(
  tx: Tx,
  actor: Actor,
  kind: FileKind,
  { patientId, question }: UploadAbout,
): Promise<UploadTarget> {
  const { userId: ownerId, clinicId } = { ...actor, clinicId: actor.clinicId ?? noClinic }
  if (!ownerId) throw new AppError('not_signed_in')
  requireProvenAddress(actor)
  if ((kind === 'form_file') !== (question !== undefined)) throw new AppError('invalid_input')
  if (actor.guardianAccess && !question) throw new AppError('not_allowed')
  if (question) {
    const patientId = await beginFile(
      tx,
      { actor, clinicId: actor.clinicId ?? '', userId: ownerId },
      question,
    )
    return { ownerId, clinicId, patientId }
  }
  if (fileKinds[kind].isHealthData !== (patientId !== null)) throw new AppError('invalid_input')
  if (kind === 'avatar') return { ownerId, clinicId: noClinic, patientId: null }
  if (kind === 'logo') {
    await requirePermission(tx, actor, 'clinic:update')
    return { ownerId, clinicId, patientId: null }
  }
  if (kind === 'content_page' || kind === 'content_import') throw new AppError('not_allowed')
  if (kind.startsWith('content_')) {
    await requirePermission(tx, actor, 'content:write')
    return { ownerId, clinicId, patientId: null }
  }
  if (kind === 'message_attachment' && actor.role === 'patient') {
    await requireHealthDataAccess(tx)
    if (actor.patientId === null || actor.patientId !== patientId) throw new AppError('not_found')
    return { ownerId, clinicId, patientId }
  }
  await requirePermission(tx, actor, kind === 'dispute_evidence' ? 'disputes:answer' : 'files:write')
  await asSystem(tx, () => requirePatientOf(tx, clinicId, patientId ?? ''))
  return { ownerId, clinicId, patientId }
}
