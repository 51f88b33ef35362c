import { describe, expect, it } from 'vitest'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { openSignInProviders } from '#server/sign-in-providers.ts'

const google = { GOOGLE_CLIENT_ID: 'web-id, ios-id', GOOGLE_CLIENT_SECRET: 'a-long-secret' }
const keycloak = {
  name: 'keycloak',
  issuer: 'https://id.example/realms/a',
  clientId: 'carefold',
  clientSecret: 'secret',
}
const production = {
  NODE_ENV: 'production',
  APP_DOMAIN: 'carefold.example',
  DATABASE_URL: 'postgres://login@db/carefold',
  SMTP_URL: 'smtp://mail.example',
  PAYMENTS: 'sandbox',
  SIGNING_KEYS: JSON.stringify({ keys: [makeSigningKey()] }),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const open = (env: Record<string, string> = {}) => openSignInProviders(readConfig(env))

describe('providers at start', () => {
  it('in development without Google’s settings the local sandbox acts as Google', async () => {
    const { providers, sandbox } = await open()
    expect(providers.map(({ name, isLocal }) => [name, isLocal])).toEqual([['google', true]])
    const answer = await sandbox?.handle(
      new Request('http://localhost:3000/sandbox/openid/.well-known/openid-configuration'),
    )
    expect(await answer?.json()).toMatchObject({ issuer: 'http://carefold.localhost:3000/sandbox/openid' })
  })

  it('with Google’s settings there is no sandbox', async () => {
    const { providers, sandbox } = await open(google)
    expect(sandbox).toBeNull()
    expect(providers).toEqual([
      {
        name: 'google',
        issuer: 'https://accounts.google.com',
        clientIds: ['web-id', 'ios-id'],
        clientSecret: 'a-long-secret',
        scopes: [],
      },
    ])
  })

  it('in production without Google’s settings Google is off', async () => {
    expect(await open(production)).toEqual({ providers: [], sandbox: null })
  })

  it('reads further providers from OPENID_PROVIDERS', async () => {
    const { providers } = await open({
      ...production,
      OPENID_PROVIDERS: JSON.stringify([keycloak, { ...keycloak, name: 'custom:b', scopes: 'groups roles' }]),
    })
    expect(providers.map(({ name, clientIds, scopes }) => [name, clientIds, scopes])).toEqual([
      ['keycloak', ['carefold'], []],
      ['custom:b', ['carefold'], ['groups', 'roles']],
    ])
  })

  it.each<[string, unknown, RegExp]>([
    ['no JSON', undefined, /OPENID_PROVIDERS must be JSON$/],
    ['no array', keycloak, /must be a JSON array/],
    ['a null entry', [null], /cannot be a provider's name/],
    ['a value that is no string', [{ ...keycloak, clientId: 1 }], /values are strings/],
    ['Google', [{ ...keycloak, name: 'google' }], /Google has settings of its own/],
    ['a malformed name', [{ ...keycloak, name: 'Key Cloak' }], /"Key Cloak" cannot be/],
    ['no secret', [{ ...keycloak, clientSecret: '' }], /keycloak needs clientId and clientSecret/],
    ['plain http', [{ ...keycloak, issuer: 'http://id.example' }], /keycloak must have an issuer/],
    ['no issuer', [{ ...keycloak, issuer: undefined }], /keycloak must have an issuer/],
    ['a duplicate name', [keycloak, keycloak], /names a provider twice/],
  ])('refuses OPENID_PROVIDERS with %s', (_name, value, message) => {
    const env = { OPENID_PROVIDERS: value === undefined ? 'no json' : JSON.stringify(value) }
    expect(() => readConfig(env)).toThrow(message)
    expect(() => readConfig(env)).toThrow(ConfigError)
  })
})
