import { AppError } from '#domain/errors.ts'
import { can, type Permission, permissions } from '#domain/permissions.ts'
import type { Actor, Tx } from '../platform/database/transactions.ts'
import { mayUseHealthData } from './health-data.ts'

/**
 * Requires a permission in the request's clinic: the role, and the second factor where required.
 * @throws AppError `not_allowed`, also for an unknown clinic; `second_step_required`
 */
export async function requirePermission(tx: Tx, actor: Actor, permission: Permission): Promise<void> {
  if (!can(actor, permission)) throw new AppError('not_allowed', { details: { permission } })
  if (!(await passesSecondFactor(tx, actor, permission))) throw new AppError('second_step_required')
}

/** Whether the caller has the permission now, second factor included. */
export async function hasPermission(tx: Tx, actor: Actor, permission: Permission): Promise<boolean> {
  return can(actor, permission) && (await passesSecondFactor(tx, actor, permission))
}

/**
 * The rule for health data applies to permissions too (docs/decisions/0016); queried only for sessions that may fail
 * it.
 */
async function passesSecondFactor(tx: Tx, actor: Actor, permission: Permission): Promise<boolean> {
  return !permissions[permission].secondFactor || actor.aal === 'aal2' || mayUseHealthData(tx)
}
