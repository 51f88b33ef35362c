import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { configuredSamlKey, makeSamlKey, offersSingleSignOn, samlKey } from './saml-key.ts'

const pem = makeSamlKey()

it('reads PEM, PEM in one line and DER in base64 as the same key', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const text = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const { certificate } = samlKey(text)
  const forms = [
    text.replaceAll('\n', '\\n'),
    privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  ]
  for (const form of forms) expect(samlKey(form).certificate).toBe(certificate)
  expect(new X509Certificate(certificate).checkPrivateKey(privateKey)).toBe(true)
})

it.each([
  ['a short key', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey],
  ['a key of another kind', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey],
])('refuses %s', (_, key) => {
  const text = key.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect(() => samlKey(text)).toThrow(ConfigError)
})

it.each(['', 'secret', '-----BEGIN PRIVATE KEY-----\nxxx\n-----END PRIVATE KEY-----'])(
  'refuses %j',
  (text) => {
    expect(() => samlKey(text)).toThrow(/^SAML_PRIVATE_KEY must be an RSA key/)
  },
)

it('makes a key in development when it is first needed, readable by its owner only, and reuses it', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carefold-saml-'))
  try {
    const config = { samlPrivateKey: null, environment: 'development', dataDir } as const
    const key = configuredSamlKey(config)
    expect(readdirSync(dataDir)).toEqual([])
    const { certificate } = key ?? {}
    expect(statSync(join(dataDir, 'saml-private-key.pem')).mode & 0o777).toBe(0o600)
    expect(configuredSamlKey(config)?.certificate).toBe(certificate)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

it('is off in production without a key, and on with one', () => {
  const production = { environment: 'production', dataDir: '/nowhere' } as const
  expect(configuredSamlKey({ ...production, samlPrivateKey: null })).toBeNull()
  expect(configuredSamlKey({ ...production, samlPrivateKey: pem })?.certificate).toBe(
    samlKey(pem).certificate,
  )
  expect(offersSingleSignOn({ ...production, samlPrivateKey: null })).toBe(false)
  expect(offersSingleSignOn({ ...production, samlPrivateKey: pem })).toBe(true)
})
