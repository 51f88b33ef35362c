import { generate } from 'otplib'
import { postAs, type SignedIn, signIn, somebody, type TestAuth } from './auth.ts'

export interface TestTotp {
  factorId: string
  secret: string
  /** On the session clock. @param stepsAhead in half minutes */
  code(stepsAhead?: number): Promise<string>
}

/** Counts once it has been verified. @returns its id */
export async function addFactor(
  test: TestAuth,
  person: Pick<SignedIn, 'accessToken'>,
  body: { factor_type: string; phone?: string },
): Promise<string> {
  return (await enroll(test, person, body)).id
}

/** Counts once `passTotp` has verified it. */
export async function addTotp(test: TestAuth, person: Pick<SignedIn, 'accessToken'>): Promise<TestTotp> {
  const { id, totp } = await enroll(test, person, { factor_type: 'totp' })
  return { factorId: id, secret: totp.secret, code: (steps = 0) => totpCode(test, totp.secret, steps) }
}

async function enroll(test: TestAuth, person: Pick<SignedIn, 'accessToken'>, factor: object) {
  const { status, body } = await postAs(test, person, '/factors', {
    friendly_name: crypto.randomUUID(),
    ...factor,
  })
  if (status !== 200) throw new Error(`enrollment failed: ${JSON.stringify(body)}`)
  return body
}

export function totpCode(test: TestAuth, secret: string, stepsAhead = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(test.sessionClock.now().getTime() / 1000) + stepsAhead * 30 })
}

/** @returns the challenge's id */
export async function challenge(test: TestAuth, token: string, factorId: string): Promise<string> {
  const { status, body } = await test.send('POST', `/factors/${factorId}/challenge`, { token, body: {} })
  if (status !== 200) throw new Error(`challenge failed: ${JSON.stringify(body)}`)
  return body.id
}

/** Steps the session up in a new half minute. @returns the user with the new tokens */
export async function passTotp<Person extends SignedIn>(
  test: TestAuth,
  person: Person,
  totp: TestTotp,
): Promise<Person> {
  // a code works once
  test.sessionClock.advance('PT30S')
  const challengeId = await challenge(test, person.accessToken, totp.factorId)
  const { status, body } = await test.send('POST', `/factors/${totp.factorId}/verify`, {
    token: person.accessToken,
    body: { challenge_id: challengeId, code: await totp.code() },
  })
  if (status !== 200) throw new Error(`verification failed: ${JSON.stringify(body)}`)
  return { ...person, accessToken: body.access_token, refreshToken: body.refresh_token }
}

export async function aUserWithTotp(
  test: TestAuth,
  options?: Parameters<typeof somebody>[1],
): Promise<SignedIn & { totp: TestTotp }> {
  const person = await signIn(test, await somebody(test, options))
  const totp = await addTotp(test, person)
  return { ...(await passTotp(test, person, totp)), totp }
}

export function claimsOf(token: string): {
  aal: string
  amr: { method: string; timestamp: number }[]
  session_id: string
  exp: number
  iat: number
  [other: string]: unknown
} {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
}
