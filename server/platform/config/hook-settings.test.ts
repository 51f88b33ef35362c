import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const secret = `v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`
const other = `v1,whsec_${Buffer.alloc(24, 9).toString('base64')}`

describe('the settings of hooks', () => {
  it('name an HTTP hook with its secrets, or a function in the database', () => {
    const { hooks } = readConfig({
      HOOK_SEND_EMAIL_URI: 'https://hooks.example/mail',
      HOOK_SEND_EMAIL_SECRETS: `${secret}|${other}`,
      HOOK_CUSTOM_ACCESS_TOKEN_URI: 'pg-functions://postgres/operator/shape_token',
    })
    expect(hooks).toEqual({
      send_email: {
        kind: 'http',
        url: 'https://hooks.example/mail',
        keys: [Buffer.alloc(32, 7), Buffer.alloc(24, 9)],
      },
      custom_access_token: { kind: 'sql', schema: 'operator', name: 'shape_token' },
    })
    expect(readConfig({}).hooks).toEqual({})
  })

  it.each([
    ['HOOK_SEND_EMAIL_URI', 'ftp://hooks.example'],
    ['HOOK_SEND_EMAIL_URI', 'hooks.example'],
    ['HOOK_SEND_EMAIL_URI', 'https://user:password@hooks.example'],
    ['HOOK_SEND_EMAIL_URI', 'pg-functions://postgres/a/b;drop table x'],
    ['HOOK_SEND_EMAIL_SECRETS', 'whsec_short'],
    ['HOOK_SEND_EMAIL_SECRETS', `${secret}|nonsense`],
    ['HOOK_SEND_EMAIL_SECRETS', ''],
  ])('are refused with %s=%s, in one line', (name, value) => {
    const env = {
      HOOK_SEND_EMAIL_URI: 'https://hooks.example',
      HOOK_SEND_EMAIL_SECRETS: secret,
      [name]: value,
    }
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(name)
  })
})

describe('the settings of the captcha', () => {
  it('are off by default, and need a secret', () => {
    expect(readConfig({}).captcha).toBeNull()
    const captcha = { provider: 'turnstile', secret: '0123456789abc' }
    expect(readConfig({ CAPTCHA_PROVIDER: 'turnstile', CAPTCHA_SECRET: captcha.secret }).captcha).toEqual(
      captcha,
    )
    expect(() => readConfig({ CAPTCHA_PROVIDER: 'hcaptcha' })).toThrow('CAPTCHA_SECRET is missing')
    expect(() => readConfig({ CAPTCHA_PROVIDER: 'recaptcha' })).toThrow('CAPTCHA_PROVIDER')
  })
})
