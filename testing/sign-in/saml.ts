import { siteUrl, type TestAuth } from './auth.ts'
import { aChallenge } from './openid.ts'
import type { TestClinic } from './people.ts'
import { readSamlRequest, type SamlRequest, serviceProviderAt, type TestIdp } from './saml-idp.ts'

export const { acsUrl, entityId: spEntityId } = serviceProviderAt(siteUrl)

/** Directly in the database. The clinic has proven its domains, and other clinics lose them. */
export async function aSsoProvider(
  test: Pick<TestAuth, 'db'>,
  clinic: Pick<TestClinic, 'id'>,
  idp: TestIdp,
  changes: {
    domains?: string[]
    emailAttribute?: string
    joinsAnyone?: boolean
    disabled?: boolean
    proven?: boolean
  } = {},
): Promise<string> {
  const { domains = ['clinic.test'], emailAttribute = null, joinsAnyone = true } = changes
  const { disabled = false, proven = true } = changes
  const [row] = await test.db.asOwner<{ id: string }>(
    `insert into public.sso_providers (clinic_id, name, entity_id, sso_url, certificates, domains, email_attribute, joins_anyone, disabled_at)
     values ($1, 'Clinic login', $2, $3, $4, $5, $6, $7, case when $8 then now() end) returning id`,
    [clinic.id, idp.entityId, idp.ssoUrl, [idp.certificate], domains, emailAttribute, joinsAnyone, disabled],
  )
  if (!row) throw new Error('no provider was made')
  if (proven) await proveDomains(test, clinic, domains)
  return row.id
}

/** Moves proven domains from their present clinic to this one. */
export async function proveDomains(
  test: Pick<TestAuth, 'db'>,
  clinic: Pick<TestClinic, 'id'>,
  domains: readonly string[],
): Promise<void> {
  await test.db.asOwner(
    'update app.sso_domains set proven_at = null, missing_since = null where domain = any ($1) and clinic_id <> $2',
    [domains, clinic.id],
  )
  await test.db.asOwner(
    `update app.sso_domains set proven_at = now(), checked_at = now(), missing_since = null, lost_at = null
      where clinic_id = $2 and domain = any ($1)`,
    [domains, clinic.id],
  )
}

/** POST /sso. @returns the request to the identity provider, and the browser's verifier */
export async function beginSso(
  test: TestAuth,
  providerId: string,
  body: Record<string, unknown> = {},
): Promise<{ request: SamlRequest; verifier: string }> {
  const pkce = aChallenge()
  const answer = await test.send('POST', '/sso', {
    body: { provider_id: providerId, skip_http_redirect: true, ...pkce.query, ...body },
  })
  if (answer.status !== 200) throw new Error(`no sign-in was begun: ${JSON.stringify(answer.body)}`)
  return { request: readSamlRequest(answer.body.url), verifier: pkce.verifier }
}

/** Posts the identity provider's form. @returns status and redirect */
export async function postResponse(
  test: TestAuth,
  request: Pick<SamlRequest, 'relayState'>,
  xml: string,
): Promise<{ status: number; location: URL }> {
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState }
  const answer = await test.send('POST', '/sso/saml/acs', {
    rawBody: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const location = answer.headers.get('location')
  if (!location) throw new Error(`no redirect: ${answer.status} ${JSON.stringify(answer.body)}`)
  return { status: answer.status, location: new URL(location) }
}
