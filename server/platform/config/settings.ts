/** An environment variable that an operator may set. docs/settings.md is written from this. */
interface Setting {
  /** A value that the code reads as it is here, or in words. */
  default?: string
  /** In words, for settings whose default depends on other settings. */
  without?: string
  meaning: string
  /** `file`: secret, and may be in a file that `<NAME>_FILE` names. `inline`: secret, in the environment alone. */
  secret?: 'file' | 'inline'
}

/** Every setting by the heading of docs/settings.md that it is listed under. `config.ts` reads no other. */
export const settingGroups = {
  Server: {
    NODE_ENV: {
      default: 'development',
      meaning:
        '`production` requires the settings below that say so, and switches off the demo, the sandboxes and `/dev`.',
    },
    PORT: { default: '3000', meaning: 'Port of the HTTP server.' },
    HOST: { default: '127.0.0.1', meaning: 'Address the HTTP server listens on.' },
    APP_DOMAIN: {
      default: 'carefold.localhost',
      meaning: 'Main domain; clinics are its subdomains. Required in production.',
    },
    DATA_DIR: {
      default: '.data',
      meaning: 'Folder of the embedded database, generated keys and uploaded files. One process owns it.',
    },
    ROLE: {
      default: 'all',
      meaning:
        '`all`; `web` answers requests only; `worker` runs jobs only. Without a Stripe key it must be `all`.',
    },
    TRUSTED_PROXY_HOPS: {
      default: '0',
      meaning: 'Number of proxies in front whose `X-Forwarded-For` entries are trusted.',
    },
    OPERATOR_EMAIL: {
      meaning:
        'Receives messages sent on `/contact` and replies to Carefold’s own mails. The account with this address opens `/operator` after two-step sign-in (docs/decisions/0083).',
    },
    OPERATOR_NAME: {
      meaning:
        'Name and address of the company or person that runs this installation, shown on `/about-us` and `/security`.',
    },
    LOG_LEVEL: {
      without: '`warn`; in production `info`',
      meaning: '`debug`, `info`, `warn`, `error` or `silent`.',
    },
  },
  Database: {
    DATABASE_URL: {
      without: 'embedded database',
      meaning: 'Postgres 15 or newer, as the role `carefold_login`. Required in production.',
      secret: 'file',
    },
    DATABASE_OWNER_URL: {
      without: '`DATABASE_URL`',
      meaning: "Owner's connection, for `npm run migrate`.",
      secret: 'file',
    },
    DATABASE_LISTEN_URL: {
      meaning:
        'Postgres without the pooler, for notifications, if `DATABASE_URL` is a pooler in transaction mode such as PgBouncer. No prepared statement then stays on a pooled connection.',
      secret: 'file',
    },
    DATABASE_REPLICA_URL: {
      meaning:
        'Streaming replica for reads that may be a second old: public pages, dashboards, the library (docs/decisions/0088).',
      secret: 'file',
    },
    DATABASE_NODES: {
      without: 'none',
      meaning:
        'Further databases with clinics: `app2=postgres://... app3=postgres://...`, as the role `carefold_login`, without a pooler. The name is a label: `app2` has its main site at `app2.APP_DOMAIN`. Or `distributed`: `DATABASE_URL` is the coordinator of a distributed database, whose directory names the node of each clinic (docs/scaling.md 5).',
      secret: 'file',
    },
  },
  Files: {
    S3_ENDPOINT: {
      without: 'a folder of `DATA_DIR`',
      meaning:
        'S3-compatible store for uploaded files. Several processes need a bucket or a shared `DATA_DIR`.',
    },
    S3_REGION: { meaning: 'Region of the bucket. Required with `S3_ENDPOINT`.' },
    S3_BUCKET: { meaning: 'Private bucket, read by the server alone. Required with `S3_ENDPOINT`.' },
    S3_ACCESS_KEY_ID: { meaning: 'Access key that may get, put, list and delete objects.' },
    S3_SECRET_ACCESS_KEY: { meaning: 'Secret of the access key.', secret: 'file' },
  },
  'Mail and text messages': {
    SMTP_URL: {
      without: 'mails are caught at `/dev/mail`',
      meaning:
        'Mail server: `smtp://user:password@mail.example:587`. Each process uses up to 10 connections; `?maxConnections=2` at the end allows fewer. Required in production.',
      secret: 'file',
    },
    MAIL_FROM: { without: '`Carefold <hello@APP_DOMAIN>`', meaning: 'Sender of mails.' },
    MAIL_REPORTS_SECRET: {
      without: 'delivery reports are not read',
      meaning:
        'At least 32 characters that your mail server sends with the delivery reports of the mailbox of `MAIL_FROM`, to `https://APP_DOMAIN/hooks/mail` (docs/operating.md 4 "Delivery reports").',
      secret: 'file',
    },
    TWILIO_ACCOUNT_SID: {
      without: 'text messages are caught at `/dev/mail`; in production none are sent',
      meaning: 'Twilio account for text messages to patients (docs/decisions/0044).',
    },
    TWILIO_AUTH_TOKEN: { meaning: "Secret of Twilio's account.", secret: 'file' },
    TWILIO_FROM: {
      meaning:
        'Sender number (`+14155550100`) or messaging service (`MG...`), with the webhook `https://APP_DOMAIN/hooks/sms`.',
    },
  },
  Payments: {
    STRIPE_SECRET_KEY: {
      without: 'payment sandbox',
      meaning: "Carefold's Stripe account. Required in production, unless `PAYMENTS=sandbox`.",
      secret: 'file',
    },
    STRIPE_WEBHOOK_SECRET: {
      meaning: 'Signing secret of the webhook `https://APP_DOMAIN/hooks/stripe/account`.',
      secret: 'file',
    },
    STRIPE_CONNECT_WEBHOOK_SECRET: {
      meaning: 'Signing secret of the webhook `https://APP_DOMAIN/hooks/stripe/connect`.',
      secret: 'file',
    },
    PAYMENTS: { meaning: '`sandbox` selects the payment sandbox in production: no real money moves.' },
  },
  Keys: {
    SIGNING_KEYS: {
      without: 'generated in `DATA_DIR`',
      meaning:
        'Private JSON Web Key Set (ES256, RS256, HS256) or one HS256 secret that signs access tokens. Required in production. `npm run keys:rotate` rotates the keys of `DATA_DIR`, or prints the next set (docs/operating.md 2).',
      secret: 'file',
    },
    ENCRYPTION_KEY: {
      without: 'generated in `DATA_DIR`',
      meaning:
        '32 random bytes in base64 (`openssl rand -base64 32`) that encrypt secrets in the database. Required in production. To change it, prepend the new key: `new,old` (docs/operating.md 4).',
      secret: 'file',
    },
    SAML_PRIVATE_KEY: {
      without: 'generated in `DATA_DIR`; in production no single sign-on',
      meaning:
        'RSA key of at least 2048 bits, PEM with `\\n` as line ends or DER in base64. Clinics register its certificate at their identity providers, so a lost key breaks their sign-in.',
      secret: 'file',
    },
  },
  'Sign-in': {
    GOOGLE_CLIENT_ID: {
      without: 'local sandbox; in production no Google button',
      meaning:
        'OAuth client of sign-in with Google, with the return address `https://APP_DOMAIN/auth/v1/callback`. Further client ids after a comma are accepted in identity tokens.',
    },
    GOOGLE_CLIENT_SECRET: { meaning: 'Secret of the client.', secret: 'file' },
    GOOGLE_ISSUER: {
      default: 'https://accounts.google.com',
      meaning: 'OpenID issuer of sign-in with Google.',
    },
    OPENID_PROVIDERS: {
      meaning:
        'Further OpenID providers as JSON: `[{"name":"keycloak","issuer":"https://id.example/realms/a","clientId":"...","clientSecret":"..."}]`, with `scopes` for more than `openid email profile`. A verified address signs in to the account that has it.',
      secret: 'inline',
    },
    SSO_TEST_DOMAINS: {
      default: 'off',
      meaning:
        '`on` accepts domains that end in `.test` for single sign-on without a DNS record. Refused in production (docs/decisions/0147).',
    },
    CAPTCHA_PROVIDER: {
      default: 'off',
      meaning:
        '`hcaptcha` or `turnstile`: sign-ups, sign-ins and mails require `gotrue_meta_security.captcha_token`. The pages of this web app show no captcha; your own client must.',
    },
    CAPTCHA_SECRET: { meaning: 'Secret of the captcha provider.', secret: 'file' },
    MANUAL_LINKING: {
      default: 'off',
      meaning:
        '`on` lets signed-in users link and unlink accounts at providers (`linkIdentity`, `unlinkIdentity`; docs/contracts/auth.md 3.4). The pages of this web app offer neither.',
    },
    'HOOK_<NAME>_URI': {
      meaning:
        'Your own code in sign-in: `https://...` or `pg-functions://postgres/<schema>/<function>`. Names: BEFORE_USER_CREATED, AFTER_USER_CREATED, CUSTOM_ACCESS_TOKEN, MFA_VERIFICATION_ATTEMPT, PASSWORD_VERIFICATION_ATTEMPT, SEND_EMAIL, SEND_SMS.',
    },
    'HOOK_<NAME>_SECRETS': {
      meaning: 'Signs calls of an `https` hook: `v1,whsec_<base64>`, several separated by a bar.',
      secret: 'inline',
    },
  },
  Content: {
    EMBED_VIDEO: {
      without: 'none',
      meaning:
        '`youtube`, `vimeo` or both: clinics may embed their videos. A patient confirms before a player loads.',
    },
    EMBED_SLIDES: {
      without: 'none',
      meaning: "`google`: the viewer may frame Google's page of a slide whose picture cannot be loaded.",
    },
    GOOGLE_SLIDES_CLIENT_ID: {
      without: 'local sandbox; in production off',
      meaning:
        'OAuth client (web application) for the import from Google Slides, with the Google Slides API enabled and the return address `https://APP_DOMAIN/hooks/google-slides` (docs/decisions/0067).',
    },
    GOOGLE_SLIDES_CLIENT_SECRET: { meaning: 'Secret of the client.', secret: 'file' },
  },
  Calendars: {
    GOOGLE_CALENDAR_CLIENT_ID: {
      without: 'local sandbox; in production off',
      meaning:
        'OAuth client (web application) with which providers connect Google Calendar: the Google Calendar API enabled, the return address `https://APP_DOMAIN/hooks/google-calendar` (docs/operating.md 4).',
    },
    GOOGLE_CALENDAR_CLIENT_SECRET: { meaning: 'Secret of the client.', secret: 'file' },
    MICROSOFT_CALENDAR_CLIENT_ID: {
      without: 'local sandbox; in production off',
      meaning:
        'Application with which providers connect Microsoft 365 or Outlook: the delegated permission `Calendars.ReadBasic`, the return address `https://APP_DOMAIN/hooks/microsoft-calendar` (docs/operating.md 4).',
    },
    MICROSOFT_CALENDAR_CLIENT_SECRET: { meaning: 'Secret of the application.', secret: 'file' },
    MICROSOFT_CALENDAR_TENANT: {
      default: 'common',
      meaning:
        'Accounts that may connect: `common`, `organizations` (no personal accounts), or the id of one directory.',
    },
  },
  Monitoring: {
    METRICS_PORT: {
      without: 'off',
      meaning: 'Port of `/metrics` for Prometheus. No proxy may forward to it.',
    },
    METRICS_HOST: { default: '127.0.0.1', meaning: 'Address of `/metrics`.' },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      without: 'off',
      meaning: 'OpenTelemetry collector that receives traces (OTLP over HTTP, JSON; docs/decisions/0107).',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      meaning: 'Headers of these requests: `name=value`, separated by commas.',
      secret: 'inline',
    },
    OTEL_SERVICE_NAME: { default: 'carefold', meaning: 'Service name of the traces.' },
    OTEL_TRACES_SAMPLER_ARG: { default: '1', meaning: 'Share of requests and jobs to trace, from 0 to 1.' },
  },
  Demo: {
    DEMO: {
      without: '`on` with the embedded database, otherwise `off`',
      meaning: '`on` fills an empty installation with the demo clinics. Refused in production.',
    },
  },
  'Backup and restore': {
    BACKUP_DIR: { default: 'backups', meaning: 'Folder of backups (docs/operating.md 5).' },
    BACKUP_KEEP: { without: 'all', meaning: 'Number of backups to retain.' },
    BACKUP_DATABASE_URL: { meaning: 'Role that dumps Postgres.', secret: 'inline' },
    RESTORE_CHECK_URL: {
      meaning: 'Superuser of a server on which `npm run restore -- --check` restores a dump.',
      secret: 'inline',
    },
    POSTGRES_BINARIES: { without: 'from `PATH`', meaning: 'Folder of `pg_dump` and `pg_restore`.' },
  },
} as const satisfies Record<string, Record<string, Setting>>

type Groups = typeof settingGroups
type NamesIn<Group> = Group extends unknown ? keyof Group : never

/** The name of a setting: the readers of `config.ts` take no other. */
export type SettingName = NamesIn<Groups[keyof Groups]> & string

/** Every setting with its name and the heading it is listed under. */
export const allSettings: readonly (Setting & { name: SettingName; group: string })[] = Object.entries(
  settingGroups,
).flatMap(([group, settings]) =>
  Object.entries<Setting>(settings).map(([name, setting]) => ({
    ...setting,
    name: name as SettingName,
    group,
  })),
)

/** The default that both the code and docs/settings.md use. */
export const defaults = {
  ...settingGroups.Server,
  ...settingGroups['Sign-in'],
  ...settingGroups.Calendars,
  ...settingGroups.Monitoring,
}
