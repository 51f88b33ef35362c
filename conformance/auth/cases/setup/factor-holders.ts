import { generate } from 'otplib'
import { type Call, get, post } from '../../call.ts'
import { aPasskey } from '../../passkey.ts'
import { type SignedIn, siteUrl, type World } from '../../world.ts'

/** A user with a factor; `token` is the access token to use. */
export interface Holder extends SignedIn {
  token: string
  factorId: string
  secret: string
}

/** The code of an authenticator app. @param steps half minutes ahead */
export const codeOf = (world: World, secret: string, steps = 0) =>
  generate({ secret, epoch: Math.floor(world.now().getTime() / 1000) + steps * 30 })

/** With an unverified factor, by default an authenticator app. */
export async function enrolled(world: World, body: object = {}): Promise<Holder> {
  const user = await world.createSignedInUser()
  const answer = await world.send(
    post('/factors', { factor_type: 'totp', friendly_name: 'first', ...body }, { token: user.accessToken }),
  )
  return {
    ...user,
    token: user.accessToken,
    factorId: answer.body.id,
    secret: answer.body.totp?.secret ?? '',
  }
}

/** @returns the body of the answer */
export const challengeOf = async (world: World, { token, factorId }: Pick<Holder, 'token' | 'factorId'>) =>
  (await world.send(post(`/factors/${factorId}/challenge`, {}, { token }))).body

/** `enrolled` and challenged; `code` is correct. */
export async function challenged(world: World) {
  const holder = await enrolled(world)
  const challenge = await challengeOf(world, holder)
  return { ...holder, challengeId: challenge.id as string, code: await codeOf(world, holder.secret) }
}

export async function verified(world: World) {
  const holder = await challenged(world)
  const { body } = await world.send(verifyCall(holder))
  return { ...holder, token: body.access_token as string, refreshToken: body.refresh_token as string }
}

/** A second session of the same user, by password only; `high` is the token at aal2. */
export async function atAal1(world: World) {
  const holder = await verified(world)
  const { accessToken } = await world.signIn(holder)
  return { ...holder, high: holder.token, token: accessToken }
}

export async function phoneChallenged(world: World) {
  const holder = await enrolled(world, { factor_type: 'phone', phone: `+${world.newPhone()}` })
  const { body } = await world.send(get('/user', { token: holder.token }))
  const { id } = await challengeOf(world, holder)
  return { ...holder, challengeId: id, phone: body.factors[0].phone as string }
}

export async function passkeyChallenged(world: World) {
  const holder = await enrolled(world, { factor_type: 'webauthn' })
  const challenge = await challengeOf(world, holder)
  const { publicKey } = challenge.webauthn.credential_options
  return { ...holder, challengeId: challenge.id, publicKey, passkey: aPasskey(siteUrl) }
}

export const verifyCall = (
  {
    factorId,
    token,
    challengeId,
    code,
  }: Pick<Holder, 'factorId' | 'token'> & { challengeId: string; code: string },
  more: Partial<Call> = {},
): Call => post(`/factors/${factorId}/verify`, { challenge_id: challengeId, code }, { token, ...more })

const on = { enroll: true, verify: true }
export const allOn = { totp: on, phone: on, webauthn: on }
export const factorTypes = ['totp', 'phone', 'webauthn'] as const
