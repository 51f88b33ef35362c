import * as z from 'zod/mini'
import type { SsoSettings } from '#domain/single-sign-on/providers.ts'
import { action } from '#server/platform/action.ts'
import { viewOf } from './sso-provider-rows.ts'

/**
 * The clinic's identity providers, and the addresses that they need from it.
 *
 * @throws AppError `not_allowed` unless the actor may `security:write`
 */
export const ssoSettings = action({
  name: 'sso-settings',
  input: z.object({}),
  access: 'security:write',
  async run(tx, { accounts, clinicId }): Promise<SsoSettings> {
    const rows = await tx
      .selectFrom('sso_providers')
      .selectAll()
      .where('clinic_id', '=', clinicId)
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .execute()
    return {
      isAvailable: accounts.singleSignOn.isOffered,
      serviceProvider: accounts.singleSignOn.serviceProvider,
      providers: rows.map(viewOf),
    }
  },
})
