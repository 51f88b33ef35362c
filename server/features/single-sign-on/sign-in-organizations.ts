import * as z from 'zod/mini'
import type { SignInOrganization } from '#domain/single-sign-on/providers.ts'
import { action } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** The identity providers that the requested clinic's login page offers; none on the main site. */
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
        .orderBy('created_at')
        .execute(),
    )
    return { organizations }
  },
})
