import { describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aSignedInUser, type SignedIn, setUpTestAuth, signIn, somebody } from '#testing/sign-in/auth.ts'
import { addTotp, aUserWithTotp, passTotp } from '#testing/sign-in/factors.ts'
import { ageProofs } from '#testing/sign-in/second-step.ts'
import { confirmPerson } from './confirm-person.ts'

// codes expire by the product's clock
const test = setUpTestAuth({ mailIntervalSeconds: 0 }, { now: new Date().toISOString() })

const callerOf = ({ id, sessionId }: SignedIn): Caller => ({
  userId: id,
  sessionId,
  clinic: null,
  requestId: crypto.randomUUID(),
  address: '192.0.2.7',
})

const confirm = (person: SignedIn, given: { currentPassword?: string; nonce?: string }) =>
  confirmPerson.call(test.services, callerOf(person), { currentPassword: '', nonce: '', ...given })

async function freshProofs({ sessionId }: SignedIn): Promise<string[]> {
  const rows = await test.db.asOwner<{ method: string }>(
    `select method from auth.session_methods
      where session_id = $1 and used_at > clock_timestamp() - interval '1 minute' order by method`,
    [sessionId],
  )
  return rows.map(({ method }) => method)
}

async function anOldSession(): Promise<SignedIn> {
  const person = await aSignedInUser(test)
  await ageProofs(test.db, person, 60)
  return person
}

async function withoutPassword(): Promise<SignedIn> {
  const person = await anOldSession()
  await test.db.asOwner('update auth.users set password_hash = null where id = $1', [person.id])
  await test.db.asOwner(`update auth.session_methods set method = 'oauth' where session_id = $1`, [
    person.sessionId,
  ])
  return person
}

async function mailedCode(person: SignedIn): Promise<string> {
  await test.send('GET', '/reauthenticate', { token: person.accessToken })
  return (await test.mailTo(person.email)).code
}

const attempts = (person: SignedIn) =>
  test.db.asOwner<{ success: boolean; session: string }>(
    `select (details->>'success')::boolean as success, details->>'session' as session from app.audit_log
      where subject_id = $1 and action = 'auth.verification_attempted' order by id`,
    [person.id],
  )

describe('with the password', () => {
  it('refreshes this session only, and audits it', async () => {
    const person = await anOldSession()
    const elsewhere = await signIn(test, person)
    await ageProofs(test.db, elsewhere, 60)
    expect(await freshProofs(person)).toEqual([])
    await confirm(person, { currentPassword: person.password })
    expect(await freshProofs(person)).toEqual(['password'])
    expect(await freshProofs(elsewhere)).toEqual([])
    expect(await attempts(person)).toEqual([{ success: true, session: person.sessionId }])
  })

  it.each<[string, object, string]>([
    ['none', {}, 'current_password_required'],
    ['a wrong one', { currentPassword: 'not the password' }, 'current_password_invalid'],
    ['a code in its place', { nonce: '123456' }, 'current_password_required'],
  ])('rejects %s, and audits it', async (_what, given, code) => {
    const person = await anOldSession()
    await expect(confirm(person, given)).rejects.toMatchObject({ status: 400, code })
    expect(await freshProofs(person)).toEqual([])
    expect(await attempts(person)).toEqual([{ success: false, session: person.sessionId }])
  })

  it('does not accept another user’s password', async () => {
    const person = await anOldSession()
    const other = await somebody(test, { password: 'another quiet password' })
    const given = { currentPassword: other.password }
    await expect(confirm(person, given)).rejects.toMatchObject({ code: 'current_password_invalid' })
  })

  it('allows ten attempts, shared with password changes, and a correct one resets the count', async () => {
    const person = await anOldSession()
    const wrong = () => confirm(person, { currentPassword: 'a guess' }).catch(({ code }) => code)
    for (let count = 0; count < 5; count += 1) expect(await wrong()).toBe('current_password_invalid')
    await confirm(person, { currentPassword: person.password })
    for (let count = 0; count < 9; count += 1) expect(await wrong()).toBe('current_password_invalid')
    const body = { password: 'a brand new password', current_password: 'a guess' }
    const put = () => test.send('PUT', '/user', { token: person.accessToken, body })
    expect((await put()).body.error_code).toBe('current_password_invalid')
    expect((await put()).status).toBe(429)
    expect(await wrong()).toBe('over_request_rate_limit')
  })

  it('checks at most twenty simultaneous attempts', async () => {
    const person = await anOldSession()
    const codes = await Promise.all(
      Array.from({ length: 24 }, () =>
        confirm(person, { currentPassword: 'a guess' }).catch(({ code }) => code),
      ),
    )
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(4)
  })
})

describe('with a mailed code', () => {
  it('refreshes the session of a user without a password, once', async () => {
    const person = await withoutPassword()
    const code = await mailedCode(person)
    await confirm(person, { nonce: code })
    expect(await freshProofs(person)).toEqual(['otp'])
    await expect(confirm(person, { nonce: code })).rejects.toMatchObject({
      code: 'reauthentication_not_valid',
    })
  })

  it('works in a session opened by mail, whose user may have forgotten the password', async () => {
    const person = await anOldSession()
    await test.db.asOwner(`update auth.session_methods set method = 'otp' where session_id = $1`, [
      person.sessionId,
    ])
    await expect(confirm(person, { currentPassword: person.password })).rejects.toMatchObject({
      code: 'reauthentication_needed',
    })
    await confirm(person, { nonce: await mailedCode(person) })
    expect(await freshProofs(person)).toEqual(['otp'])
  })

  it('ends after five wrong codes', async () => {
    const person = await withoutPassword()
    const code = await mailedCode(person)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let count = 0; count < 5; count += 1) {
      await expect(confirm(person, { nonce: wrong })).rejects.toMatchObject({ status: 422 })
    }
    await expect(confirm(person, { nonce: code })).rejects.toMatchObject({ status: 422 })
    expect(await freshProofs(person)).toEqual([])
  })

  it('does not accept another user’s code', async () => {
    const [person, other] = [await withoutPassword(), await withoutPassword()]
    const nonce = await mailedCode(other)
    await expect(confirm(person, { nonce })).rejects.toMatchObject({ code: 'reauthentication_not_valid' })
  })

  it('does not let an old session set a first password without its own proof', async () => {
    const person = await withoutPassword()
    await test.db.asOwner(
      `update auth.sessions set created_at = created_at - interval '25 hours' where id = $1`,
      [person.sessionId],
    )
    await confirm(person, { nonce: await mailedCode(person) })
    const body = { password: 'a brand new password' }
    const { body: answer } = await test.send('PUT', '/user', { token: person.accessToken, body })
    expect(answer.error_code).toBe('reauthentication_needed')
  })
})

it('is refused for a user with a second step, who must use that instead', async () => {
  const person = await aUserWithTotp(test)
  await ageProofs(test.db, person, 60)
  await expect(confirm(person, { currentPassword: person.password })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  expect(await freshProofs(person)).toEqual([])
})

it('is required of a user who set up a second step in an old session', async () => {
  const person = await anOldSession()
  const totp = await addTotp(test, person)
  const steppedUp = await passTotp(test, person, totp)
  await confirm(steppedUp, { currentPassword: person.password })
  expect(await freshProofs(person)).toContain('password')
})

it('is refused for an ended session', async () => {
  const person = await anOldSession()
  await test.send('POST', '/logout', { token: person.accessToken })
  await expect(confirm(person, { currentPassword: person.password })).rejects.toMatchObject({
    code: 'session_ended',
  })
})
