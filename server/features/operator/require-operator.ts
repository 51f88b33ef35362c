import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { provenAddress } from '#server/clinic/proven-address.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Requires a user who confirmed OPERATOR_EMAIL with Carefold and took a second step in this session. Claims,
 * memberships and addresses from an identity provider do not count (docs/decisions/0083).
 * @throws AppError `not_allowed`, also without an operator; `second_step_required`
 */
export async function requireOperator(tx: Tx, ctx: ClinicCtx): Promise<void> {
  const { operatorEmail } = ctx.config
  if (!operatorEmail) throw new AppError('not_allowed')
  const address = await asSystem(tx, () => provenAddress(tx, ctx.userId))
  if (address !== operatorEmail.toLowerCase()) throw new AppError('not_allowed')
  if (ctx.actor.aal !== 'aal2') throw new AppError('second_step_required')
}
