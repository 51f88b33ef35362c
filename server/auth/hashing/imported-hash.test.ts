import { hash as argon2Hash } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { beforeAll, describe, expect, it } from 'vitest'
import { aSignedInUser, expectRefusal, setUpTestAuth, type TestAuth } from '#testing/sign-in/auth.ts'
import { passwordHasher } from './hashing.ts'
import { importProblem } from './imported-hash.ts'

const opened = setUpTestAuth()
let test: TestAuth
let token: string
beforeAll(async () => {
  test = opened.with({}, passwordHasher)
  token = await test.auth.serviceToken()
})

const password = 'user1password'
// the example of Firebase's own scrypt repository
const firebase =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
const bcryptHash = bcrypt.hashSync(password, 6)
const kinds: [string, () => Promise<string> | string][] = [
  ['bcrypt $2b$', () => bcryptHash],
  ['bcrypt $2a$', () => bcryptHash.replace('$2b$', '$2a$')],
  ['bcrypt $2y$ of PHP', () => bcryptHash.replace('$2b$', '$2y$')],
  ['argon2id of another cost', () => argon2Hash(password, { algorithm: 2, memoryCost: 8192, timeCost: 1 })],
  ['argon2i', () => argon2Hash(password, { algorithm: 1, memoryCost: 8192, timeCost: 3 })],
  ['argon2d', () => argon2Hash(password, { algorithm: 0, memoryCost: 8192, timeCost: 3 })],
  ['Firebase scrypt', () => firebase],
]
let made = 0
const newEmail = () => `imported-${++made}@example.test`
const signIn = (email: string, given: string) =>
  test.send('POST', '/token?grant_type=password', { body: { email, password: given } })
const hashOf = async (email: string) => {
  const rows = await test.db.asOwner('select password_hash from auth.users where email = $1', [email])
  return rows[0]?.password_hash
}

describe.each(kinds)('a password imported as %s', (_name, hash) => {
  it('signs in, and is argon2id from then on (docs/contracts/auth.md D7)', async () => {
    const email = newEmail()
    const body = { email, password_hash: await hash(), email_confirm: true }
    expect((await test.send('POST', '/admin/users', { token, body })).status).toBe(200)
    expect(await hashOf(email)).toBe(body.password_hash)
    expect((await signIn(email, 'user1Password')).status).toBe(400)
    expect(await hashOf(email)).toBe(body.password_hash)
    expect((await signIn(email, password)).status).toBe(200)
    expect(await hashOf(email)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email, password)).status).toBe(200)
  })

  it('can replace an existing one, which ends all sessions', async () => {
    const person = await aSignedInUser(test)
    const body = { password_hash: await hash() }
    expect((await test.send('PUT', `/admin/users/${person.id}`, { token, body })).status).toBe(200)
    const old = await test.send('GET', '/user', { token: person.accessToken })
    expect(old.body.error_code).toBe('session_not_found')
    expect((await signIn(person.email, person.password)).status).toBe(400)
    expect((await signIn(person.email, password)).status).toBe(200)
  })
})

describe('an import is refused for', () => {
  it.each([
    ['MD5', '$1$abc'],
    ['a plain password', password],
    ['half of a bcrypt hash', bcryptHash.slice(0, 40)],
    ['bcrypt that takes seconds', bcryptHash.replace('$06$', '$15$')],
    ['argon2 without salt', '$argon2id$v=19$m=19456,t=2,p=1$$'],
    ['argon2 that takes a gibibyte', '$argon2id$v=19$m=1048576,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
    ['argon2 with a hundred passes', '$argon2id$v=19$m=8192,t=100,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaA'],
    ['Firebase scrypt without signer key', firebase.replace(/,sk=[^$]+/, '')],
    ['Firebase scrypt of another version', firebase.replace('v=1', 'v=2')],
    ['Firebase scrypt that takes gibibytes', firebase.replace('n=14', 'n=22')],
    ['Firebase scrypt without memory', firebase.replace('n=14', 'n=0')],
  ])('%s', async (_name, hash) => {
    expect(importProblem(hash)).toBeTypeOf('string')
    const refusal = { status: 400, code: 'validation_failed' }
    const body = { email: newEmail(), password_hash: hash }
    await expectRefusal(test, ['POST', '/admin/users', { token, body }], refusal)
    const { id } = await aSignedInUser(test)
    await expectRefusal(
      test,
      ['PUT', `/admin/users/${id}`, { token, body: { password_hash: hash } }],
      refusal,
    )
  })

  it('a password along with the hash', async () => {
    const { id } = await aSignedInUser(test)
    const body = { password: 'a quiet long password', password_hash: bcryptHash }
    await expectRefusal(test, ['PUT', `/admin/users/${id}`, { token, body }], {
      status: 400,
      code: 'validation_failed',
    })
  })
})
