import * as z from 'zod/mini'
import type { SsoSettings } from '#domain/single-sign-on/providers.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { domainViewOf } from './sso-domain-rows.ts'
import { viewOf } from './sso-provider-rows.ts'

/**
 * Returns the clinic's identity providers, the addresses that they need, and the state of their domains.
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
    const domains = await asSystem(tx, () =>
      tx
        .selectFrom('app.sso_domains')
        .selectAll()
        .where('clinic_id', '=', clinicId)
        .orderBy('domain')
        .execute(),
    )
    return {
      isAvailable: accounts.singleSignOn.isOffered,
      serviceProvider: accounts.singleSignOn.serviceProvider,
      providers: rows.map(viewOf),
      domains: domains.map(domainViewOf),
    }
  },
})
