import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { bearerToken, verifyToken } from './token.ts'

const secret = new TextEncoder().encode('a secret of more than thirty-two characters')
const now = new Date('2026-01-01T00:00:00Z')
const seconds = (offset: number) => Math.floor(now.getTime() / 1000) + offset

const sign = (claims: Record<string, unknown>, key = secret, alg = 'HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(key)
const verify = (token: string, audience?: string) =>
  verifyToken(token, {
    key: secret,
    algorithms: ['HS256'],
    now: () => now,
    ...(audience !== undefined && { audience }),
  })

describe('a token', () => {
  test('yields its claims', async () => {
    expect(await verify(await sign({ role: 'member', sub: 'ann', exp: seconds(60) }))).toMatchObject({
      role: 'member',
      sub: 'ann',
    })
  })

  test.each([
    ['exp', -29],
    ['nbf', 29],
    ['iat', 29],
  ])('is accepted within thirty seconds of its %s', async (claim, offset) => {
    await expect(verify(await sign({ [claim]: seconds(offset) }))).resolves.toBeDefined()
  })

  test.each([
    ['expired', { exp: seconds(-31) }, 'JWT expired'],
    ['not valid yet', { nbf: seconds(31) }, 'JWT not yet valid'],
    ['issued in the future', { iat: seconds(31) }, 'JWT issued at future'],
    ['for another audience', { aud: 'others' }, 'JWT not in audience'],
  ])('is refused if %s', async (_why, claims, message) => {
    await expect(verify(await sign(claims), 'us')).rejects.toMatchObject({
      status: 401,
      code: 'PGRST303',
      message,
      headers: { 'WWW-Authenticate': expect.stringContaining('error="invalid_token"') },
    })
  })

  test.each([
    ['empty', async () => '', 'Empty JWT is sent in Authorization header'],
    ['not in three parts', async () => 'a.b', 'Expected 3 parts in JWT; got 2'],
    ['not decodable', async () => 'a.b.c', 'JWT cryptographic operation failed'],
    [
      'signed by another key',
      () => sign({}, new TextEncoder().encode('another secret of thirty-two characters')),
      'No suitable key or wrong key type',
    ],
    [
      'signed in another way',
      () => sign({}, new Uint8Array(64).fill(7), 'HS512'),
      'Wrong or unsupported encoding algorithm',
    ],
    [
      'not signed at all',
      async () => `${btoa('{"alg":"none"}')}.${btoa('{"role":"member"}')}.`,
      'Wrong or unsupported encoding algorithm',
    ],
    [
      'changed',
      async () =>
        `${(await sign({ role: 'anon' })).split('.')[0]}.${btoa('{"role":"member"}').replaceAll('=', '')}.${(await sign({ role: 'anon' })).split('.')[2]}`,
      'No suitable key or wrong key type',
    ],
  ])('is refused if it is %s', async (_why, token, message) => {
    await expect(verify(await token())).rejects.toMatchObject({ status: 401, code: 'PGRST301', message })
  })
})

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc ', 'abc'],
  ['Basic abc', undefined],
  [null, undefined],
])('%s carries the token %s', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
