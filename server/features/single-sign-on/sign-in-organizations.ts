import * as z from 'zod/mini'
import type { SignInOrganisation } from '#domain/single-sign-on/providers.ts'
import { offersSingleSignOn } from '#server/auth/saml/saml-key.ts'
import { action } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/** The identity providers that the login page of the clinic asked for offers; none on the main site. */
export const signInOrganisations = action({
  name: 'sign-in-organisations',
  input: z.object({}),
  access: 'anyone',
  async run(tx, { config, actor }): Promise<{ organisations: SignInOrganisation[] }> {
    const { clinicId } = actor
    if (!clinicId || !offersSingleSignOn(config)) return { organisations: [] }
    const organisations = await asSystem(tx, () =>
      tx
        .selectFrom('sso_providers')
        .select(['id', 'name'])
        .where('clinic_id', '=', clinicId)
        .where('removed_at', 'is', null)
        .where('disabled_at', 'is', null)
        .orderBy('created_at')
        .execute(),
    )
    return { organisations }
  },
})
