import type { AddSsoProviderInput } from '#domain/single-sign-on/providers.ts'
import { makeSamlKey } from '#server/auth/saml/saml-key.ts'
import type { Dns } from '#server/platform/dns.ts'
import type { TestDatabase } from '../database/database.ts'
import { accountsOf, openTestServices, type TestServices } from '../database/services.ts'
import { aClinic, type Person, type TestClinic } from './people.ts'
import type { TestIdp } from './saml-idp.ts'
import { aSecondStep } from './second-step.ts'

export function openSsoServices({ dns }: { dns?: Dns } = {}): Promise<TestServices> {
  return openTestServices({ env: { SAML_PRIVATE_KEY: makeSamlKey() }, ...(dns && { dns }) })
}

/** As on an installation without single sign-on. */
export function withoutSso({ services }: TestServices): TestServices['services'] {
  const config = { ...services.config, samlPrivateKey: null }
  return { ...services, config, accounts: accountsOf({ ...services, config }) }
}

export async function aSecuredClinic(db: TestDatabase): Promise<TestClinic> {
  const clinic = await aClinic(db)
  await aSecondStep(db, clinic.admin)
  return clinic
}

/** Both descriptions of an identity provider that `add-sso-provider` accepts. */
export function ssoProviderInputs(idp: TestIdp): Record<'byMetadata' | 'byFields', AddSsoProviderInput> {
  const byMetadata: AddSsoProviderInput = {
    name: 'Northwind Health',
    domains: 'Northwind.test, nw.test',
    way: 'metadata',
    metadata: idp.metadata,
    entityId: '',
    ssoUrl: '',
    certificate: '',
    emailAttribute: '',
    joinsAnyone: true,
  }
  const { entityId, ssoUrl, certificate } = idp
  return {
    byMetadata,
    byFields: { ...byMetadata, way: 'fields', metadata: '', entityId, ssoUrl, certificate },
  }
}

export async function makeSsoAccount(db: TestDatabase, providerId: string, person: Person): Promise<void> {
  await db.asOwner('update auth.users set is_sso = true, sso_provider_id = $2 where id = $1', [
    person.userId,
    providerId,
  ])
}
