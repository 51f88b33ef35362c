import { revokeApiKeyInput } from '#domain/api-keys/inputs.ts'
import { AppError } from '#domain/errors.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Ends a program's access with its next request. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const revokeApiKey = action({
  name: 'revoke-api-key',
  input: revokeApiKeyInput,
  access: 'api-keys:write',
  async run(tx, ctx, { id }): Promise<{ success: true }> {
    const { clinicId, userId } = ctx
    const key = await tx
      .selectFrom('api_keys')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (!key) throw new AppError('not_found')
    const { numUpdatedRows } = await asSystem(tx, () =>
      tx
        .updateTable('api_keys')
        .set({ revoked_at: ctx.now(), revoked_by: userId })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow(),
    )
    if (numUpdatedRows > 0n) await audit(tx, 'api_key.revoked', { type: 'api_key', id })
    return { success: true }
  },
})
