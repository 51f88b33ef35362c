import { get, post } from '../call.ts'
import { aCase, type Family } from '../case.ts'
import { noFields } from '../match.ts'

/** /settings, /health, /ready, /.well-known/jwks.json and CORS (docs/contracts/auth.md 3.8, 3.9). */

export const publicEndpoints: Family = {
  name: 'public',
  cases: [
    aCase({
      name: '/settings says what is on',
      request: get('/settings'),
      expect: {
        status: 200,
        body: {
          external: { email: true, phone: true, anonymous_users: true, google: false },
          disable_signup: false,
          mailer_autoconfirm: false,
          phone_autoconfirm: false,
          sms_provider: (value: unknown) => typeof value === 'string' && value !== '',
          saml_enabled: false,
          saml_private_key_next_configured: false,
          passkeys_enabled: false,
        },
      },
    }),
    aCase({
      name: 'a slash at the end of an address',
      request: get('/settings/'),
      expect: { status: 200, body: { disable_signup: false } },
    }),
    aCase({
      name: '/settings says what is off',
      settings: {
        signUp: false,
        emailProvider: false,
        phoneProvider: false,
        anonymous: false,
        mailAutoconfirm: true,
        phoneAutoconfirm: true,
      },
      request: get('/settings'),
      expect: {
        status: 200,
        body: {
          external: { email: false, phone: false, anonymous_users: false },
          disable_signup: true,
          mailer_autoconfirm: true,
          phone_autoconfirm: true,
          sms_provider: '',
        },
      },
    }),
    aCase({
      name: '/health',
      request: get('/health'),
      expect: { status: 200, body: { name: 'GoTrue', version: /./, description: /./ } },
    }),
    aCase({
      name: '/ready asks the database (docs/contracts/auth.md D15)',
      request: get('/ready'),
      expect: { status: 200, body: { status: 'ok' } },
    }),
    aCase({
      name: '/.well-known/jwks.json never shows a shared secret',
      request: get('/.well-known/jwks.json'),
      expect: { status: 200, body: { keys: [] }, headers: { 'cache-control': 'public, max-age=600' } },
    }),
    aCase({
      name: 'every answer may be read by pages of other origins',
      request: post(
        '/recover',
        { email: 'somebody-else@example.test' },
        { headers: { origin: 'http://page.test' } },
      ),
      expect: {
        status: 200,
        body: noFields,
        headers: { 'access-control-allow-origin': '*', 'access-control-expose-headers': /X-Total-Count/ },
      },
    }),
  ],
}
