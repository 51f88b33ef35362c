import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestAuth, somebodySignedIn, type TestAuth } from '#testing/auth.ts'
import { createPasswordHasher } from './hashing.ts'

let test: TestAuth
beforeAll(async () => {
  test = await openTestAuth()
})
afterAll(() => test.close())

/** Hashes that end only when told. */
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

describe('while every place of the hashing pool is taken (T20)', () => {
  const signIn = (service: TestAuth, count: number) =>
    service.send('POST', '/token?grant_type=password', {
      body: { email: `storm-${count}@example.test`, password: 'x' },
      address: `198.51.100.${count % 250}`,
    })

  it('64 wait, the next ones hear 429 with Retry-After at once, and other routes answer as ever', async () => {
    const { hasher, release, started } = heldBack()
    const service = test.with({}, hasher)
    const person = await somebodySignedIn(test)
    const answers: number[] = []
    const storm = Array.from({ length: 80 }, (_, count) =>
      signIn(service, count).then((answer) => {
        answers.push(answer.status)
        return answer
      }),
    )
    // the pool takes two and keeps 64: fourteen are turned away while not one hash has ended
    await expect.poll(() => answers.length, { interval: 5, timeout: 10_000 }).toBe(14)
    expect(new Set(answers)).toEqual(new Set([429]))
    expect(started()).toBe(2)
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
})
