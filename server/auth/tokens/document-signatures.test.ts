import { generateKeyPairSync } from 'node:crypto'
import { CompactSign } from 'jose'
import { expect, it } from 'vitest'
import { frozenClock } from '#server/platform/clock.ts'
import { makeSigningKey } from '../keys/key-file.ts'
import { rotateKeySet } from '../keys/rotate-keys.ts'
import { parseSigningKeys } from '../keys/signing-keys.ts'
import { createAccessTokens } from './access-token.ts'
import { documentSignatures } from './document-signatures.ts'

const kind = 'carefold-test'
const content = Buffer.from('{"clinic":"sunrise"}\n')
const now = new Date('2026-03-10T15:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })

const sources: [string, string][] = [
  ['ES256', JSON.stringify({ keys: [makeSigningKey()] })],
  ['RS256', JSON.stringify({ keys: [{ ...rsa, kid: 'rsa' }] })],
  ['HS256', 'a shared secret of at least 32 characters'],
]

it.each(sources)(
  '%s: a document that was signed here verifies, and no other content does',
  async (alg, source) => {
    const signatures = documentSignatures(parseSigningKeys(source))
    const signature = await signatures.sign(kind, content)
    expect(JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString()).alg).toBe(alg)
    expect(signatures.verify(kind, content, signature)).toBe(true)
    expect(signatures.verify(kind, content, `${signature}\n`)).toBe(true)
    expect(signatures.verify(kind, Buffer.from('{"clinic":"harbor"}\n'), signature)).toBe(false)
    expect(signatures.verify('carefold-other', content, signature)).toBe(false)
  },
)

it('a signature with a foreign key, without one, or in another form does not verify', async () => {
  const keys = parseSigningKeys(sources[0]?.[1] ?? '')
  const signatures = documentSignatures(keys)
  const signature = await signatures.sign(kind, content)
  const [header = '', , signed = ''] = signature.split('.')
  const foreign = await documentSignatures(parseSigningKeys(sources[1]?.[1] ?? '')).sign(kind, content)
  const renamed = (change: object) =>
    `${Buffer.from(JSON.stringify({ alg: 'ES256', typ: kind, kid: keys.current.kid, ...change })).toString('base64url')}..${signed}`
  // the published half as a shared secret
  const confused = await new CompactSign(content)
    .setProtectedHeader({ alg: 'HS256', typ: kind, kid: keys.current.kid })
    .sign(Buffer.from(JSON.stringify(keys.current.publicJwk)))
  for (const forged of [
    '',
    '..',
    'x.y.z',
    foreign,
    `${header}..`,
    `${header}..${signed}.${signed}`,
    `${header}.${Buffer.from(content).toString('base64url')}.${signed}`,
    renamed({ alg: 'none' }),
    renamed({ kid: 'another' }),
    renamed({ kid: undefined }),
    confused.replace(/\..*\./, '..'),
  ]) {
    expect(signatures.verify(kind, content, forged), forged).toBe(false)
  }
})

it('a token is no signature of its claims, and a signature is no token', async () => {
  const keys = parseSigningKeys(sources[0]?.[1] ?? '')
  const signatures = documentSignatures(keys)
  const clock = frozenClock(now)
  const tokens = createAccessTokens({ keys, issuer: 'https://x.test', audience: 'authenticated', clock })
  const { token } = await tokens.sign({ sub: 'x' }, 600)
  const [header, claims = '', signed] = token.split('.')
  expect(signatures.verify(kind, Buffer.from(claims, 'base64url'), `${header}..${signed}`)).toBe(false)
  expect(signatures.verify('JWT', Buffer.from(claims, 'base64url'), `${header}..${signed}`)).toBe(true)
  const document = Buffer.from(claims, 'base64url')
  const signature = await signatures.sign(kind, document)
  expect(await tokens.verify(signature.replace('..', `.${claims}.`))).toBeNull()
})

it('a signature outlives a rotation of the keys until its key is dropped', async () => {
  const first = sources[0]?.[1] ?? ''
  const signature = await documentSignatures(parseSigningKeys(first)).sign(kind, content)
  const second = rotateKeySet(first, now, 60).keySet
  const third = rotateKeySet(second, minutes(24 * 60), 60).keySet
  const fourth = rotateKeySet(third, minutes(48 * 60), 60).keySet
  const verifies = (source: string) =>
    documentSignatures(parseSigningKeys(source)).verify(kind, content, signature)
  expect([first, second, third, fourth].map(verifies)).toEqual([true, true, false, false])
})
