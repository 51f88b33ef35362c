import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isSubdomainShape } from '#domain/tenancy.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, invalid } from '../errors.ts'
import type { FactorRow, UserRow } from '../rows.ts'

export interface Credential {
  credential_id: string
  credential_key: Buffer
  sign_count: number
  transports: string[]
}

// loaded on first use, because it is large
const library = () => import('@simplewebauthn/server')

// EdDSA, ES256, RS256
const algorithms = [-8, -7, -257]
const timeoutMs = 120_000

/** For navigator.credentials.create(). The same security key cannot be added twice. */
export async function creationOptions(auth: Auth, user: UserRow, factors: FactorRow[]) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Carefold',
    rpID: auth.services.config.appDomain,
    userName: user.email ?? user.phone ?? user.id,
    userDisplayName: user.email ?? user.phone ?? user.id,
    userID: new TextEncoder().encode(user.id),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: descriptorsOf(factors),
    supportedAlgorithmIDs: algorithms,
    // beside a password the device need neither store the account nor require a PIN
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

/** For navigator.credentials.get(): any passkey of the person is accepted. */
export async function requestOptions(auth: Auth, factors: FactorRow[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: auth.services.config.appDomain,
    timeout: timeoutMs,
    allowCredentials: descriptorsOf(factors),
    userVerification: 'preferred',
  })
}

/**
 * @throws AuthError 400 `validation_failed` when malformed, 422 `webauthn_verification_failed` (docs/contracts/auth.md D13)
 */
export async function readNewCredential(
  tx: Tx,
  auth: Auth,
  response: unknown,
  challenge: string,
): Promise<Credential> {
  const created = requireShape<RegistrationResponseJSON>(response, ['clientDataJSON', 'attestationObject'])
  const { verifyRegistrationResponse } = await library()
  const { config } = auth.services
  const expectedOrigin = await allowedOriginOf(tx, config, created.response.clientDataJSON)
  const result = await refuseUnverified(() =>
    verifyRegistrationResponse({
      response: created,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: config.appDomain,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!result.verified) throw unverified()
  const { id, publicKey, counter, transports } = result.registrationInfo.credential
  return {
    credential_id: id,
    credential_key: Buffer.from(publicKey),
    sign_count: counter,
    transports: (transports ?? []).map(String).slice(0, 10),
  }
}

/**
 * @returns the factor that signed the assertion, and its new signature counter
 * @throws AuthError 400 `validation_failed` when malformed, 422 `webauthn_verification_failed` (docs/contracts/auth.md D13)
 */
export async function readAssertion(
  tx: Tx,
  auth: Auth,
  response: unknown,
  { challenge, factors }: { challenge: string; factors: FactorRow[] },
): Promise<{ factor: FactorRow; signCount: number }> {
  const signed = requireShape<AuthenticationResponseJSON>(response, [
    'clientDataJSON',
    'authenticatorData',
    'signature',
  ])
  const { verifyAuthenticationResponse } = await library()
  const { config } = auth.services
  const factor = factors.find(({ credential_id }) => credential_id !== null && credential_id === signed.id)
  const expectedOrigin = await allowedOriginOf(tx, config, signed.response.clientDataJSON)
  if (!factor?.credential_id || !factor.credential_key) throw unverified()
  const credential = {
    id: factor.credential_id,
    publicKey: new Uint8Array(factor.credential_key),
    counter: factor.sign_count,
  }
  const { verified, authenticationInfo } = await refuseUnverified(() =>
    verifyAuthenticationResponse({
      response: signed,
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: config.appDomain,
      credential,
      requireUserVerification: false,
    }),
  )
  if (!verified) throw unverified()
  return { factor, signCount: authenticationInfo.newCounter }
}

function descriptorsOf(factors: FactorRow[]): { id: string; transports: string[] }[] {
  return factors.flatMap(({ credential_id, transports }) =>
    credential_id === null ? [] : [{ id: credential_id, transports }],
  )
}

/** The main site's or a clinic's. */
async function allowedOriginOf(tx: Tx, config: Config, clientDataJson: string): Promise<string[]> {
  let origin: unknown
  try {
    origin = (JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as { origin: unknown })
      .origin
  } catch {
    throw malformed()
  }
  if (typeof origin !== 'string' || !URL.canParse(origin)) throw malformed()
  const main = new URL(config.mainOrigin)
  const url = new URL(origin)
  const subdomain = url.hostname.endsWith(`.${config.appDomain}`)
    ? url.hostname.slice(0, -config.appDomain.length - 1)
    : null
  const isOwnServer = url.protocol === main.protocol && url.port === main.port
  if (!isOwnServer || subdomain === null || !isSubdomainShape(subdomain)) return [main.origin]
  const clinic = await tx
    .selectFrom('clinics')
    .select('id')
    .where('subdomain', '=', subdomain)
    .executeTakeFirst()
  return clinic ? [url.origin] : [main.origin]
}

function requireShape<Response extends { id: string; response: object }>(
  response: unknown,
  fields: string[],
): Response {
  const given = response as { id?: unknown; response?: Record<string, unknown> } | null
  const isComplete =
    typeof given?.id === 'string' && fields.every((field) => typeof given.response?.[field] === 'string')
  if (!isComplete) throw malformed()
  return response as Response
}

/** The library throws for wrong answers. */
async function refuseUnverified<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw unverified(error)
  }
}

const malformed = () => invalid('Invalid credential_response')

function unverified(cause?: unknown): AuthError {
  return new AuthError(422, 'webauthn_verification_failed', 'The passkey could not be verified', { cause })
}
