import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import { provenAddress } from '#server/clinic/proven-address.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Requires the operator: a person who has proven OPERATOR_EMAIL to Carefold and took a second step in this session. Neither
 * claims nor memberships count, nor an address that a clinic's identity provider asserts (docs/decisions/0083).
 *
 * @throws AppError `not_allowed` for everybody else, and where no operator is set
 * @throws AppError `second_step_required`
 */
export async function requireOperator(tx: Tx, ctx: ClinicCtx): Promise<void> {
  const { operatorEmail } = ctx.config
  if (!operatorEmail) throw new AppError('not_allowed')
  const address = await asSystem(tx, () => provenAddress(tx, ctx.userId))
  if (address !== operatorEmail.toLowerCase()) throw new AppError('not_allowed')
  if (ctx.actor.aal !== 'aal2') throw new AppError('second_step_required')
}
