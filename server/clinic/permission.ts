import { AppError } from '#domain/errors.ts'
import { can, type Permission, permissions } from '#domain/permissions.ts'
import type { Actor, Tx } from '../platform/database/transactions.ts'
import { mayUseHealthData } from './health-data.ts'

/**
 * Requires a permission in the clinic addressed: the role, and the second factor where the permission asks for one.
 *
 * @throws AppError `not_allowed` by role; an unknown clinic and one the caller does not belong to are refused alike
 * @throws AppError `second_step_required`
 */
export async function requirePermission(tx: Tx, actor: Actor, permission: Permission): Promise<void> {
  if (!can(actor, permission)) throw new AppError('not_allowed', { details: { permission } })
  if (!(await passesSecondFactor(tx, actor, permission))) throw new AppError('second_step_required')
}

/** Whether the caller holds the permission now, the second factor included: for answers that leave a part out. */
export async function hasPermission(tx: Tx, actor: Actor, permission: Permission): Promise<boolean> {
  return can(actor, permission) && (await passesSecondFactor(tx, actor, permission))
}

/** One rule for health data and for permissions (docs/decisions/0016), asked only of sessions that may fail it. */
async function passesSecondFactor(tx: Tx, actor: Actor, permission: Permission): Promise<boolean> {
  return !permissions[permission].secondFactor || actor.aal === 'aal2' || mayUseHealthData(tx)
}
