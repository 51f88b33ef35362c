import { describe, expect, it } from 'vitest'
import { aSignedInUser, setUpTestAuth, siteUrl, type TestAuth } from '#testing/sign-in/auth.ts'
import { defaultRateLimits } from '../context/settings.ts'
import { createPasswordHasher } from './hashing.ts'

const test = setUpTestAuth()

/** A hasher whose hashes end only when the test says so. */
function heldBack() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let started = 0
  const held = async <T>(value: T): Promise<T> => {
    started += 1
    await released
    return value
  }
  const functions = { hash: () => held('$argon2id$x'), compare: () => held(false) }
  return { hasher: createPasswordHasher({ functions }), release, started: () => started }
}

describe('while the hashing pool is full (docs/threats.md T20)', () => {
  // a slow machine takes longer to send all requests than one request may wait
  const patient = { requestTimeoutMs: 600_000 }
  const signIn = (service: TestAuth, count: number) =>
    service.send('POST', '/token?grant_type=password', {
      body: { email: `storm-${count}@example.test`, password: 'x' },
      address: `198.51.${Math.floor(count / 250)}.${count % 250}`,
    })

  it('64 wait, the next ones get 429 with Retry-After at once, and other routes answer as usual', async () => {
    const { hasher, release, started } = heldBack()
    const service = test.with(patient, hasher)
    const person = await aSignedInUser(test)
    const answers: number[] = []
    const storm = Array.from({ length: 80 }, (_, count) =>
      signIn(service, count).then((answer) => {
        answers.push(answer.status)
        return answer
      }),
    )
    // the pool runs two and queues 64: fourteen are refused before a single hash has ended
    await expect.poll(() => answers.length, { interval: 5, timeout: 10_000 }).toBe(14)
    expect(new Set(answers)).toEqual(new Set([429]))
    await expect.poll(started, { interval: 5, timeout: 10_000 }).toBe(2)
    expect((await service.send('GET', '/user', { token: person.accessToken })).status).toBe(200)
    const body = { refresh_token: person.refreshToken }
    expect((await service.send('POST', '/token?grant_type=refresh_token', { body })).status).toBe(200)
    expect((await service.send('GET', '/settings')).status).toBe(200)
    const signUp = { email: 'storm@example.test', password: 'a quiet long password' }
    const refused = await service.send('POST', '/signup', { body: signUp })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    release()
    const all = await Promise.all(storm)
    expect(all.filter(({ status }) => status === 400)).toHaveLength(66)
    expect(
      all.filter(({ status, headers }) => status === 429 && headers.get('retry-after') === '1'),
    ).toHaveLength(14)
    expect((await signIn(service, 99)).status).toBe(400)
  })

  it('a burst of 2,000 leaves 66 waiting, and nothing behind', async () => {
    await test.db.asOwner('delete from auth.sign_in_failures')
    await test.db.asOwner('delete from auth.rate_buckets')
    const { hasher, release, started } = heldBack()
    const service = test.with({ ...patient, rateLimits: defaultRateLimits }, hasher)
    const storm: Promise<number>[] = []
    let [refused, others] = [0, 0]
    for (let wave = 1; wave <= 4; wave += 1) {
      for (let count = 0; count < 500; count += 1) {
        const answer = signIn(service, storm.length).then(({ status, headers }) => {
          if (status === 429 && headers.get('retry-after') === '1') refused += 1
          else others += 1
          return status
        })
        storm.push(answer)
      }
      await expect.poll(() => refused, { interval: 5, timeout: 30_000 }).toBe(wave * 500 - 66)
      expect(others).toBe(0)
      await expect.poll(started, { interval: 5, timeout: 10_000 }).toBe(2)
      expect((await service.send('GET', '/settings')).status).toBe(200)
    }
    const failures = () => test.db.asOwner('select from auth.sign_in_failures')
    expect(await failures()).toHaveLength(0)
    // refused requests cause no query
    const counted = () => test.db.asOwner('select from auth.rate_buckets')
    await expect.poll(counted, { interval: 50, timeout: 10_000 }).toHaveLength(66)
    release()
    await Promise.all(storm)
    expect([refused, others, started()]).toEqual([1_934, 66, 66])
    expect(await failures()).toHaveLength(66)
  })

  it('a slow sender holds no place', async () => {
    const { hasher, release } = heldBack()
    release()
    const service = test.with(patient, hasher)
    const endings: (() => void)[] = []
    const slow = Array.from({ length: 80 }, () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from('{'))
          endings.push(() => controller.close())
        },
      })
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      const request = new Request(`${siteUrl}/token?grant_type=password`, init)
      return service.auth.fetch(request, { requestId: 'slow', address: '203.0.113.9' })
    })
    expect((await signIn(service, 1)).status).toBe(400)
    for (const end of endings) end()
    await Promise.all(slow)
  })

  it('a burst from one address ends at that address’s rate limit, before anything is hashed', async () => {
    const { hasher, release, started } = heldBack()
    release()
    const token = { burst: 30, perSeconds: 1_000 }
    const service = test.with({ rateLimits: { ...defaultRateLimits, token } }, hasher)
    const storm = Array.from({ length: 500 }, (_, count) =>
      service.send('POST', '/token?grant_type=password', {
        body: { email: `one-address-${count}@example.test`, password: 'x' },
        address: '203.0.113.5',
      }),
    )
    const statuses = (await Promise.all(storm)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(470)
    expect(started()).toBe(30)
    const elsewhere = await signIn(service, 1)
    expect(elsewhere.status).toBe(400)
  })
})
