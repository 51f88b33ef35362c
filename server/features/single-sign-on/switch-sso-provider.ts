import { type SsoProviderView, switchSsoProviderInput } from '#domain/single-sign-on/providers.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { changeSsoProvider, endSessionsOf, requireOwnSecondStep, viewOf } from './sso-provider-rows.ts'

/**
 * Pauses an identity provider of the clinic and signs out its users, or enables it again.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const switchSsoProvider = action({
  name: 'switch-sso-provider',
  input: switchSsoProviderInput,
  access: 'security:write',
  asksFreshProof: true,
  async run(tx, ctx, { providerId, isEnabled }): Promise<SsoProviderView> {
    requireOwnSecondStep(ctx)
    return asSystem(tx, async () => {
      const disabled_at = isEnabled ? null : ctx.now()
      const row = await changeSsoProvider(tx, ctx, providerId, { disabled_at })
      if (!isEnabled) await endSessionsOf(tx, providerId)
      const subject = { type: 'sso_provider', id: providerId }
      await audit(tx, isEnabled ? 'sso_provider.enabled' : 'sso_provider.disabled', subject, {}, ctx.clinicId)
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
      return viewOf(row)
    })
  },
})
