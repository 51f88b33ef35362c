import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  openTestAuth,
  type Somebody,
  siteUrl,
  somebody,
  type TestAuth,
} from '#testing/sign-in/auth.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { createPasswordHasher, type PasswordHasher } from '../hashing/hashing.ts'

/** Compares without cost: these tests count tries. */
const quickHasher: PasswordHasher = {
  ...createPasswordHasher(),
  hash: async (password) => `plain ${password}`,
  verify: async (_hash, password) => password.startsWith('correct'),
}

const limits = { clinic: { burst: 6, perSeconds: 30 }, all: { burst: 12, perSeconds: 20 } }
const plain = await openTestAuth()
afterAll(() => plain.close())
const test = plain.with({ failedSignIns: limits }, quickHasher)
beforeEach(() => plain.db.asOwner('delete from auth.sign_in_failures; ').then(() => forget()))
const forget = () => plain.db.asOwner('delete from auth.rate_buckets')
const later = (seconds: number) =>
  plain.db.asOwner(
    `with failures as (update auth.sign_in_failures set last_failed_at = last_failed_at - make_interval(secs => $1))
     update auth.rate_buckets set refilled_at = refilled_at - make_interval(secs => $1)`,
    [seconds],
  )

const stranger = '198.51.100.1'
const path = '/token?grant_type=password'
interface From {
  address?: string
  referer?: string
  service?: TestAuth
}
const attempt = async (email: string, password: string, from: From = {}) => {
  const { status, headers } = await (from.service ?? test).send('POST', path, {
    body: { email, password },
    address: from.address ?? stranger,
    headers: from.referer ? { referer: from.referer } : {},
  })
  return { status, seconds: Number(headers.get('retry-after')) }
}
const wrong = (email: string, from?: From) => attempt(email, 'not the password', from)
async function wrongTimes(times: number, emailOf: (count: number) => string, from?: From) {
  const statuses: number[] = []
  for (let count = 0; count < times; count += 1) statuses.push((await wrong(emailOf(count), from)).status)
  return statuses
}
const hostOf = ({ subdomain }: { subdomain: string }) => `http://${subdomain}.carefold.localhost:3000/login`

describe('wrong passwords for one address', () => {
  // the clinic-wide and global limits would interfere here
  const alone = () => plain.with({ failedSignIns: { clinic: null, all: null } }, quickHasher)

  it.each([
    [10, 1],
    [11, 2],
    [12, 4],
    [13, 8],
    [14, 16],
    [15, 32],
    [16, 60],
    [30, 60],
  ])('after %i of them the next try waits %i seconds, and no longer', async (failures, seconds) => {
    const { email } = await somebody(plain)
    const service = alone()
    await wrong(email, { service })
    await plain.db.asOwner(
      'update auth.sign_in_failures set failures = $1, last_failed_at = clock_timestamp()',
      [failures],
    )
    const held = await attempt(email, 'correct horse battery', { service })
    expect(held.status).toBe(429)
    expect(Math.abs(held.seconds - seconds)).toBeLessThanOrEqual(1)
    await later(seconds + 1)
    expect((await attempt(email, 'correct horse battery', { service })).status).toBe(200)
  })

  it.each([0, 5, 9])('after %i of them the next try does not wait', async (failures) => {
    const { email } = await somebody(plain)
    const service = alone()
    await wrongTimes(failures, () => email, { service })
    expect((await attempt(email, 'correct horse battery', { service })).status).toBe(200)
  })

  it.each([
    ['case', (email: string) => email.toUpperCase()],
    ['spaces', (email: string) => `  ${email} `],
  ])('are counted together whatever its %s', async (_name, written) => {
    const { email } = await somebody(plain)
    const service = alone()
    await wrongTimes(10, () => written(email), { service })
    expect((await wrong(email, { service })).status).toBe(429)
  })

  it.each(['nobody@example.test', 'banned', 'unconfirmed', 'without password'])(
    'are counted the same for %s',
    async (kind) => {
      const service = alone()
      const person: Pick<Somebody, 'email'> =
        kind === 'nobody@example.test'
          ? { email: kind }
          : await somebody(plain, {
              confirmed: kind !== 'unconfirmed',
              password: kind === 'without password' ? null : 'x',
              changes: kind === 'banned' ? `banned_until = '2999-01-01'` : 'updated_at = now()',
            })
      expect(await wrongTimes(11, () => person.email, { service })).toEqual([...Array(10).fill(400), 429])
    },
  )

  it('from many networks count together, and for a hundred addresses separately', async () => {
    const { email } = await somebody(plain)
    const service = alone()
    for (let count = 0; count < 10; count += 1) await wrong(email, { service, address: `203.0.113.${count}` })
    expect((await wrong(email, { service, address: '203.0.113.99' })).status).toBe(429)
    expect(await wrongTimes(20, (count) => `one-of-many-${count}@example.test`, { service })).toEqual(
      Array(20).fill(400),
    )
  })

  it('are forgotten after 15 minutes, and after the right password', async () => {
    const { email } = await somebody(plain)
    const service = alone()
    await wrongTimes(10, () => email, { service })
    await later(15 * 60 + 1)
    expect((await wrong(email, { service })).status).toBe(400)
    await wrongTimes(8, () => email, { service })
    expect((await attempt(email, 'correct horse battery', { service })).status).toBe(200)
    expect(await wrongTimes(9, () => email, { service })).toEqual(Array(9).fill(400))
  })

  it('count together in two processes', async () => {
    const { email } = await somebody(plain)
    const [one, other] = [alone(), alone()]
    for (let count = 0; count < 10; count += 1) await wrong(email, { service: count % 2 ? one : other })
    expect((await wrong(email, { service: one })).status).toBe(429)
    expect((await wrong(email, { service: other })).status).toBe(429)
  })

  it('do not slow down a user on a network where they are signed in', async () => {
    const person = await somebody(plain)
    const service = alone()
    expect((await attempt(person.email, person.password, { service, address: '192.0.2.50' })).status).toBe(
      200,
    )
    await wrongTimes(30, () => person.email, { service })
    expect((await attempt(person.email, person.password, { service })).status).toBe(429)
    expect((await attempt(person.email, person.password, { service, address: '192.0.2.77' })).status).toBe(
      200,
    )
  })
})

describe('many wrong passwords', () => {
  it.each([
    ['on a clinic’s host', hostOf],
    [
      'with the clinic in the query',
      ({ subdomain }: { subdomain: string }) => `${siteUrl}/login?c=${subdomain}`,
    ],
  ])('%s slow down unknown networks there, and nobody else', async (_name, refererOf) => {
    const [clinic, other] = [await aClinic(plain.db), await aClinic(plain.db)]
    const referer = refererOf(clinic)
    const statuses = await wrongTimes(7, (count) => `storm-${count}@example.test`, { referer })
    expect(statuses).toEqual([...Array(6).fill(400), 429])
    const held = await wrong('storm-x@example.test', { referer })
    expect(held.seconds).toBeGreaterThan(0)
    expect(held.seconds).toBeLessThanOrEqual(limits.clinic.perSeconds)
    expect((await wrong('storm-y@example.test', { referer: hostOf(other) })).status).toBe(400)
    expect((await wrong('storm-z@example.test')).status).toBe(400)
    await later(limits.clinic.perSeconds)
    expect((await wrong('storm-x@example.test', { referer })).status).toBe(400)
  })

  it('everywhere slow down all unknown networks, for addresses known or not', async () => {
    const { email } = await somebody(plain)
    await wrongTimes(12, (count) => `flood-${count}@example.test`)
    expect((await attempt(email, 'correct horse battery')).status).toBe(429)
    expect((await wrong('flood-x@example.test')).status).toBe(429)
    await later(limits.all.perSeconds)
    expect((await attempt(email, 'correct horse battery')).status).toBe(200)
  })

  it('never refuse a user on a network where they are signed in', async () => {
    const person = await somebody(plain)
    const clinic = await aClinic(plain.db)
    const home = { address: '192.0.2.50', referer: hostOf(clinic) }
    expect((await attempt(person.email, person.password, home)).status).toBe(200)
    await wrongTimes(12, (count) => `siege-${count}@example.test`, { referer: hostOf(clinic) })
    expect((await attempt(person.email, person.password, home)).status).toBe(200)
    expect((await attempt(person.email, person.password, { referer: hostOf(clinic) })).status).toBe(429)
  })

  it('do not include right ones', async () => {
    for (let count = 0; count < 14; count += 1) {
      const { email, password } = await somebody(plain)
      expect((await attempt(email, password)).status).toBe(200)
    }
  })

  it('counts together in two processes', async () => {
    const services = [test, plain.with({ failedSignIns: limits }, quickHasher)]
    for (let count = 0; count < 12; count += 1) {
      await wrong(`shared-${count}@example.test`, { service: services[count % 2] as TestAuth })
    }
    for (const service of services)
      expect((await wrong('shared-x@example.test', { service })).status).toBe(429)
  })
})

describe('the current password, required for a new one', () => {
  const change = (token: string, current: string) =>
    plain.send('PUT', '/user', {
      token,
      body: { password: 'a brand new password', current_password: current },
    })

  it('can be tried ten times within the session, then it waits', async () => {
    const person = await aSignedInUser(plain)
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await change(person.accessToken, `guess number ${count}`)).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429])
    // and tries to sign in are counted separately
    expect((await attempt(person.email, person.password, { service: plain })).status).toBe(200)
  })
})

describe('mails in one clinic’s name', () => {
  it('are limited per hour, for known and unknown addresses, and independently per clinic', async () => {
    const service = plain.with({ mailsPerClinicPerHour: 3 })
    const [clinic, other] = [await aClinic(plain.db), await aClinic(plain.db)]
    const known = await somebody(plain)
    const recover = async (email: string, at: { subdomain: string }) => {
      const path = `/recover?redirect_to=${encodeURIComponent(hostOf(at))}`
      const { status, body } = await service.send('POST', path, { body: { email } })
      return [status, body.error_code]
    }
    for (const email of ['a@b.test', 'b@b.test', 'c@b.test'])
      expect(await recover(email, clinic)).toEqual([200, undefined])
    const over = [429, 'over_email_send_rate_limit']
    expect(await recover(known.email, clinic)).toEqual(over)
    expect(await recover('d@b.test', clinic)).toEqual(over)
    expect(await recover(known.email, other)).toEqual([200, undefined])
  })
})
