import { hash as argon2Hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { createPasswordHasher } from './hashing.ts'

const hasher = createPasswordHasher()

it('hashes with argon2id at 19 MiB, two passes, one lane, differently each time', async () => {
  const [one, two] = [await hasher.hash('a quiet password'), await hasher.hash('a quiet password')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
  expect(await hasher.verify(one, 'a quiet password')).toBe(true)
  expect(await hasher.verify(one, 'a quiet Password')).toBe(false)
})

it('a password matches in every Unicode form, and the hash of a typed form still matches', async () => {
  const [composed, decomposed] = ['caf\u00e9 au lait', 'cafe\u0301 au lait']
  const hash = await hasher.hash(decomposed)
  expect(await hasher.verify(hash, composed)).toBe(true)
  expect(await hasher.verify(hash, decomposed)).toBe(true)
  expect(await hasher.verify(hash, 'cafe au lait')).toBe(false)
  const older = await argon2Hash(decomposed, { algorithm: 2, memoryCost: 8192, timeCost: 1 })
  expect(await hasher.verify(older, decomposed)).toBe(true)
})

it.each([
  ['nobody', null],
  ['an empty hash', ''],
  ['a hash in an unknown format', '$2b$10$abcdefghijklmnopqrstuv'],
])('rejects %s, after the same work', async (_name, hash) => {
  expect(await hasher.verify(hash, 'a quiet password')).toBe(false)
})

it('requests a new hash only when the cost has changed', async () => {
  expect(hasher.needsRehash(await hasher.hash('x'))).toBe(false)
  expect(hasher.needsRehash(await argon2Hash('x', { algorithm: 2, memoryCost: 8192, timeCost: 1 }))).toBe(
    true,
  )
  expect(hasher.needsRehash(await argon2Hash('x', { algorithm: 1 }))).toBe(true)
})

it('queues a bounded number, refuses the rest, and accepts new ones once places are free', async () => {
  const narrow = createPasswordHasher({ atOnce: 2, waiting: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => narrow.hash('x')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'rate_limited', status: 429 })
  }
  await expect(Promise.all([narrow.hash('x'), narrow.hash('x'), narrow.hash('x')])).resolves.toHaveLength(3)
})

it('frees the place when a hash fails', async () => {
  const functions = {
    hash: async () => 'a hash',
    compare: () => Promise.reject(new Error('broken')),
  }
  const narrow = createPasswordHasher({ atOnce: 1, waiting: 5, functions })
  await expect(narrow.verify(null, 'x')).rejects.toThrow('broken')
  await expect(narrow.hash('x')).resolves.toBe('a hash')
})

it.each(['$argon2id$broken', '$2b$10$broken', '$fbscrypt$v=2,n=14,r=8,p=1,sk=eA==$eA==$eA=='])(
  'rejects %s, which nothing could match',
  async (hash) => {
    expect(await hasher.verify(hash, 'x')).toBe(false)
  },
)
