import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { sql } from 'kysely'
import { assertionAlgorithms } from '#domain/fhir/capability-statement.ts'
import { tokenPath } from '#domain/fhir/paths.ts'
import { FhirProblem } from '#domain/fhir/problem.ts'
import type { FhirPlace } from '#domain/fhir/resources.ts'
import { type FhirType, grantedTypes, scopeOf } from '#domain/fhir/scopes.ts'
import { fhirTexts } from '#domain/texts/fhir.ts'
import type { Services } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { hashOfSecret, makeSecret } from './api-secret.ts'
import { asVisitor, type ProgramCaller } from './enter-as-program.ts'

const texts = fhirTexts.token
const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const lifeSeconds = 300
/** For a clock that is ahead: SMART allows an assertion five minutes. */
const leewaySeconds = 60

type OAuthError = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'

/** A refusal of the token endpoint (RFC 6749 5.2). */
class TokenRefused extends Error {
  override name = 'TokenRefused'
  readonly error: OAuthError

  constructor(error: OAuthError, description: string) {
    super(description)
    this.error = error
  }
}

/**
 * Answers the token endpoint of SMART Backend Services 2.0: `client_credentials` with an assertion that the program has
 * signed with its private key (RFC 7523). Each assertion works once.
 * @throws AppError `rate_limited`; FhirProblem 404 without a clinic
 */
export async function issueToken(
  { transactions, clock }: Pick<Services, 'transactions' | 'clock'>,
  caller: ProgramCaller,
  place: FhirPlace,
  form: URLSearchParams,
): Promise<Response> {
  try {
    if (form.get('grant_type') !== 'client_credentials')
      throw new TokenRefused('unsupported_grant_type', texts.grant)
    if (form.get('client_assertion_type') !== jwtBearer)
      throw new TokenRefused('invalid_request', texts.assertionType)
    const assertion = form.get('client_assertion') ?? ''
    const { token, types } = await transactions.withActor(asVisitor(caller), async (tx, { clinicId }) => {
      if (!clinicId) throw new FhirProblem(404, 'not-found', fhirTexts.problems.noClinic)
      const asked = { assertion, scope: form.get('scope') ?? '', now: clock.now() }
      return asSystem(tx, () => exchange(tx, clinicId, place, asked))
    })
    return answer(200, {
      access_token: token,
      token_type: 'bearer',
      expires_in: lifeSeconds,
      scope: types.map(scopeOf).join(' '),
    })
  } catch (error) {
    if (!(error instanceof TokenRefused)) throw error
    const status = error.error === 'invalid_client' ? 401 : 400
    return answer(status, { error: error.error, error_description: error.message })
  }
}

/** Role `system`. */
async function exchange(
  tx: Tx,
  clinicId: string,
  place: FhirPlace,
  { assertion, scope, now }: { assertion: string; scope: string; now: Date },
): Promise<{ token: string; types: FhirType[] }> {
  const id = claimedClient(assertion)
  const { rows } = await sql<{ public_keys: JSONWebKeySet; resources: FhirType[] }>`
    select k.public_keys, k.resources from public.api_keys k join public.clinics c on c.id = ${clinicId}
     where k.clinic_id = ${clinicId} and k.id = ${id} and k.public_keys is not null and k.revoked_at is null
       and coalesce(k.ends_on >= (${now}::timestamptz at time zone c.time_zone)::date, true)`.execute(tx)
  const [key] = rows
  if (!key) throw invalidClient()
  const { jti } = await verified(assertion, id, key.public_keys, `${place.base}/${tokenPath}`)
  const types = grantedTypes(scope, key.resources)
  if (types.length === 0) throw new TokenRefused('invalid_scope', texts.scope)
  const token = makeSecret('cft')
  await sql`delete from app.api_tokens t
             where t.clinic_id = ${clinicId} and t.key_id = ${id}
               and t.expires_at < now() - ${2 * leewaySeconds} * interval '1 second'`.execute(tx)
  const issued = await sql`
    insert into app.api_tokens (clinic_id, token_hash, key_id, resources, assertion_hash, expires_at)
    values (${clinicId}, ${hashOfSecret(token)}, ${id}, ${types}::text[], ${hashOfSecret(jti)},
            now() + ${lifeSeconds} * interval '1 second')
    on conflict (clinic_id, key_id, assertion_hash) do nothing`.execute(tx)
  // the assertion was used before
  if (issued.numAffectedRows === 0n) throw invalidClient()
  return { token, types }
}

/** Not trusted: only finds the keys that verify the assertion. */
function claimedClient(assertion: string): string {
  try {
    const { iss = '' } = decodeJwt(assertion)
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(iss)) return iss
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
  }
  throw invalidClient()
}

async function verified(
  assertion: string,
  id: string,
  publicKeys: JSONWebKeySet,
  audience: string,
): Promise<JWTPayload & { jti: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(assertion, createLocalJWKSet(publicKeys), {
      algorithms: [...assertionAlgorithms],
      ...{ issuer: id, subject: id, audience },
      requiredClaims: ['exp', 'jti'],
    })
    const { exp = 0, jti = '' } = payload
    // assertions are as sessions: by the machine's clock (docs/decisions/0004)
    const isShort = exp <= Date.now() / 1000 + lifeSeconds + leewaySeconds
    if (protectedHeader.kid && isShort && typeof jti === 'string' && jti !== '' && jti.length <= 200)
      return { ...payload, jti }
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
  }
  throw invalidClient()
}

const invalidClient = () => new TokenRefused('invalid_client', texts.client)

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } })
}
