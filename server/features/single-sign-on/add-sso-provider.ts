import { AppError } from '#domain/errors.ts'
import {
  type AddSsoProviderInput,
  addSsoProviderInput,
  domainsOf,
  isSignInAddress,
  type SsoProviderView,
} from '#domain/single-sign-on/providers.ts'
import { singleSignOnTexts } from '#domain/texts/single-sign-on.ts'
import { withPlainScheme } from '#domain/values/web-address.ts'
import { type IdpDescription, type SingleSignOn, UnusableIdp } from '#server/clinic/accounts.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireOwnSecondStep, viewOf } from './sso-provider-rows.ts'

const rules = singleSignOnTexts.validation

/**
 * Adds an identity provider for the clinic's team. A provider that was removed before is restored, so that its users
 * find their accounts.
 * @throws AppError `not_allowed` unless the actor may `security:write`
 * @throws AppError `second_step_required`: a password alone must not add another sign-in
 * @throws AppError `single_sign_on_off`; `invalid_input` at `metadata`, `certificate`, `ssoUrl` or `entityId`
 */
export const addSsoProvider = action({
  name: 'add-sso-provider',
  input: addSsoProviderInput,
  access: 'security:write',
  asksFreshProof: true,
  async run(tx, ctx, input): Promise<SsoProviderView> {
    requireOwnSecondStep(ctx)
    const { singleSignOn } = ctx.accounts
    if (!singleSignOn.isOffered) throw new AppError('single_sign_on_off')
    const idp = describe(singleSignOn, input)
    const values = {
      name: input.name,
      sso_url: withPlainScheme(idp.ssoUrl),
      certificates: idp.certificates,
      domains: domainsOf(input.domains),
      email_attribute: input.emailAttribute || null,
      joins_anyone: input.joinsAnyone,
      disabled_at: null,
      removed_at: null,
      updated_at: ctx.now(),
    }
    return asSystem(tx, async () => {
      const row = await tx
        .insertInto('sso_providers')
        .values({ clinic_id: ctx.clinicId, entity_id: idp.entityId, ...values, created_at: ctx.now() })
        .onConflict((conflict) =>
          conflict
            .columns(['clinic_id', 'entity_id'])
            .doUpdateSet(values)
            .where('sso_providers.removed_at', 'is not', null),
        )
        .returningAll()
        .executeTakeFirst()
      if (!row) {
        throw fieldError(input.way === 'metadata' ? 'metadata' : 'entityId', rules.alreadyThere)
      }
      await audit(tx, 'sso_provider.added', { type: 'sso_provider', id: row.id }, {}, ctx.clinicId)
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
      return viewOf(row)
    })
  },
})

function describe(singleSignOn: SingleSignOn, input: AddSsoProviderInput): IdpDescription {
  const path = input.way === 'metadata' ? 'metadata' : 'certificate'
  try {
    if (input.way === 'fields') {
      const { entityId, ssoUrl } = input
      return { entityId, ssoUrl, certificates: singleSignOn.readCertificates(input.certificate) }
    }
    const idp = singleSignOn.readMetadata(input.metadata)
    if (!isSignInAddress(idp.ssoUrl)) throw new UnusableIdp(rules.metadataNoRedirect)
    return idp
  } catch (error) {
    if (error instanceof UnusableIdp) throw fieldError(path, error.message)
    throw error
  }
}

function fieldError(path: keyof AddSsoProviderInput, message: string): AppError {
  return new AppError('invalid_input', { fields: [{ path, message }] })
}
