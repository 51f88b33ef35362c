// An attacker joins with a stranger's address and leaves a trap in the account: a second factor, a pending change of
// address, a password. The first person to prove the address gets an account without any of it (docs/threats.md T31). By
// Google and SAML: server/auth/endpoints/{callback-accounts,saml-acs}.test.ts.
import { beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { aGuestAddress, inviteInto } from '#testing/invitations.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { type ServerAnswer, setUpServer } from '../test-server.ts'

const password = 'known to the attacker'
const ownPassword = 'an evening by the lake'

let trap: { email: string; userId: string; token: string }
const test = await setUpServer()
const clinic = await aClinic(test.db)
beforeEach(async () => {
  const email = aGuestAddress()
  const body = { email, password, name: 'Dana', subdomain: clinic.subdomain }
  await test.ask('/functions/v1/clinic-join', { method: 'POST', body, clinic })
  const session = JSON.parse((await signIn(email, password)).text)
  trap = { email, userId: session.user.id, token: session.access_token }
})

const post = (path: string, body: object, token?: string) =>
  test.ask(`/auth/v1${path}`, { method: 'POST', body, ...(token ? { token } : {}) })
const signIn = (email: string, secret: string) =>
  post('/token?grant_type=password', { email, password: secret })
const codeOf = ({ text }: ServerAnswer) => JSON.parse(text).error_code as string

async function newestMail(email: string): Promise<{ link: string; code: string }> {
  const [mail] = await mailsTo(test.db, email)
  return {
    link: new URL(mail?.links[0] ?? '').searchParams.get('token_hash') ?? '',
    code: /^\d{6}$/m.exec(mail?.text_body ?? '')?.[0] ?? '',
  }
}

/** Everything an account could contain before the rules below, written into the rows. */
async function leaveEverything(): Promise<void> {
  const { sub, session_id } = JSON.parse(Buffer.from(trap.token.split('.')[1] ?? '', 'base64url').toString())
  const factorId = await aSecondStep(test.db, { userId: sub, sessionId: session_id })
  await test.db.asOwner(
    `insert into auth.mfa_challenges (factor_id, ip, created_at) values ($1, '192.0.2.1', now())`,
    [factorId],
  )
  const [codes] = await test.db.asOwner<{ id: string }>(
    `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, created_at, updated_at)
     values ($1, 'recovery_code', 'verified', 'Recovery codes', now(), now()) returning id`,
    [trap.userId],
  )
  await test.db.asOwner(`insert into auth.mfa_recovery_codes (factor_id, code_hash) values ($1, '\\x01')`, [
    codes?.id,
  ])
  await test.db.asOwner(
    `insert into auth.identities (user_id, provider, provider_id, identity_data)
     values ($1, 'google', gen_random_uuid()::text, '{}')`,
    [trap.userId],
  )
  await test.db.asOwner(
    `update auth.users set new_email = 'thief@example.test', email_change_half = 1, new_phone = '15550001111' where id = $1`,
    [trap.userId],
  )
}

async function whatIsLeft() {
  const [left] = await test.db.asOwner(
    `select (select count(*)::int from auth.mfa_factors f where f.user_id = u.id) as factors,
            (select count(*)::int from auth.mfa_challenges c join auth.mfa_factors f on f.id = c.factor_id
              where f.user_id = u.id) as challenges,
            (select count(*)::int from auth.mfa_recovery_codes c join auth.mfa_factors f on f.id = c.factor_id
              where f.user_id = u.id) as codes,
            (select array_agg(i.provider order by i.provider) from auth.identities i where i.user_id = u.id) as identities,
            (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
            (select count(*)::int from auth.one_time_tokens t where t.user_id = u.id and t.kind <> 'invitation') as tokens,
            u.new_email, u.email_change_half, u.new_phone, u.may_sign_in_unconfirmed,
            u.email_confirmed_at is not null as is_proven
       from auth.users u where u.id = $1`,
    [trap.userId],
  )
  return left
}

const nothing = {
  factors: 0,
  challenges: 0,
  codes: 0,
  identities: ['email'],
  // the owner's
  sessions: 1,
  tokens: 0,
  new_email: null,
  email_change_half: 0,
  new_phone: null,
  may_sign_in_unconfirmed: false,
  is_proven: true,
}

const ask = async (path: string, body: object) => {
  await post(path, body)
  return newestMail(trap.email)
}
const proofs: [string, () => Promise<ServerAnswer>][] = [
  [
    'recovery',
    async () =>
      post('/verify', { type: 'recovery', token_hash: (await ask('/recover', { email: trap.email })).link }),
  ],
  [
    'recovery by its code',
    async () => {
      const { code } = await ask('/recover', { email: trap.email })
      return post('/verify', { type: 'recovery', email: trap.email, token: code })
    },
  ],
  [
    'a sign-in link',
    async () =>
      post('/verify', { type: 'email', token_hash: (await ask('/otp', { email: trap.email })).link }),
  ],
  [
    'a sign-in link from /magiclink',
    async () =>
      post('/verify', { type: 'email', token_hash: (await ask('/magiclink', { email: trap.email })).link }),
  ],
  [
    'an invitation by the server',
    async () => {
      await post('/invite', { email: trap.email }, await test.serviceToken())
      return post('/verify', { type: 'invite', token_hash: (await newestMail(trap.email)).link })
    },
  ],
  [
    'the join’s own mail',
    async () => post('/verify', { type: 'signup', token_hash: (await newestMail(trap.email)).link }),
  ],
  [
    'the join’s own mail, with a new password',
    async () => {
      const { link } = await newestMail(trap.email)
      return post('/verify', { type: 'signup', token_hash: link, new_password: ownPassword })
    },
  ],
  [
    'the code of the join’s own mail',
    async () => {
      const { code } = await newestMail(trap.email)
      return post('/verify', { type: 'email', email: trap.email, token: code, new_password: ownPassword })
    },
  ],
  [
    'a clinic’s invitation',
    async () => {
      const other = await aClinic(test.db)
      await inviteInto(test, other, other.admin.caller(), { email: trap.email })
      return post('/verify', { type: 'invite', token_hash: (await newestMail(trap.email)).link })
    },
  ],
]

describe.each(proofs)('a person who proves the address by %s', (_way, prove) => {
  it('gets an account without any data of another person', async () => {
    await leaveEverything()
    const answer = await prove()
    expect(answer.status).toBe(200)
    const owner = JSON.parse(answer.text).access_token
    expect(await whatIsLeft()).toEqual(nothing)
    expect((await test.ask('/auth/v1/user', { token: trap.token })).status).toBe(403)
    expect(codeOf(await signIn(trap.email, password))).toBe('invalid_credentials')
    const enrolled = await post('/factors', { factor_type: 'totp', friendly_name: 'App' }, owner)
    expect(enrolled.status).toBe(200)
  })
})

describe('the join’s own mail', () => {
  const confirm = async (body: object) =>
    post('/verify', { type: 'signup', token_hash: (await newestMail(trap.email)).link, ...body })

  it('preserves the password and the sessions of a caller who knows it', async () => {
    expect((await confirm({ password })).status).toBe(200)
    expect((await signIn(trap.email, password)).status).toBe(200)
    expect((await test.ask('/auth/v1/user', { token: trap.token })).status).toBe(200)
  })

  it('sets the password of a caller who does not', async () => {
    expect((await confirm({ new_password: ownPassword })).status).toBe(200)
    expect((await signIn(trap.email, ownPassword)).status).toBe(200)
    expect(codeOf(await signIn(trap.email, password))).toBe('invalid_credentials')
  })

  it.each<[string, object, number, string]>([
    ['a wrong password', { password: ownPassword }, 400, 'current_password_invalid'],
    ['a weak one', { new_password: 'password' }, 422, 'weak_password'],
    ['a short one', { new_password: 'short' }, 422, 'weak_password'],
    ['both', { password, new_password: ownPassword }, 400, 'validation_failed'],
  ])('stays good after %s', async (_what, body, status, code) => {
    const refused = await confirm(body)
    expect([refused.status, codeOf(refused)]).toEqual([status, code])
    expect((await whatIsLeft())?.is_proven).toBe(false)
    expect((await confirm({ new_password: ownPassword })).status).toBe(200)
  })

  it('reveals nothing about the password to a caller who has only the address', async () => {
    const { code } = await newestMail(trap.email)
    const wrong = code === '000000' ? '111111' : '000000'
    const guess = (body: object) =>
      post('/verify', { type: 'email', email: trap.email, token: wrong, ...body })
    const answers = [await guess({ password }), await guess({ password: ownPassword }), await guess({})]
    for (const { status, text } of answers) expect([status, text]).toEqual([403, answers[0]?.text])
    const byLink = { type: 'signup', token_hash: 'f'.repeat(48), password }
    expect((await post('/verify', byLink)).status).toBe(403)
    for (let tries = 0; tries < 2; tries++) await guess({ password })
    expect((await post('/verify', { type: 'email', email: trap.email, token: code, password })).status).toBe(
      403,
    )
  })
})

describe('before the address is proven', () => {
  const unproven = { status: 422, code: 'email_not_confirmed' }
  const as = ({ status, text }: ServerAnswer) => ({ status, code: JSON.parse(text).error_code })
  const put = (body: object) => test.ask('/auth/v1/user', { method: 'PUT', body, token: trap.token })

  it.each([
    { factor_type: 'totp', friendly_name: 'App' },
    { factor_type: 'phone', friendly_name: 'Phone', phone: '15550009999' },
    { factor_type: 'webauthn', friendly_name: 'Key' },
  ])('no factor is enrolled: $factor_type', async (body) => {
    expect(as(await post('/factors', body, trap.token))).toEqual(unproven)
    expect(await test.db.asOwner('select from auth.mfa_factors where user_id = $1', [trap.userId])).toEqual(
      [],
    )
  })

  it('no waiting factor is verified', async () => {
    const [factor] = await test.db.asOwner<{ id: string }>(
      `insert into auth.mfa_factors (user_id, factor_type, status, friendly_name, secret, created_at, updated_at)
       values ($1, 'totp', 'unverified', 'App', '\\x00', now(), now()) returning id`,
      [trap.userId],
    )
    const answer = await post(
      `/factors/${factor?.id}/verify`,
      { challenge_id: crypto.randomUUID(), code: '000000' },
      trap.token,
    )
    expect(as(answer)).toEqual(unproven)
  })

  it('the address does not change, and no number is added', async () => {
    for (const body of [{ email: aGuestAddress() }, { phone: '15550009999' }])
      expect(as(await put({ ...body, current_password: password }))).toEqual(unproven)
  })
})
