import { aPasskey } from '#conformance/auth/passkey.ts'
import { type Attempt, addPasskey, carefoldOrigin, setUpFactorThief } from '#testing/hostile/factor-thief.ts'
import { aSignedInUser, signIn } from '#testing/sign-in/auth.ts'
import { aUserWithTotp } from '#testing/sign-in/factors.ts'

const scene = setUpFactorThief()
const { test } = scene

const attempts: Record<string, Attempt[]> = {
  'answering for her passkey': [
    [
      'by registering a new one in its place',
      async () => {
        const { id, publicKey } = await scene.askPasskey()
        const made = aPasskey(carefoldOrigin).create({ ...publicKey, rp: { id: publicKey.rpId } })
        return scene.answerPasskey(id, { type: 'create', credential_response: made })
      },
      400,
      'validation_failed',
    ],
    [
      'with another key under its id',
      async () => {
        const { id, publicKey } = await scene.askPasskey()
        const response = aPasskey(carefoldOrigin).get(publicKey, { credentialId: scene.vera.passkey.id })
        return scene.answerPasskey(id, { type: 'request', credential_response: response })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with what she signed on a look-alike site',
      async () => {
        const { id, publicKey } = await scene.askPasskey()
        const response = scene.vera.passkey.get(publicKey, {
          origin: 'http://carefold.localhost.evil.example:3000',
        })
        return scene.answerPasskey(id, { type: 'request', credential_response: response })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with what she signed for another challenge',
      async () => {
        const { publicKey } = await scene.askPasskey()
        const { id } = await scene.askPasskey()
        const response = scene.vera.passkey.get(publicKey)
        return scene.answerPasskey(id, { type: 'request', credential_response: response })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with a passkey of the thief’s own account',
      async () => {
        const own = await addPasskey(test, await aSignedInUser(test))
        const { id, publicKey } = await scene.askPasskey()
        return scene.answerPasskey(id, { type: 'request', credential_response: own.key.get(publicKey) })
      },
      422,
      'webauthn_verification_failed',
    ],
    [
      'with a code',
      async () =>
        scene.byThief('POST', `/factors/${scene.vera.passkeyId}/verify`, {
          challenge_id: (await scene.askPasskey()).id,
          code: await scene.vera.totp.code(1),
        }),
      400,
      'validation_failed',
    ],
  ],
  'using a recovery code': [
    ['that is made up', () => scene.spendCode('abcdefghjkmnpqrs'), 422, 'mfa_verification_failed'],
    ['that is empty', () => scene.spendCode(' - - '), 400, 'validation_failed'],
    ['that is null', () => scene.spendCode(null), 400, 'validation_failed'],
    ['that is a list', () => scene.spendCode(scene.vera.codes), 400, 'bad_json'],
    [
      'that she has used',
      async () => {
        const body = { code: scene.vera.codes[0] }
        const session = await signIn(test, scene.vera)
        await test.send('POST', '/factors/recovery-codes/verify', { token: session.accessToken, body })
        scene.thief = await signIn(test, scene.vera)
        return scene.spendCode(scene.vera.codes[0])
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'that she has replaced',
      async () => {
        await test.send('POST', '/factors/recovery-codes/regenerate', { token: scene.vera.accessToken })
        return scene.spendCode(scene.vera.codes[0])
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'from the thief’s own account',
      async () => {
        const own = await aUserWithTotp(test)
        const { body } = await test.send('POST', '/factors/recovery-codes', { token: own.accessToken })
        return scene.spendCode(body.codes[0])
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'as it is stored in the database',
      async () => {
        const [row] = await test.db.asOwner<{ hash: string }>(
          `select encode(code_hash, 'hex') as hash from auth.mfa_recovery_codes limit 1`,
        )
        return scene.spendCode(row?.hash)
      },
      422,
      'mfa_verification_failed',
    ],
    [
      'after ten wrong ones',
      async () => {
        for (let tries = 0; tries < 10; tries += 1) await scene.spendCode(`wrong-${tries}`)
        return scene.spendCode(scene.vera.codes[0])
      },
      429,
      'mfa_recovery_codes_locked',
    ],
    [
      'through the endpoint of other factors',
      async () => {
        const body = { challenge_id: scene.vera.id, code: scene.vera.codes[0] }
        return scene.byThief('POST', `/factors/${await scene.recoveryFactorId()}/verify`, body)
      },
      400,
      'validation_failed',
    ],
  ],
}

scene.expectRefused(attempts)
