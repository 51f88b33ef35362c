import { createHash } from 'node:crypto'
import { get, post, put } from '../call.ts'
import { type AnyCase, aCase, type Family, refused } from '../case.ts'
import { check, claimsOf } from '../checks.ts'
import { aText } from '../match.ts'
import type { World } from '../world.ts'

/** POST /token?grant_type=pkce (docs/contracts/auth.md 3.3). */

const password = 'a quiet long password'
const verifier = 'v'.repeat(64)
const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url')

async function authCode(world: World, more: object = {}): Promise<string> {
  const person = await world.createUser()
  const pair = { code_challenge: challengeOf(verifier), code_challenge_method: 's256', ...more }
  await world.send(post('/recover', { email: person.email, ...pair }))
  const { link } = await world.lastMessage(person.email)
  const { headers } = await world.send(get(`/verify?token=${link}&type=recovery`))
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}
const redeem = (auth_code: string, code_verifier = verifier) =>
  post('/token?grant_type=pkce', { auth_code, code_verifier })

export const tokenPkce: Family = {
  name: 'token-pkce',
  cases: [
    refused('no code', redeem(''), 400, 'validation_failed', { bothShapes: true }),
    refused('no verifier', redeem('abc', ''), 400, 'validation_failed'),
    refused('an unknown code', redeem('00000000-0000-4000-8000-000000000000'), 404, 'flow_state_not_found', {
      bothShapes: true,
    }),
    aCase({
      name: 'the code and its verifier: a session that says how the user signed in',
      arrange: authCode,
      request: (code) => redeem(code),
      expect: { status: 200, body: { access_token: aText, refresh_token: aText } },
      after: ({ body }) =>
        check(claimsOf(body.access_token).amr[0].method === 'recovery', 'amr says recovery'),
    }),
    aCase({
      name: 'a plain challenge (docs/contracts/auth.md D21)',
      arrange: (world) => world.createSignedInUser(),
      request: ({ email }) =>
        post('/recover', { email, code_challenge: verifier, code_challenge_method: 'plain' }),
      expect: { status: 400, code: 'validation_failed' },
    }),
    aCase({
      name: 'a code used twice',
      async arrange(world) {
        const code = await authCode(world)
        await world.send(redeem(code))
        return code
      },
      request: (code) => redeem(code),
      expect: { status: 404, code: 'flow_state_not_found' },
    }),
    aCase({
      name: 'a wrong verifier leaves the code usable',
      arrange: authCode,
      request: (code) => redeem(code, 'w'.repeat(64)),
      expect: {
        status: 400,
        code: 'bad_code_verifier',
        message: 'code challenge does not match previously saved code verifier',
      },
      async after(_answer, code, world) {
        check((await world.send(redeem(code))).status === 200, 'the right one still works')
      },
    }),
    aCase({
      name: 'a code after five minutes',
      async arrange(world) {
        const code = await authCode(world)
        world.advanceSeconds(301)
        return code
      },
      request: (code) => redeem(code),
      expect: { status: 422, code: 'flow_state_expired' },
    }),
    ...(['magiclink', 'email/signup', 'email_change'] as const).map(
      (method): AnyCase =>
        aCase({
          name: `amr says ${method}`,
          async arrange(world) {
            const pair = { code_challenge: challengeOf(verifier), code_challenge_method: 's256' }
            const person = await world.createSignedInUser()
            const address = method === 'magiclink' ? person.email : world.newEmail()
            if (method === 'magiclink') await world.send(post('/otp', { email: address, ...pair }))
            if (method === 'email/signup')
              await world.send(post('/signup', { email: address, password, ...pair }))
            if (method === 'email_change') {
              await world
                .withSettings({ secureEmailChange: false })
                .send(put('/user', { email: address, ...pair }, { token: person.accessToken }))
            }
            const { link, type } = await world.lastMessage(address)
            const seen = method === 'email_change' ? world.withSettings({ secureEmailChange: false }) : world
            const { headers } = await seen.send(get(`/verify?token=${link}&type=${type}`))
            return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
          },
          request: (code) => redeem(code),
          expect: { status: 200 },
          after: ({ body }) =>
            check(claimsOf(body.access_token).amr[0].method === method, `amr says ${method}`),
        }),
    ),
  ],
}
