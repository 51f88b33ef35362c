import { ssoProviderInput } from '#domain/single-sign-on/providers.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { changeSsoProvider, endSessionsOf, requireOwnSecondStep } from './sso-provider-rows.ts'

/**
 * Removes an identity provider from the clinic: users can no longer sign in with it, and their sessions end.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const removeSsoProvider = action({
  name: 'remove-sso-provider',
  input: ssoProviderInput,
  access: 'security:write',
  asksFreshProof: true,
  async run(tx, ctx, { providerId }): Promise<{ removed: true }> {
    requireOwnSecondStep(ctx)
    return asSystem(tx, async () => {
      await changeSsoProvider(tx, ctx, providerId, { removed_at: ctx.now() })
      await endSessionsOf(tx, providerId)
      await audit(tx, 'sso_provider.removed', { type: 'sso_provider', id: providerId }, {}, ctx.clinicId)
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
      return { removed: true }
    })
  },
})
