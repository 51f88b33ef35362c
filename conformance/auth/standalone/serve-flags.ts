/** One setting of the stand-alone service: `--name`, or the environment's `AUTH_NAME`. */
export interface Flag {
  type: 'switch' | 'value' | 'list'
  fallback: string
  says: string
}

const on = (says: string): Flag => ({ type: 'switch', fallback: 'on', says })
const off = (says: string): Flag => ({ type: 'switch', fallback: 'off', says })
const value = (fallback: string, says: string): Flag => ({ type: 'value', fallback, says })
const list = (says: string, fallback = ''): Flag => ({ type: 'list', fallback, says })

/** Every setting, with what it is when nothing is said: the reference's default. */
export const serveFlags = {
  port: value('9999', 'where it listens'),
  host: value('127.0.0.1', 'on which address'),
  'data-dir': value('', 'keeps database and keys; nothing: all in memory'),
  'log-level': value('warn', 'debug, info, warn, error or silent'),

  'site-url': value('', 'where invalid redirects lead; nothing: http://localhost:PORT'),
  'external-url': value('', 'where clients reach it, issuer of its tokens; nothing: http://localhost:PORT'),
  'redirect-allow-list': list('globs of further redirect targets'),
  'mailed-links': value('verify', 'verify: links go to GET /verify; confirm-page: to SITE/auth/confirm'),

  'jwt-secret': value('', 'shared HS256 secret, at least 32 characters'),
  'signing-keys': value('', 'private JSON Web Keys, or a file with them: ES256, RS256, HS256'),
  'sign-with': value('', 'kid of the key that signs, or HS256 for the shared secret; nothing: the first key'),
  'jwt-life': value('3600', 'seconds an access token lives'),
  'jwt-audience': value('authenticated', 'audience of new people'),
  'foreign-tokens': on('takes correctly signed tokens of any issuer and audience, also without an end'),

  'sign-up': on('new people may sign up'),
  'email-provider': on('sign-in by e-mail'),
  'phone-provider': off('sign-in by phone'),
  anonymous: off('sign-in without an address'),
  'mail-autoconfirm': off('addresses count as confirmed without a mail'),
  'phone-autoconfirm': off('numbers count as confirmed without a text message'),
  'secure-email-change': on('both mailboxes confirm a change of address'),
  'manual-linking': off('people may add and remove ways to sign in'),
  'implicit-grant': on('provider flows without PKCE end with tokens in the fragment'),
  'openid-provider': list('NAME|ISSUER|CLIENT_ID|CLIENT_SECRET each'),
  'mfa-enroll': list('second factors that may be added: totp, phone, webauthn', 'totp,phone,webauthn'),
  'mfa-verify': list('second factors that may be used', 'totp,phone,webauthn'),

  'password-min-length': value('6', 'characters'),
  'password-max-bytes': value('72', 'bytes; Carefold itself takes 1024'),
  'known-passwords': on('well-known passwords are taken'),
  'current-password': off('a new password needs the current one (docs/contracts/auth.md D16)'),
  reauthentication: off('a new password in a session older than a day needs a code'),

  'refresh-reuse': value('10', 'seconds an old refresh token gives the current one'),
  'guard-previous-token': off(
    'docs/contracts/auth.md D9: the previous refresh token only from the same device and network',
  ),
  'session-timebox': value('', 'seconds; nothing: endless'),
  'session-idle': value('', 'seconds; nothing: endless'),
  'low-aal-life': value('', 'seconds a session of somebody with a second factor lives without it'),
  'single-session': off("only a person's newest session can be refreshed"),

  'mail-interval': value('60', 'seconds between two mails of a kind to one address'),
  'sms-interval': value('60', 'seconds between two text messages to one number'),
  'mails-per-hour': value('', 'nothing: no limit'),
  'sms-per-hour': value('', 'nothing: no limit'),
  'rate-limits': value('off', "off; default: the contract's limits for network addresses"),
  'rate-limit': list('GROUP=BURST/SECONDS each: one token every so many seconds'),
  'proxy-hops': value('0', 'reverse proxies whose X-Forwarded-For is believed'),
  sms: on('text messages are sent (into /dev/mail); off: sending fails, but for numbers with a test code'),
  'sms-test-codes': list('NUMBER=CODE each: fixed codes, nothing is sent'),
  'sms-code-life': value('60', 'seconds'),
  'code-life': value('600', 'seconds of a code in a mail'),
  'answer-floor': value('0', 'milliseconds before which answers about an address never leave'),
  'smtp-url': value('', 'mail server; nothing: mails stay at /dev/mail'),
} satisfies Record<string, Flag>

export type FlagName = keyof typeof serveFlags
