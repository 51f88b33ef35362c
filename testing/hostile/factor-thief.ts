import { beforeEach, describe, expect, it } from 'vitest'
import { aPasskey, type TestPasskey } from '#conformance/auth/passkey.ts'
import { type Answer, postAs, type SignedIn, setUpTestAuth, signIn, type TestAuth } from '../sign-in/auth.ts'
import { aUserWithTotp, challenge, claimsOf, type TestTotp } from '../sign-in/factors.ts'

export const carefoldOrigin = 'http://carefold.localhost:3000'

/** A request of the thief's, and the expected refusal. */
export type Attempt = [name: string, attempt: () => Promise<Answer>, status: number, code: string]

/**
 * Vera has an authenticator app, a passkey and recovery codes, and is signed in at aal2. The thief knows only her password.
 * Both are new in each test.
 */
export interface FactorThief {
  test: TestAuth
  vera: SignedIn & { totp: TestTotp; codes: string[]; passkey: TestPasskey; passkeyId: string }
  /** Vera's account, signed in by password only. */
  thief: SignedIn
  byThief(method: string, path: string, body?: object): Promise<Answer>
  refresh(refreshToken: string): Promise<Answer>
  /** @returns the id of a challenge of the app */
  askTotp(): Promise<string>
  answerTotp(body: object): Promise<Answer>
  // biome-ignore lint/suspicious/noExplicitAny: the browser's own options
  askPasskey(): Promise<{ id: string; publicKey: any }>
  answerPasskey(challengeId: string, webauthn: object): Promise<Answer>
  spendCode(code: unknown): Promise<Answer>
  recoveryFactorId(): Promise<string>
  /** Each attempt is refused, the thief's session stays at aal1 and Vera's factors are unchanged. */
  expectRefused(attempts: Record<string, Attempt[]>): void
}

export function setUpFactorThief(): FactorThief {
  const test = setUpTestAuth({ mailIntervalSeconds: 0, phoneProvider: true, requireCurrentPassword: false })
  const scene = {
    test,
    byThief: (method, path, body) =>
      test.send(method, path, { token: scene.thief.accessToken, ...(body ? { body } : {}) }),
    refresh: (refreshToken) =>
      test.send('POST', '/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } }),
    askTotp: () => challenge(test, scene.thief.accessToken, scene.vera.totp.factorId),
    answerTotp: (body) => scene.byThief('POST', `/factors/${scene.vera.totp.factorId}/verify`, body),
    async askPasskey() {
      const { body } = await scene.byThief('POST', `/factors/${scene.vera.passkeyId}/challenge`, {})
      return { id: body.id, publicKey: body.webauthn.credential_options.publicKey }
    },
    answerPasskey: (id, webauthn) =>
      scene.byThief('POST', `/factors/${scene.vera.passkeyId}/verify`, { challenge_id: id, webauthn }),
    spendCode: (code) => scene.byThief('POST', '/factors/recovery-codes/verify', { code }),
    async recoveryFactorId() {
      const { body } = await test.send('GET', '/factors/recovery-codes', { token: scene.vera.accessToken })
      return body.id
    },
    expectRefused: (attempts) => expectRefused(scene, attempts),
  } as FactorThief
  beforeEach(async () => {
    const person = await aUserWithTotp(test)
    const passkey = await addPasskey(test, person)
    const { body } = await postAs(test, passkey.session, '/factors/recovery-codes')
    scene.vera = {
      ...person,
      ...passkey.session,
      codes: body.codes,
      passkey: passkey.key,
      passkeyId: passkey.id,
    }
    scene.thief = await signIn(test, person)
  })
  return scene
}

/** @returns the passkey, its factor's id and the session's new tokens */
export async function addPasskey(test: TestAuth, person: Pick<SignedIn, 'accessToken'>) {
  const key = aPasskey(carefoldOrigin)
  const { body: factor } = await postAs(test, person, '/factors', {
    factor_type: 'webauthn',
    friendly_name: 'Laptop',
  })
  const { body: asked } = await postAs(test, person, `/factors/${factor.id}/challenge`)
  const { publicKey } = asked.webauthn.credential_options
  const { body } = await postAs(test, person, `/factors/${factor.id}/verify`, {
    challenge_id: asked.id,
    webauthn: { type: 'create', credential_response: key.create(publicKey) },
  })
  const session = { accessToken: body.access_token as string, refreshToken: body.refresh_token as string }
  return { id: factor.id as string, key, session }
}

function expectRefused(scene: FactorThief, attempts: Record<string, Attempt[]>): void {
  const factors = () =>
    scene.test.db.asOwner(
      `select id, status, factor_type, credential_id, phone, secret from auth.mfa_factors where user_id = $1 order by id`,
      [scene.vera.id],
    )
  describe.each(Object.entries(attempts))('no bypass by %s', (_way, list) => {
    it.each(list)('%s', async (_name, attempt, status, code) => {
      const before = await factors()
      const answer = await attempt()
      expect({ status: answer.status, code: answer.body.error_code }).toEqual({ status, code })
      expect(await factors()).toEqual(before)
      const refreshed = await scene.refresh(scene.thief.refreshToken)
      if (refreshed.status === 200) expect(claimsOf(refreshed.body.access_token).aal).toBe('aal1')
      expect((await scene.test.client().signInWithPassword(scene.vera)).error).toBeNull()
    })
  })
}
