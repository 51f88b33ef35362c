import { AppError } from '#domain/errors.ts'
import type { ClinicCtx } from '#server/platform/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Requires the operator: a person whose proven address is OPERATOR_EMAIL, by the account's row, and who took a second step in
 * this session. Neither claims nor memberships count (docs/decisions/0083).
 *
 * @throws AppError `not_allowed` for everybody else, and where no operator is set
 * @throws AppError `second_step_required`
 */
export async function requireOperator(tx: Tx, ctx: ClinicCtx): Promise<void> {
  const { operatorEmail } = ctx.config
  if (!operatorEmail) throw new AppError('not_allowed')
  const account = await asSystem(tx, () =>
    tx
      .selectFrom('auth.users')
      .select('id')
      .where('id', '=', ctx.userId)
      .where('email', '=', operatorEmail.toLowerCase())
      .where('email_confirmed_at', 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!account) throw new AppError('not_allowed')
  if (ctx.actor.aal !== 'aal2') throw new AppError('second_step_required')
}
