import { describe, expect, it } from 'vitest'
import { aPasskey } from '#conformance/auth/passkey.ts'
import { aSignedInUser, expectRefusal, postAs, setUpTestAuth, signIn } from '#testing/sign-in/auth.ts'
import { addFactor, claimsOf } from '#testing/sign-in/factors.ts'

const test = setUpTestAuth({ smsIntervalSeconds: 60 })

const mainOrigin = 'http://carefold.localhost:3000'

describe('POST /factors/{id}/verify with a passkey', () => {
  async function asked(origin = mainOrigin) {
    const person = await aSignedInUser(test)
    const factorId = await addFactor(test, person, { factor_type: 'webauthn' })
    const { body } = await postAs(test, person, `/factors/${factorId}/challenge`)
    const passkey = aPasskey(origin)
    const { publicKey } = body.webauthn.credential_options
    return { person, factorId, passkey, publicKey, challengeId: body.id, path: `/factors/${factorId}/verify` }
  }

  async function known() {
    const made = await asked()
    const response = made.passkey.create(made.publicKey)
    const answer = await postAs(test, made.person, made.path, {
      challenge_id: made.challengeId,
      webauthn: { type: 'create', credential_response: response },
    })
    expect(answer.status).toBe(200)
    const low = await signIn(test, made.person)
    const { body } = await postAs(test, low, `/factors/${made.factorId}/challenge`)
    return { ...made, low, challengeId: body.id, publicKey: body.webauthn.credential_options.publicKey }
  }

  it('registers it, and signs in with it later', async () => {
    const { low, passkey, path, publicKey, challengeId } = await known()
    const { status, body } = await postAs(test, low, path, {
      challenge_id: challengeId,
      webauthn: { type: 'request', credential_response: passkey.get(publicKey) },
    })
    expect(status).toBe(200)
    expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal2', amr: [{ method: 'mfa/webauthn' }, {}] })
  })

  it.each<[string, object | undefined]>([
    ['no response', undefined],
    ['no type', { credential_response: {} }],
    ['another type', { type: 'steal', credential_response: {} }],
    ['no credential', { type: 'create' }],
    ['the wrong ceremony', { type: 'request', credential_response: {} }],
    ['an empty credential', { type: 'create', credential_response: {} }],
    [
      'client data that is no JSON',
      {
        type: 'create',
        credential_response: { id: 'x', response: { clientDataJSON: 'bm9wZQ', attestationObject: 'x' } },
      },
    ],
  ])('refuses %s as malformed', async (_name, webauthn) => {
    const { person, path, challengeId } = await asked()
    const request = { token: person.accessToken, body: { challenge_id: challengeId, webauthn } }
    await expectRefusal(test, ['POST', path, request], { status: 400, code: 'validation_failed' })
  })

  it.each<[string, object]>([
    ['of another site', { origin: 'https://evil.example' }],
    ['of a host that is no clinic', { origin: 'http://nobody.carefold.localhost:3000' }],
    ['of another port', { origin: 'http://carefold.localhost:4000' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['with another challenge', { challenge: 'AAAA' }],
    ['without user presence', { userPresent: false }],
    ['that registers a new passkey', { type: 'webauthn.create' }],
  ])('refuses a signature %s with 422 (docs/contracts/auth.md D13)', async (_name, changes) => {
    const { low, passkey, path, publicKey, challengeId } = await known()
    const webauthn = { type: 'request', credential_response: passkey.get(publicKey, changes) }
    const request = { token: low.accessToken, body: { challenge_id: challengeId, webauthn } }
    await expectRefusal(test, ['POST', path, request], { status: 422, code: 'webauthn_verification_failed' })
  })

  it('refuses another passkey, a cloned one and a signature twice', async () => {
    const { low, passkey, path, publicKey, challengeId, factorId } = await known()
    const answer = (credential_response: object, id = challengeId, token = low.accessToken) =>
      test.send('POST', path, {
        token,
        body: { challenge_id: id, webauthn: { type: 'request', credential_response } },
      })
    const stranger = aPasskey(mainOrigin)
    expect((await answer(stranger.get(publicKey))).body.error_code).toBe('webauthn_verification_failed')
    const posing = stranger.get(publicKey, { credentialId: passkey.id })
    expect((await answer(posing)).body.error_code).toBe('webauthn_verification_failed')
    const signature = passkey.get(publicKey, { signCount: 7 })
    const raised = await answer(signature)
    expect(raised.status).toBe(200)
    const token = raised.body.access_token
    const next = await test.send('POST', `/factors/${factorId}/challenge`, { token, body: {} })
    const replayed = await answer(signature, next.body.id, token)
    expect(replayed.body.error_code).toBe('webauthn_verification_failed')
    const clone = passkey.get(next.body.webauthn.credential_options.publicKey, { signCount: 3 })
    expect((await answer(clone, next.body.id, token)).body.error_code).toBe('webauthn_verification_failed')
  })

  it('accepts one that was made on a clinic’s host', async () => {
    await test.db.asOwner(`insert into public.clinics (name, subdomain) values ('Sunrise', 'sunrise-keys')`)
    const { person, passkey, publicKey, path, challengeId } = await asked(
      'http://sunrise-keys.carefold.localhost:3000',
    )
    const { status } = await postAs(test, person, path, {
      challenge_id: challengeId,
      webauthn: { type: 'create', credential_response: passkey.create(publicKey) },
    })
    expect(status).toBe(200)
  })
})
