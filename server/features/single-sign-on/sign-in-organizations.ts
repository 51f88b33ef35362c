import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { SignInOrganization } from '#domain/single-sign-on/providers.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Returns the identity providers for a clinic's login page: those that are enabled and have a verified domain. None on
 * the main site.
 */
export const signInOrganizations = action({
  name: 'sign-in-organizations',
  input: z.object({}),
  access: 'anyone',
  async run(tx, { accounts, actor }): Promise<{ organizations: SignInOrganization[] }> {
    const { clinicId } = actor
    if (!clinicId || !accounts.singleSignOn.isOffered) return { organizations: [] }
    const organizations = await asSystem(tx, () =>
      tx
        .selectFrom('sso_providers')
        .select(['id', 'name'])
        .where('clinic_id', '=', clinicId)
        .where('removed_at', 'is', null)
        .where('disabled_at', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('app.sso_domains as d')
              .select('d.domain')
              .whereRef('d.clinic_id', '=', 'sso_providers.clinic_id')
              .where('d.proven_at', 'is not', null)
              .where(sql<boolean>`d.domain = any (sso_providers.domains)`),
          ),
        )
        .orderBy('created_at')
        .execute(),
    )
    return { organizations }
  },
})
