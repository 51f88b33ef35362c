import { describe, expect, it } from 'vitest'
import { aPasskey } from '#conformance/auth/passkey.ts'
import { aSignedInUser, expectRefusal, newPhone, postAs, setUpTestAuth } from '#testing/sign-in/auth.ts'
import { addFactor } from '#testing/sign-in/factors.ts'

const test = setUpTestAuth({ smsIntervalSeconds: 60 })

const mainOrigin = 'http://carefold.localhost:3000'

describe('POST /factors/{id}/challenge', () => {
  it('sends a phone a code that is not readable in the database (docs/contracts/auth.md D14)', async () => {
    const person = await aSignedInUser(test)
    const phone = newPhone()
    const factorId = await addFactor(test, person, { factor_type: 'phone', phone })
    const { body } = await postAs(test, person, `/factors/${factorId}/challenge`, { channel: 'sms' })
    expect(body).toMatchObject({ id: expect.any(String), type: 'phone' })
    const [waiting] = await test.db.asOwner<{ text_body: string }>(
      `select text_body from app.mails where channel = 'sms' and to_address = $1`,
      [phone],
    )
    const { code } = await test.smsTo(phone)
    expect(code).toMatch(/^\d{6}$/)
    expect(waiting?.text_body).not.toContain(code)
    const [row] = await test.db.asOwner<{ whole: string }>(
      'select c::text as whole from auth.mfa_challenges c where id = $1',
      [body.id],
    )
    expect(row?.whole).not.toContain(code)
  })

  it('requires an unverified passkey to be created and a verified one to sign', async () => {
    const person = await aSignedInUser(test)
    const factorId = await addFactor(test, person, { factor_type: 'webauthn' })
    const { body } = await postAs(test, person, `/factors/${factorId}/challenge`)
    expect(body).toMatchObject({
      type: 'webauthn',
      expires_at: expect.any(Number),
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            rp: { id: 'carefold.localhost' },
            user: { name: person.email },
            challenge: expect.any(String),
          },
        },
      },
    })
    const passkey = aPasskey(mainOrigin)
    const { publicKey } = body.webauthn.credential_options
    const verified = await postAs(test, person, `/factors/${factorId}/verify`, {
      challenge_id: body.id,
      webauthn: { type: 'create', credential_response: passkey.create(publicKey) },
    })
    const asked = await postAs(
      test,
      { accessToken: verified.body.access_token },
      `/factors/${factorId}/challenge`,
    )
    expect(asked.body.webauthn).toMatchObject({
      type: 'request',
      credential_options: {
        publicKey: { rpId: 'carefold.localhost', allowCredentials: [{ id: passkey.id }] },
      },
    })
  })

  it('refuses another channel and a second text message within a minute', async () => {
    const person = await aSignedInUser(test)
    const factorId = await addFactor(test, person, { factor_type: 'phone', phone: newPhone() })
    const path = `/factors/${factorId}/challenge`
    const byPigeon = { token: person.accessToken, body: { channel: 'pigeon' } }
    await expectRefusal(test, ['POST', path, byPigeon], { status: 400, code: 'validation_failed' })
    expect((await postAs(test, person, path)).status).toBe(200)
    await expectRefusal(test, ['POST', path, { token: person.accessToken, body: {} }], {
      status: 429,
      code: 'over_sms_send_rate_limit',
      message: /^For security purposes, you can only request this after \d+ seconds\.$/,
    })
  })
})
