import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isOver } from './api-keys.ts'
import { createApiKeyInput } from './inputs.ts'
import { publicKeysProblem } from './public-keys.ts'

const rsa = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength })
const ec = (namedCurve = 'P-384') => generateKeyPairSync('ec', { namedCurve })
const setOf = (...keys: object[]) => JSON.stringify({ keys })
const publicRsa = { ...rsa().publicKey.export({ format: 'jwk' }), kid: 'a' }
const publicEc = { ...ec().publicKey.export({ format: 'jwk' }), kid: 'b' }

describe('public keys', () => {
  it('are RSA keys or those of P-384', () => {
    expect(publicKeysProblem(setOf(publicRsa, publicEc))).toBeNull()
  })

  it.each([
    ['nothing', ' ', 'missing'],
    ['another text', 'ssh-rsa AAAA', 'json'],
    ['a single key', JSON.stringify(publicRsa), 'json'],
    ['no key', setOf(), 'size'],
    ['six keys', setOf(...Array.from({ length: 6 }, (_, at) => ({ ...publicRsa, kid: String(at) }))), 'size'],
    ['a private key', setOf({ ...ec().privateKey.export({ format: 'jwk' }), kid: 'a' }), 'private'],
    ['a symmetric key', setOf({ kty: 'oct', k: 'AAAA', kid: 'a' }), 'private'],
    ['a key without an id', setOf({ ...publicRsa, kid: undefined }), 'kid'],
    ['two keys of one id', setOf(publicRsa, { ...publicEc, kid: 'a' }), 'kid'],
    ['a short key', setOf({ ...rsa(1024).publicKey.export({ format: 'jwk' }), kid: 'a' }), 'kind'],
    ['another curve', setOf({ ...ec('P-256').publicKey.export({ format: 'jwk' }), kid: 'a' }), 'kind'],
  ])('are not %s', (_what, text, problem) => {
    expect(publicKeysProblem(text)).toBe(problem)
  })
})

describe('the input', () => {
  const input = {
    name: ' Population\nhealth ',
    resources: ['Patient'],
    endsOn: '',
    method: 'secret',
    publicKeys: '',
  }

  it('has a name on one line', () => {
    expect(createApiKeyInput.parse(input).name).toBe('Population health')
  })

  it.each([
    [{ name: ' ' }, 'name'],
    [{ resources: [] }, 'resources'],
    [{ resources: ['Observation'] }, 'resources'],
    [{ endsOn: '2026-02-30' }, 'endsOn'],
    [{ method: 'key_pair' }, 'publicKeys'],
  ])('refuses %j', (change, path) => {
    const { error } = createApiKeyInput.safeParse({ ...input, ...change })
    expect(error?.issues[0]?.path[0]).toBe(path)
  })
})

it('a key ends after its last day', () => {
  expect(isOver({ endsOn: '2026-03-02' }, '2026-03-02')).toBe(false)
  expect(isOver({ endsOn: '2026-03-02' }, '2026-03-03')).toBe(true)
  expect(isOver({ endsOn: null }, '2026-03-03')).toBe(false)
})
