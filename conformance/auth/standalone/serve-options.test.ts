import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readServeOptions } from './serve-options.ts'

const settingsOf = (...argv: string[]) => readServeOptions(argv, {}).standalone.settings
const secret = '37c304f8-51aa-419a-a1af-06154e63707a'

describe('the settings of the stand-alone service', () => {
  it('default to the reference’s', () => {
    expect(settingsOf()).toMatchObject({
      siteUrl: 'http://localhost:9999',
      issuer: 'http://localhost:9999',
      signUp: true,
      emailProvider: true,
      phoneProvider: false,
      anonymous: false,
      mailAutoconfirm: false,
      manualLinking: false,
      passwordMinLength: 6,
      passwordMaxBytes: 72,
      guardPreviousRefreshToken: false,
      requireCurrentPassword: false,
      rateLimits: null,
      mailIntervalSeconds: 60,
    })
  })

  it.each([
    [['--mail-autoconfirm', '--no-sign-up'], { mailAutoconfirm: true, signUp: false }],
    [
      ['--phone-provider', '--phone-autoconfirm', '--anonymous'],
      { phoneProvider: true, phoneAutoconfirm: true, anonymous: true },
    ],
    [['--no-email-provider', '--manual-linking'], { emailProvider: false, manualLinking: true }],
    [
      ['--guard-previous-token', '--password-max-bytes', '1024'],
      { guardPreviousRefreshToken: true, passwordMaxBytes: 1024 },
    ],
    [
      ['--sms-test-codes', '+15551234567=123456,15550000000=654321'],
      { smsTestCodes: { '15551234567': '123456', '15550000000': '654321' } },
    ],
    [
      ['--redirect-allow-list', 'https://a.test/**,app://x'],
      { redirectAllowList: ['https://a.test/**', 'app://x'] },
    ],
    [
      ['--mfa-enroll', 'totp'],
      {
        mfa: {
          totp: { enroll: true, verify: true },
          phone: { enroll: false, verify: true },
          webauthn: { enroll: false, verify: true },
        },
      },
    ],
    [['--port', '9998'], { siteUrl: 'http://localhost:9998' }],
    [['--mails-per-hour', '30', '--mail-interval', '0'], { mailsPerHour: 30, mailIntervalSeconds: 0 }],
    [
      ['--openid-provider', 'keycloak|https://id.test|me|hush'],
      {
        providers: [{ name: 'keycloak', issuer: 'https://id.test', clientIds: ['me'], clientSecret: 'hush' }],
      },
    ],
  ])('%j', (argv, expected) => {
    expect(settingsOf(...argv)).toMatchObject(expected)
  })

  it('can be environment variables, which flags override', () => {
    const env = { AUTH_SIGN_UP: 'off', AUTH_PORT: '9997', AUTH_ANONYMOUS: 'on' }
    const { port, standalone } = readServeOptions(['--no-anonymous'], env)
    expect(port).toBe(9997)
    expect(standalone.settings).toMatchObject({ signUp: false, anonymous: false })
  })

  it('can have the reference’s names, which ours override', () => {
    const env = {
      PORT: '9996',
      API_EXTERNAL_URL: 'http://localhost:9996',
      GOTRUE_DISABLE_SIGNUP: '1',
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_MAILER_AUTOCONFIRM: 'true',
      GOTRUE_SMS_TEST_OTP: '15551234567:123456',
      GOTRUE_SMTP_MAX_FREQUENCY: '1m30s',
      GOTRUE_LOG_LEVEL: 'DEBUG',
      GOTRUE_JWT_SECRET: secret,
      GOTRUE_COOKIE_KEY: 'sb',
      AUTH_MAIL_AUTOCONFIRM: 'off',
    }
    const { port, standalone, unknown } = readServeOptions([], env)
    expect(port).toBe(9996)
    expect(standalone.settings).toMatchObject({
      issuer: 'http://localhost:9996',
      signUp: false,
      phoneProvider: true,
      sendsSms: false,
      mailAutoconfirm: false,
      mailIntervalSeconds: 90,
      smsTestCodes: { '15551234567': '123456' },
    })
    expect(unknown).toEqual(['GOTRUE_COOKIE_KEY'])
  })

  it.each([
    [{ GOTRUE_SMTP_MAX_FREQUENCY: 'soon' }, 'GOTRUE_SMTP_MAX_FREQUENCY must be a duration'],
    [{ GOTRUE_DISABLE_SIGNUP: 'perhaps' }, 'GOTRUE_DISABLE_SIGNUP must be true or false'],
  ])('%j is refused with the name of the setting', (env, message) => {
    expect(() => readServeOptions([], env)).toThrow(message)
  })

  it('can limit one group of endpoints, or all as in the contract', () => {
    expect(settingsOf('--rate-limit', 'otp=2/60').rateLimits).toMatchObject({
      otp: { burst: 2, perSeconds: 60 },
      token: { burst: 1e9 },
    })
    expect(settingsOf('--rate-limits', 'default').rateLimits).toMatchObject({
      otp: { burst: 30, perSeconds: 10 },
    })
  })

  it.each([
    [['--port', 'many'], 'port must be a whole number'],
    [['--mail-interval', '-1'], /mail-interval/],
    [['--color', 'green'], /color/],
    [['--jwt-secret', 'short'], 'jwt-secret needs at least 32 characters'],
    [['--rate-limit', 'otp'], 'rate-limit cannot be read: otp'],
    [['--sms-test-codes', '1555'], 'sms-test-codes must be NUMBER=CODE, not 1555'],
    [['--site-url', 'here'], 'site-url must be a full address'],
    [['--log-level', 'loud'], /log-level must be one of/],
  ])('%j is refused with the name of the setting', (argv, message) => {
    expect(() => readServeOptions(argv, {})).toThrow(message)
  })
})

describe('the keys of the stand-alone service', () => {
  let folder: string
  let file: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'carefold-serve-'))
    file = join(folder, 'keys.json')
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    const key_ops = ['sign', 'verify']
    writeFileSync(
      file,
      JSON.stringify([
        { ...rsa, kid: 'rs', key_ops },
        { ...ec, kid: 'es', key_ops: ['verify'] },
        { ...ec, kid: 'es2' },
      ]),
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const keysOf = (...argv: string[]) => readServeOptions(argv, {}).standalone.keys

  it('come from a file, of which the first signs, and include the shared secret', () => {
    const keys = keysOf('--signing-keys', file, '--jwt-secret', secret)
    expect(keys?.current.algorithm).toBe('RS256')
    expect(keys?.all.map(({ algorithm }) => algorithm)).toEqual(['RS256', 'ES256', 'ES256', 'HS256'])
  })

  it.each([
    ['es2', 'ES256'],
    ['HS256', 'HS256'],
    ['rs', 'RS256'],
  ])('--sign-with %s selects the key', (name, algorithm) => {
    expect(
      keysOf('--signing-keys', file, '--jwt-secret', secret, '--sign-with', name)?.current.algorithm,
    ).toBe(algorithm)
  })

  it('can be given inline instead of in a file', () => {
    expect(keysOf('--signing-keys', readFileSync(file, 'utf8'))?.current.kid).toBe('rs')
  })

  it('a key for verification only never signs', () => {
    expect(keysOf('--signing-keys', file, '--sign-with', 'es')?.current.kid).not.toBe('es')
  })

  it('are created by the instance by default', () => {
    expect(keysOf()).toBeUndefined()
    expect(() => keysOf('--sign-with', 'nobody', '--jwt-secret', secret)).toThrow(
      'sign-with names no key: nobody',
    )
  })
})
