import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Person } from '#testing/sign-in/people.ts'
import type { TestServer } from '../test-server.ts'

type Make = () => string

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/**
 * Every known attack on a reader of tokens (docs/threats.md T16). Each token names a live session of a real user, so a
 * reader that trusts it admits its bearer.
 */
export function forgedTokens(test: TestServer, person: Person): [name: string, make: Make][] {
  const { signing, publicKey, kid, shared, sharedKid } = test.keys
  const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreignJwk = foreign.publicKey.export({ format: 'jwk' })
  const spki = publicKey.export({ format: 'pem', type: 'spki' })
  const der = publicKey.export({ format: 'der', type: 'spki' })
  const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }))
  const now = Math.floor(Date.now() / 1000)
  const honest = test.claimsOf(person)
  const claims = (changed: Record<string, unknown> = {}) => ({ ...honest, ...changed })

  const signed = (header: object, payload: unknown, key = signing): string => {
    const input = `${encode({ alg: 'ES256', typ: 'JWT', kid, ...header })}.${encode(payload)}`
    const signature = sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' })
    return `${input}.${signature.toString('base64url')}`
  }
  const hmac = (header: object, key: string | Buffer, payload: unknown = claims(), hash = 'sha256') => {
    const input = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(payload)}`
    return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
  }
  const withSignature = (signature: Buffer | string, header: object = {}) =>
    `${encode({ alg: 'ES256', typ: 'JWT', kid, ...header })}.${encode(claims())}.${typeof signature === 'string' ? signature : signature.toString('base64url')}`
  const good = signed({}, claims())
  const [head = '', body = '', tail = ''] = good.split('.')
  const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
  const one = Buffer.concat([Buffer.alloc(31), Buffer.from([1])])

  const shape: [string, Make][] = [
    ['one part', () => head],
    ['two parts', () => `${head}.${body}`],
    ['four parts', () => `${good}.x`],
    ['five parts', () => `${head}.x.x.${body}.${tail}`],
    ['only dots', () => '..'],
    ['an empty head', () => `.${body}.${tail}`],
    ['an empty body', () => `${head}..${tail}`],
    ['a head that is no JSON', () => `${encode('{')}.${body}.${tail}`],
    ['a head that is a list', () => `${encode([])}.${body}.${tail}`],
    ['a head that is null', () => `${encode('null')}.${body}.${tail}`],
    ['a body that is no JSON', () => signed({}, '{"sub":')],
    ['a body that is a list', () => signed({}, '[]')],
    ['a body that is text', () => signed({}, '"x"')],
    ['a body that is null', () => signed({}, 'null')],
    ['a body that is a number', () => signed({}, '1')],
    ['a megabyte', () => 'x'.repeat(1_000_000)],
    ['more than four kilobytes, signed', () => signed({}, claims({ pad: 'x'.repeat(4_000) }))],
    ['a padded signature', () => `${head}.${body}.${tail}==`],
    ['a signature in the other alphabet', () => `${head}.${body}.${tail.slice(0, -2)}+/`],
    ['the random half of a mail’s link', () => randomBytes(24).toString('hex')],
    ['the hash of a one-time code', () => randomBytes(32).toString('hex')],
    ['a refresh token', () => randomBytes(16).toString('base64url')],
    ['a person’s id', () => person.userId],
    ['a session’s id', () => person.sessionId],
  ]
  const signature: [string, Make][] = [
    ['no signature', () => `${head}.${body}.`],
    ['r = s = 0', () => withSignature(Buffer.alloc(64))],
    ['r = 0', () => withSignature(Buffer.concat([Buffer.alloc(32), one]))],
    ['s = 0', () => withSignature(Buffer.concat([one, Buffer.alloc(32)]))],
    ['r = s = 1', () => withSignature(Buffer.concat([one, one]))],
    ['r = s = the order', () => withSignature(Buffer.concat([order, order]))],
    ['a random signature', () => withSignature(randomBytes(64))],
    ['a short signature', () => withSignature(randomBytes(63))],
    ['a long signature', () => withSignature(randomBytes(65))],
    ['an empty object as signature', () => withSignature('{}')],
    ['a signature in DER', () => withSignature(sign('sha256', Buffer.from(`${head}.${body}`), signing))],
    ['the signature of another token', () => `${head}.${body}.${signed({}, claims({ x: 1 })).split('.')[2]}`],
    ['a changed body', () => `${head}.${encode(claims({ role: 'service_role' }))}.${tail}`],
    ['a changed head', () => `${encode({ alg: 'ES256', kid, typ: 'JWT', x: 1 })}.${body}.${tail}`],
    ['another key under our name', () => signed({}, claims(), foreign.privateKey)],
    ['another key under its own name', () => signed({ kid: 'theirs' }, claims(), foreign.privateKey)],
    ['another key under no name', () => signed({ kid: undefined }, claims(), foreign.privateKey)],
  ]
  const algorithms = [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'none ',
    'ES384',
    'ES512',
    'RS256',
    'PS256',
    'EdDSA',
    'HS256',
  ]
  const algorithm: [string, Make][] = [
    ...['none', 'None', 'NONE', 'nOnE', 'none '].map((alg): [string, Make] => [
      `alg "${alg}", unsigned`,
      () => `${encode({ alg, kid })}.${body}.`,
    ]),
    ['alg none without a kid', () => `${encode({ alg: 'none' })}.${body}.`],
    ...algorithms.map((alg): [string, Make] => [
      `our signature as alg "${alg}"`,
      () => signed({ alg }, claims()),
    ]),
    ['our signature without alg', () => signed({ alg: undefined }, claims())],
    ['alg as a list', () => signed({ alg: ['ES256'] }, claims())],
    ['alg as a number', () => signed({ alg: 256 }, claims())],
    ['HS256 with our public key in PEM', () => hmac({ kid }, spki)],
    ['HS256 with our public key in PEM, without a kid', () => hmac({}, spki)],
    ['HS256 with our public key in PEM, trimmed', () => hmac({ kid }, spki.toString().trim())],
    ['HS256 with our public key in DER', () => hmac({ kid }, der)],
    ['HS256 with our public key as JWK', () => hmac({ kid }, jwk)],
    ['HS256 with our public key, under the shared kid', () => hmac({ kid: sharedKid }, spki)],
    ['HS256 with an empty secret', () => hmac({ kid: sharedKid }, '')],
    ['HS256 with a guessed secret', () => hmac({ kid: sharedKid }, 'secret')],
    ['HS256 with the secret as configured', () => hmac({ kid: sharedKid }, shared.toString('base64url'))],
    ['HS256 with the shared secret under the other kid', () => hmac({ kid }, shared)],
    [
      'HS384 with the shared secret',
      () => hmac({ alg: 'HS384', kid: sharedKid }, shared, claims(), 'sha384'),
    ],
    [
      'HS512 with the shared secret',
      () => hmac({ alg: 'HS512', kid: sharedKid }, shared, claims(), 'sha512'),
    ],
    ['ES256 under the shared kid', () => signed({ kid: sharedKid }, claims())],
    [
      'RS256 with a key of their own',
      () => {
        const input = `${encode({ alg: 'RS256', kid })}.${body}`
        return `${input}.${sign('sha256', Buffer.from(input), rsa.privateKey).toString('base64url')}`
      },
    ],
  ]
  const kids: unknown[] = [
    '',
    ' ours',
    'OURS',
    '../../dev/null',
    '/dev/null',
    "' or 1=1 --",
    'ours\0',
    0,
    null,
    true,
    ['ours'],
    { ours: 1 },
  ]
  const keyHeaders: [string, Make][] = [
    ...kids.map((name): [string, Make] => [
      `kid ${JSON.stringify(name)}`,
      () => signed({ kid: name }, claims()),
    ]),
    ['kid of an empty file, with its secret', () => hmac({ kid: '/dev/null' }, '')],
    ['no kid', () => signed({ kid: undefined }, claims())],
    ['a key inside', () => signed({ jwk: foreignJwk }, claims(), foreign.privateKey)],
    [
      'a key inside, without a kid',
      () => signed({ jwk: foreignJwk, kid: undefined }, claims(), foreign.privateKey),
    ],
    ['our own token with a key inside', () => signed({ jwk: foreignJwk }, claims())],
    [
      'keys behind a URL',
      () => signed({ jku: 'https://evil.example/jwks.json' }, claims(), foreign.privateKey),
    ],
    ['our own token with keys behind a URL', () => signed({ jku: 'https://evil.example' }, claims())],
    [
      'a certificate behind a URL',
      () => signed({ x5u: 'https://evil.example' }, claims(), foreign.privateKey),
    ],
    ['a certificate inside', () => signed({ x5c: ['MIIB'] }, claims(), foreign.privateKey)],
    ['a certificate’s thumbprint', () => signed({ x5t: 'abc' }, claims())],
    ['a certificate’s SHA-256 thumbprint', () => signed({ 'x5t#S256': 'abc' }, claims())],
    ['a critical extension', () => signed({ crit: ['exp'] }, claims())],
    ['an unencoded body', () => signed({ b64: false, crit: ['b64'] }, claims())],
    ['a compressed body', () => signed({ zip: 'DEF' }, claims())],
    ['typ of another kind of token', () => signed({ typ: 'at+jwt' }, claims())],
    ['typ of an encrypted token', () => signed({ typ: 'JWE' }, claims())],
    ['typ of a logout', () => signed({ typ: 'logout+jwt' }, claims())],
  ]
  const wrong = (name: string, values: [string, unknown][]): [string, Make][] =>
    values.map(([what, value]) => [`${name} ${what}`, () => signed({}, claims({ [name]: value }))])
  const times: [string, Make][] = [
    ...wrong('exp', [
      ['missing', undefined],
      ['as text', String(now + 600)],
      ['null', null],
      ['an object', {}],
      ['a list', [now + 600]],
      ['true', true],
      ['a minute ago', now - 60],
      ['in 1970', 0],
      ['before 1970', -1],
    ]),
    ...wrong('iat', [
      ['missing', undefined],
      ['as text', 'now'],
      ['null', null],
      ['in an hour', now + 3_600],
    ]),
    ...wrong('nbf', [
      ['in an hour', now + 3_600],
      ['as text', '0'],
      ['an object', {}],
    ]),
  ]
  const issuer = String(honest.iss)
  const names: [string, Make][] = [
    ...wrong('iss', [
      ['missing', undefined],
      ['empty', ''],
      ['of another server', 'https://evil.example/auth/v1'],
      ['with an extra slash', `${issuer}/`],
      ['in capitals', issuer.toUpperCase()],
      ['as a list', [issuer]],
      ['null', null],
    ]),
    ...wrong('aud', [
      ['missing', undefined],
      ['empty', ''],
      ['of visitors', 'anon'],
      ['of another server', 'https://evil.example'],
      ['as a list with ours', ['other', 'authenticated']],
      ['as a list of ours', ['authenticated']],
      ['as an empty list', []],
      ['an object', { authenticated: true }],
    ]),
    ...wrong('sub', [
      ['missing', undefined],
      ['empty', ''],
      ['a number', 1],
      ['a list', [person.userId]],
      ['unknown', crypto.randomUUID()],
      ['SQL', "' or 1=1 --"],
      ['of the server', 'service_role'],
    ]),
    ...wrong('session_id', [
      ['missing', undefined],
      ['empty', ''],
      ['unknown', crypto.randomUUID()],
      ['a list', [person.sessionId]],
      ['the person’s id', person.userId],
    ]),
    [
      'the key of visitors',
      () => signed({}, { ...claims(), sub: undefined, session_id: undefined, role: 'anon' }),
    ],
    [
      'a duplicate claim, the later one of another user',
      () => signed({}, JSON.stringify(claims()).replace(/}$/, `,"sub":"${crypto.randomUUID()}"}`)),
    ],
  ]
  return [...shape, ...signature, ...algorithm, ...keyHeaders, ...times, ...names]
}
