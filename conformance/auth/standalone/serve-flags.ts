/** `--name`, or `AUTH_NAME` in the environment. */
export interface Flag {
  type: 'switch' | 'value' | 'list'
  fallback: string
  description: string
}

const on = (description: string): Flag => ({ type: 'switch', fallback: 'on', description })
const off = (description: string): Flag => ({ type: 'switch', fallback: 'off', description })
const value = (fallback: string, description: string): Flag => ({ type: 'value', fallback, description })
const list = (description: string, fallback = ''): Flag => ({ type: 'list', fallback, description })

/** All settings, with the reference's defaults. */
export const serveFlags = {
  port: value('9999', 'port to listen on'),
  host: value('127.0.0.1', 'address to listen on'),
  'data-dir': value('', 'folder for database and keys; empty: all in memory'),
  'log-level': value('warn', 'debug, info, warn, error or silent'),

  'site-url': value('', 'target of invalid redirects; empty: http://localhost:PORT'),
  'external-url': value('', 'URL for clients and issuer of tokens; empty: http://localhost:PORT'),
  'redirect-allow-list': list('globs of further redirect targets'),
  'mailed-links': value('verify', 'verify: links go to GET /verify; confirm-page: to SITE/auth/confirm'),

  'jwt-secret': value('', 'shared HS256 secret, at least 32 characters'),
  'signing-keys': value('', 'private JSON Web Keys, or a file with them: ES256, RS256, HS256'),
  'sign-with': value('', 'kid of the key that signs, or HS256 for the shared secret; empty: the first key'),
  'jwt-life': value('3600', 'lifetime of an access token in seconds'),
  'jwt-audience': value('authenticated', 'audience of new users'),
  'foreign-tokens': on('accepts correctly signed tokens of any issuer and audience, even without an expiry'),

  'sign-up': on('new users may sign up'),
  'email-provider': on('sign-in by e-mail'),
  'phone-provider': off('sign-in by phone'),
  anonymous: off('sign-in without an address'),
  'mail-autoconfirm': off('addresses count as confirmed without a mail'),
  'phone-autoconfirm': off('numbers count as confirmed without a text message'),
  'secure-email-change': on('both mailboxes confirm a change of address'),
  'manual-linking': off('users may link and unlink identities'),
  'implicit-grant': on('provider flows without PKCE end with tokens in the fragment'),
  'openid-provider': list('NAME|ISSUER|CLIENT_ID|CLIENT_SECRET each'),
  'mfa-enroll': list('second factors that may be added: totp, phone, webauthn', 'totp,phone,webauthn'),
  'mfa-verify': list('second factors that may be used', 'totp,phone,webauthn'),

  'password-min-length': value('6', 'characters'),
  'password-max-bytes': value('72', 'bytes; Carefold itself takes 1024'),
  'known-passwords': on('well-known passwords are accepted'),
  'current-password': off('a new password needs the current one'),
  reauthentication: off('a new password in a session older than a day needs a code'),

  'refresh-reuse': value('10', 'seconds in which an old refresh token returns the current one'),
  'guard-previous-token': off('the previous refresh token only from the same device and network'),
  'session-timebox': value('', 'seconds; empty: unlimited'),
  'session-idle': value('', 'seconds; empty: unlimited'),
  'low-aal-life': value(
    '',
    'seconds a session at aal1 lasts when the user has a second factor; empty: unlimited',
  ),
  'single-session': off("only a user's newest session can be refreshed"),

  'mail-interval': value('60', 'seconds between two mails of a kind to one address'),
  'sms-interval': value('60', 'seconds between two text messages to one number'),
  'mails-per-hour': value('', 'empty: unlimited'),
  'sms-per-hour': value('', 'empty: unlimited'),
  'rate-limits': value('off', "off; default: the contract's limits for network addresses"),
  'rate-limit': list('GROUP=BURST/SECONDS each: one request per so many seconds, after a burst'),
  'proxy-hops': value('0', 'number of reverse proxies whose X-Forwarded-For is trusted'),
  sms: on('text messages are sent (to /dev/mail); off: sending fails, except to numbers with a test code'),
  'sms-test-codes': list('NUMBER=CODE each: fixed codes, nothing is sent'),
  'sms-code-life': value('60', 'lifetime of a code in a text message in seconds'),
  'code-life': value('600', 'lifetime of a mailed code in seconds'),
  'answer-floor': value('0', 'milliseconds that answers about an address take at least'),
  'smtp-url': value('', 'mail server; empty: mails are kept at /dev/mail'),
} satisfies Record<string, Flag>

export type FlagName = keyof typeof serveFlags
