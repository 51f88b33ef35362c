import { describe, expect, it } from 'vitest'
import { issueInvitationToken } from '#server/auth/one-time-tokens/one-time-tokens.ts'
import {
  type Answer,
  auditOf,
  expectRefusal,
  setUpTestAuth,
  somebody,
  userRowOf,
} from '#testing/sign-in/auth.ts'
import { aClinic } from '#testing/sign-in/people.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 })

const password = 'a quiet long password'
const verify = (body: object): Promise<Answer> => test.send('POST', '/verify', { body })

let people = 0
async function signedUp() {
  people += 1
  const email = `signed-up-${people}@example.test`
  await test.send('POST', '/signup', { body: { email, password } })
  const [row] = await test.db.asOwner<{ id: string }>('select id from auth.users where email = $1', [email])
  return { id: row?.id ?? '', email, ...(await test.mailTo(email)) }
}
async function recovering(options?: Parameters<typeof somebody>[1]) {
  const person = await somebody(test, options)
  await test.send('POST', '/recover', { body: { email: person.email } })
  return { ...person, ...(await test.mailTo(person.email)) }
}

describe('POST /verify refuses', () => {
  const token_hash = 'f'.repeat(48)
  it.each<[string, object, number, string, string?]>([
    ['a type inherited by every object', { type: 'toString', token_hash }, 400, 'validation_failed'],
    [
      'a code for a change of address that nobody requested',
      { type: 'email_change', token: '123456', email: 'nobody@example.test' },
      403,
      'otp_expired',
    ],
    ['an empty body', {}, 400, 'validation_failed'],
  ])('%s', async (_name, body, status, code, message) => {
    await expectRefusal(test, ['POST', '/verify', { body }], {
      status,
      code,
      ...(message ? { message } : {}),
    })
  })
})

describe('a sign-up’s link', () => {
  it('retains the password only with proof that the caller knows it (docs/contracts/auth.md D19)', async () => {
    const [knows, presses] = [await signedUp(), await signedUp()]
    await verify({ type: 'signup', token_hash: knows.tokenHash, password })
    expect((await test.client().signInWithPassword({ email: knows.email, password })).error).toBeNull()
    await verify({ type: 'signup', token_hash: presses.tokenHash })
    const { error } = await test.client().signInWithPassword({ email: presses.email, password })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('retains it without that proof where the setting says so, as the reference does', async () => {
    const like = test.with({ confirmationKeepsPassword: true })
    const person = await signedUp()
    await like.send('POST', '/verify', { body: { type: 'signup', token_hash: person.tokenHash } })
    expect((await test.client().signInWithPassword({ email: person.email, password })).error).toBeNull()
  })

  it('works as type email, and not as type recovery', async () => {
    const person = await signedUp()
    expect((await verify({ type: 'recovery', token_hash: person.tokenHash })).status).toBe(403)
    expect((await verify({ type: 'email', token_hash: person.tokenHash })).status).toBe(200)
  })

  it.each([
    ['PT23H59M', 200],
    ['PT24H1S', 403],
  ])('after %s answers %i', async (wait, status) => {
    const person = await signedUp()
    test.clock.advance(wait)
    expect((await verify({ type: 'signup', token_hash: person.tokenHash })).status).toBe(status)
  })

  it('stays valid while the user is banned', async () => {
    const person = await signedUp()
    await test.db.asOwner(`update auth.users set banned_until = '2999-01-01' where id = $1`, [person.id])
    const body = { type: 'signup', token_hash: person.tokenHash }
    await expectRefusal(test, ['POST', '/verify', { body }], { status: 403, code: 'user_banned' })
    await test.db.asOwner('update auth.users set banned_until = null where id = $1', [person.id])
    expect((await verify(body)).status).toBe(200)
  })

  it('is independent of the code, which reveals nothing about the link (docs/contracts/auth.md D1)', async () => {
    const person = await signedUp()
    expect(person.tokenHash).toMatch(/^[0-9a-f]{48}$/)
    const { createHash } = await import('node:crypto')
    const derived = ['sha224', 'sha256'].map((name) =>
      createHash(name)
        .update(person.email + person.code)
        .digest('hex'),
    )
    for (const token_hash of [...derived, person.code]) {
      expect((await verify({ type: 'signup', token_hash })).status).toBe(403)
    }
  })
})

describe('a code', () => {
  it.each([
    ['PT9M59S', 200],
    ['PT10M1S', 403],
  ])('after %s answers %i, while the link stays valid', async (wait, status) => {
    const person = await signedUp()
    test.clock.advance(wait)
    const body = { type: 'signup', token: person.code, email: person.email }
    expect((await verify(body)).status).toBe(status)
    const link = await verify({ type: 'signup', token_hash: person.tokenHash })
    expect(link.status).toBe(status === 200 ? 403 : 200)
  })

  it.each(['signup', 'recovery', 'email'])(
    'of type %s is revoked after five wrong tries, its link is not (docs/contracts/auth.md D2)',
    async (type) => {
      const person = type === 'recovery' ? await recovering() : await signedUp()
      const wrong = person.code === '000000' ? '111111' : '000000'
      for (let count = 0; count < 5; count += 1) {
        expect((await verify({ type, token: wrong, email: person.email })).status).toBe(403)
      }
      expect((await verify({ type, token: person.code, email: person.email })).status).toBe(403)
      expect((await verify({ type, token_hash: person.tokenHash })).status).toBe(200)
    },
  )

  it('still works after four wrong tries, and counts concurrent guesses', async () => {
    const person = await signedUp()
    const wrong = person.code === '000000' ? '111111' : '000000'
    const guess = (token: string) => verify({ type: 'signup', token, email: person.email })
    await Promise.all([1, 2, 3, 4].map(() => guess(wrong)))
    expect((await guess(person.code)).status).toBe(200)
    const other = await signedUp()
    const wrongs = Array.from({ length: 12 }, () =>
      verify({ type: 'signup', token: other.code === '000000' ? '1' : '000000', email: other.email }),
    )
    await Promise.all(wrongs)
    expect((await verify({ type: 'signup', token: other.code, email: other.email })).status).toBe(403)
  })

  it('of one user does not work for another', async () => {
    const [mine, yours] = [await signedUp(), await signedUp()]
    expect((await verify({ type: 'signup', token: mine.code, email: yours.email })).status).toBe(
      mine.code === yours.code ? 200 : 403,
    )
  })
})

describe('a recovery link', () => {
  it.each(['recovery', 'magiclink', 'email'])(
    'signs in as type %s and revokes what else is pending',
    async (type) => {
      const person = await recovering()
      const answer = await verify({ type, token_hash: person.tokenHash })
      expect(answer.status).toBe(200)
      expect(
        await test.db.asOwner('select from auth.one_time_tokens where user_id = $1', [person.id]),
      ).toEqual([])
      expect(await auditOf(test, person.id)).toEqual(['auth.user_recovery_requested', 'auth.login'])
    },
  )

  it('leaves the password of a confirmed user unchanged', async () => {
    const person = await recovering()
    await verify({ type: 'recovery', token_hash: person.tokenHash })
    expect((await test.client().signInWithPassword(person)).error).toBeNull()
  })
})

describe('a clinic’s invitation', () => {
  const invite = (person: { id: string; email: string }, invitationId: string, hours = 72) =>
    test.db.transactions.withSystem('test', (tx) => {
      const now = test.clock.now()
      const expiresAt = new Date(now.getTime() + hours * 3_600_000)
      return issueInvitationToken(tx, {
        accountId: person.id,
        email: person.email,
        invitationId,
        now,
        expiresAt,
      })
    })

  it('confirms, signs in once, and is replaced by a new one', async () => {
    const person = await somebody(test, { confirmed: false, password: null })
    const first = await invite(person, 'invitation-1')
    const second = await invite(person, 'invitation-1')
    expect((await verify({ type: 'invite', token_hash: first })).status).toBe(403)
    const answer = await verify({ type: 'invite', token_hash: second })
    expect(answer.body.user.email_confirmed_at).toBeDefined()
    expect((await verify({ type: 'invite', token_hash: second })).status).toBe(403)
  })

  it.each([
    ['a clinic’s invitation', (person: { id: string; email: string }) => invite(person, `with-a-password`)],
    [
      'POST /invite',
      async ({ email }: { email: string }) => {
        await test.send('POST', '/invite', { token: await test.auth.serviceToken(), body: { email } })
        return (await test.mailTo(email)).tokenHash
      },
    ],
  ])('of %s ignores a password that is sent with it', async (_name, ask) => {
    const person = await somebody(test, { confirmed: false, password: null })
    const token_hash = await ask(person)
    const answer = await verify({ type: 'invite', token_hash, password: 'not a password of this account' })
    expect([answer.status, answer.body.user?.id]).toEqual([200, person.id])
    expect((await userRowOf(test, person.email))?.password_hash).toBeNull()
  })

  it('of one clinic survives the acceptance of another’s, and a new password', async () => {
    const person = await somebody(test, { confirmed: false, password: null })
    const [one, other] = [await invite(person, 'of-sunrise'), await invite(person, 'of-harbor')]
    const { body } = await verify({ type: 'invite', token_hash: one })
    await test.send('PUT', '/user', { token: body.access_token, body: { password } })
    expect((await verify({ type: 'invite', token_hash: other })).status).toBe(200)
  })

  it.each([
    ['PT71H', 200],
    ['PT72H1S', 403],
  ])('after %s answers %i', async (wait, status) => {
    const person = await somebody(test)
    const token_hash = await invite(person, `late-${wait}`)
    test.clock.advance(wait)
    expect((await verify({ type: 'invite', token_hash })).status).toBe(status)
  })
})

it('a link that arrived forgets that an earlier mail to its address came back, at every clinic', async () => {
  const person = await recovering()
  const clinic = await aClinic(test.db)
  await test.db.asOwner(
    `insert into app.reported_addresses values ($1, $2, 'no_address', now()), ($1, 'other@example.test', 'no_address', now())`,
    [clinic.id, person.email],
  )
  await verify({ type: 'recovery', token_hash: person.tokenHash })
  expect(await test.db.asOwner('select address from app.reported_addresses')).toEqual([
    { address: 'other@example.test' },
  ])
})
