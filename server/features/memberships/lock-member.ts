import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks a membership that is about to end or to be suspended. The clinic's row is locked first, as
 * `app.keep_an_admin` does. Role `system`.
 * @throws AppError `not_found`, `owner_stays`
 */
export async function lockMember(tx: Tx, { clinicId }: ClinicCtx, membershipId: string) {
  await lockClinic(tx, clinicId)
  const member = await tx
    .selectFrom('clinic_memberships')
    .select(['user_id', 'patient_id', 'role', 'is_owner'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', membershipId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('not_found')
  if (member.is_owner) throw new AppError('owner_stays')
  return member
}
