import { resolve } from 'node:path'
import { type VideoProvider, videoProviderNames } from '#domain/content/embedded-video.ts'
import { type SlideFrame, slideFrameNames } from '#domain/presentations/google-slides.ts'
import { ConfigError } from './config-error.ts'
import { type DatabaseNode, readDatabaseNodes } from './database-nodes.ts'
import { type HookTargets, readHookTargets } from './hook-settings.ts'
import { type Env, oneOf, required, secret, text, wholeNumber, words } from './read-setting.ts'
import { withSecretFiles } from './secret-files.ts'
import { defaults, type SettingName } from './settings.ts'
import {
  type GoogleSettings,
  type NamedProviderSettings,
  readGoogle,
  readOpenIdProviders,
} from './sign-in-settings.ts'

/** All settings of an installation, read once at start. `settings.ts` describes them for docs/settings.md. */
export interface Config {
  environment: 'development' | 'production' | 'test'
  port: number
  host: string
  /** Without scheme or port; clinics use its subdomains. */
  appDomain: string
  /** Of the main site: `http://carefold.localhost:3000`. */
  mainOrigin: string
  dataDir: string
  /** Where Prometheus reads `/metrics`; null: not served. Must not be a public address. */
  metrics: { port: number; host: string } | null
  /** null: tracing is off. */
  tracing: TracingSettings | null
  /** null: PGlite in `dataDir`. */
  databaseUrl: string | null
  /** The owner's connection for migrations; defaults to `databaseUrl`. */
  databaseOwnerUrl: string | null
  /** Where to listen for notifications when `databaseUrl` is a pooler; no session state is used then. */
  databaseListenUrl: string | null
  /** A streaming replica for reads that may be a second old; null: none. */
  databaseReplicaUrl: string | null
  /** Further databases with clinics, each a whole installation behind this server (docs/decisions/0212). */
  databaseNodes: DatabaseNode[]
  /** Transactions of a clinic enter at the node that the database's directory names (docs/decisions/0229). */
  isDistributed: boolean
  /** The node that these settings are of; null: the first, which has the directory. */
  node: string | null
  /** Where other services send events: the main site of the first node. */
  hooksOrigin: string
  role: 'all' | 'web' | 'worker'
  demo: boolean
  smtpUrl: string | null
  mailFrom: string
  /** Secret of the endpoint that receives delivery reports; null: there is none. */
  mailReportsSecret: string | null
  /** Receives messages that visitors send to Carefold; null: they are only stored. */
  operatorEmail: string | null
  /** Name of this installation's operator, shown on the public pages; null: not shown. */
  operatorName: string | null
  /** The bucket of uploaded files; null: a folder of `dataDir`. */
  s3: S3Settings | null
  /** Twilio; null: text messages go to the development mailbox, and none are sent in production. */
  sms: SmsSettings | null
  stripe: StripeSettings | null
  google: GoogleSettings | null
  /** Additional OpenID providers. */
  openIdProviders: NamedProviderSettings[]
  /** Number of reverse proxies in front: that many `X-Forwarded-For` entries from the right are trusted. */
  trustedProxyHops: number
  /** JSON Web Key Set with the private signing keys; null: generated and stored in `dataDir`. */
  signingKeys: string | null
  /** Encrypts secrets in the database; null: generated and stored in `dataDir`. The first of several keys encrypts. */
  encryptionKey: string | null
  /** Signs SAML messages; null: generated in `dataDir` in development, no single sign-on in production. */
  samlPrivateKey: string | null
  /** Single sign-on accepts `.test` domains as verified, without DNS. Never in production. */
  acceptsTestDomains: boolean
  /** Required before sign-ups, sign-ins and mails; null: no captcha. */
  captcha: CaptchaSettings | null
  /** Whether the protocol lets signed-in users link and unlink identities; our pages never do. */
  manualLinking: boolean
  hooks: HookTargets
  /** Services whose videos may be embedded; the player's button names the service. */
  videoProviders: VideoProvider[]
  /** Our Google app that reads presentations; null: a sandbox in development, off in production. */
  googleSlides: ClientSettings | null
  /** Our applications that read providers' busy times; null: a sandbox in development, off in production. */
  googleCalendar: ClientSettings | null
  microsoftCalendar: (ClientSettings & { tenant: string }) | null
  /** Providers whose slides may be framed when our stored pictures cannot be loaded. */
  slideFrames: SlideFrame[]
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** An OAuth client. */
export interface ClientSettings {
  clientId: string
  clientSecret: string
}

export interface CaptchaSettings {
  provider: 'hcaptcha' | 'turnstile'
  secret: string
}

export interface SmsSettings {
  accountSid: string
  authToken: string
  /** A number in E.164, or the id of a messaging service (`MG...`). */
  from: string
}

export interface StripeSettings {
  secretKey: string
  webhookSecret: string
  connectWebhookSecret: string
}

export interface TracingSettings {
  /** Receives OTLP traces as JSON. */
  endpoint: string
  headers: Record<string, string>
  service: string
  /** Fraction of requests and jobs traced: 0 to 1. */
  share: number
}

export interface S3Settings {
  /** Without the bucket: `https://s3.example`. */
  endpoint: string
  region: string
  bucket: string
  /** Of the names of a node's objects: `app2/`. */
  prefix?: string
  accessKeyId: string
  secretAccessKey: string
}

function filled(settings: Env): Env {
  try {
    return withSecretFiles(settings)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

/**
 * Reads the settings from the environment.
 * @throws ConfigError naming the first setting that is missing, weak or malformed
 */
export function readConfig(settings: Env): Config {
  const env = filled(settings)
  const environment = oneOf(env, 'NODE_ENV', ['development', 'production', 'test'], defaults.NODE_ENV.default)
  const isProduction = environment === 'production'
  const port = wholeNumber(env, 'PORT', defaults.PORT.default, 1, 65_535)
  const appDomain = isProduction
    ? required(env, 'APP_DOMAIN')
    : (text(env, 'APP_DOMAIN') ?? defaults.APP_DOMAIN.default)
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(appDomain)) {
    throw new ConfigError(
      `APP_DOMAIN must be a bare lower-case domain such as carefold.example, not "${appDomain}"`,
    )
  }
  const databaseUrl = isProduction ? required(env, 'DATABASE_URL') : text(env, 'DATABASE_URL')
  const demoAsked = text(env, 'DEMO')
  if (isProduction && demoAsked && demoAsked !== 'off') {
    throw new ConfigError(
      'DEMO must not be set with NODE_ENV=production: the demo accounts have a known password',
    )
  }
  const stripe = readStripe(env, isProduction)
  const role = oneOf(env, 'ROLE', ['all', 'web', 'worker'], defaults.ROLE.default)
  if (!stripe && role !== 'all') {
    throw new ConfigError(
      'ROLE must be all without STRIPE_SECRET_KEY: the payment sandbox lives in one process',
    )
  }
  const mainOrigin = isProduction ? `https://${appDomain}` : `http://${appDomain}:${port}`
  return {
    environment,
    port,
    host: text(env, 'HOST') ?? defaults.HOST.default,
    appDomain,
    mainOrigin,
    dataDir: resolve(text(env, 'DATA_DIR') ?? defaults.DATA_DIR.default),
    metrics: readMetrics(env, port),
    tracing: readTracing(env),
    databaseUrl,
    databaseOwnerUrl: text(env, 'DATABASE_OWNER_URL') ?? databaseUrl,
    databaseListenUrl: text(env, 'DATABASE_LISTEN_URL'),
    databaseReplicaUrl: readReplica(env),
    ...readDatabaseNodes(env),
    node: null,
    hooksOrigin: mainOrigin,
    role,
    demo: !isProduction && (demoAsked ? demoAsked !== 'off' : !databaseUrl),
    smtpUrl: isProduction ? required(env, 'SMTP_URL') : text(env, 'SMTP_URL'),
    mailFrom: text(env, 'MAIL_FROM') ?? `Carefold <hello@${appDomain}>`,
    mailReportsSecret: text(env, 'MAIL_REPORTS_SECRET') && secret(env, 'MAIL_REPORTS_SECRET', 32),
    operatorEmail: text(env, 'OPERATOR_EMAIL'),
    operatorName: text(env, 'OPERATOR_NAME'),
    s3: readS3(env, isProduction),
    sms: readSms(env),
    stripe,
    google: readGoogle(env, isProduction),
    openIdProviders: readOpenIdProviders(env, isProduction),
    trustedProxyHops: wholeNumber(env, 'TRUSTED_PROXY_HOPS', defaults.TRUSTED_PROXY_HOPS.default, 0, 10),
    signingKeys: isProduction ? secret(env, 'SIGNING_KEYS', 100) : text(env, 'SIGNING_KEYS'),
    encryptionKey: isProduction ? secret(env, 'ENCRYPTION_KEY', 44) : text(env, 'ENCRYPTION_KEY'),
    samlPrivateKey: text(env, 'SAML_PRIVATE_KEY'),
    acceptsTestDomains: readTestDomains(env, isProduction),
    captcha: readCaptcha(env),
    manualLinking: oneOf(env, 'MANUAL_LINKING', ['on', 'off'], defaults.MANUAL_LINKING.default) === 'on',
    hooks: readHooks(env, isProduction),
    videoProviders: readVideoProviders(env),
    googleSlides: readClient(env, 'GOOGLE_SLIDES_CLIENT_ID', 'GOOGLE_SLIDES_CLIENT_SECRET'),
    googleCalendar: readClient(env, 'GOOGLE_CALENDAR_CLIENT_ID', 'GOOGLE_CALENDAR_CLIENT_SECRET'),
    microsoftCalendar: readMicrosoftCalendar(env),
    slideFrames: readSlideFrames(env),
    logLevel: oneOf(
      env,
      'LOG_LEVEL',
      ['debug', 'info', 'warn', 'error', 'silent'],
      isProduction ? 'info' : 'warn',
    ),
  }
}

/** `hello@carefold.example` of `Carefold <hello@carefold.example>`. */
export function senderAddress({ mailFrom }: Pick<Config, 'mailFrom'>): string {
  return /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom
}

/** The public address of a clinic's hub, without a trailing slash. */
export function clinicOrigin(
  { mainOrigin, appDomain }: Pick<Config, 'mainOrigin' | 'appDomain'>,
  subdomain: string,
): string {
  const url = new URL(mainOrigin)
  url.hostname = `${subdomain}.${appDomain}`
  return url.origin
}

function readTracing(env: Env): TracingSettings | null {
  const base = text(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')
  if (!base) return null
  if (!URL.canParse(base) || !/^https?:/.test(base))
    throw new ConfigError(`OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, not "${base}"`)
  const share = Number(text(env, 'OTEL_TRACES_SAMPLER_ARG') ?? defaults.OTEL_TRACES_SAMPLER_ARG.default)
  if (!(share >= 0 && share <= 1))
    throw new ConfigError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1: the share that is traced')
  const pairs = (text(env, 'OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter(Boolean)
  const headers = pairs.map((pair) =>
    /^\s*([\w-]+)\s*=(.*)$/
      .exec(pair)
      ?.slice(1, 3)
      .map((part) => part.trim()),
  )
  if (headers.some((header) => !header))
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS must be name=value, several separated by commas')
  return {
    endpoint: `${base.replace(/\/+$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers as [string, string][]),
    service: text(env, 'OTEL_SERVICE_NAME') ?? defaults.OTEL_SERVICE_NAME.default,
    share,
  }
}

function readReplica(env: Env): string | null {
  const url = text(env, 'DATABASE_REPLICA_URL')
  if (url && !text(env, 'DATABASE_URL'))
    throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica')
  return url
}

function readMetrics(env: Env, publicPort: number): Config['metrics'] {
  const port = wholeNumber(env, 'METRICS_PORT', '0', 0, 65_535)
  if (port === publicPort) throw new ConfigError('METRICS_PORT must not be PORT: metrics are not public')
  return port === 0 ? null : { port, host: text(env, 'METRICS_HOST') ?? defaults.METRICS_HOST.default }
}

function readSms(env: Env): SmsSettings | null {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const
  if (names.every((name) => text(env, name) === null)) return null
  const [accountSid = '', authToken = '', from = ''] = names.map((name) => required(env, name))
  if (!/^AC[0-9a-f]{32}$/.test(accountSid))
    throw new ConfigError('TWILIO_ACCOUNT_SID must be AC and 32 digits')
  if (!/^(\+[1-9][0-9]{6,14}|MG[0-9a-f]{32})$/.test(from))
    throw new ConfigError('TWILIO_FROM must be a number such as +14155550100, or a messaging service')
  return { accountSid, authToken, from }
}

function readStripe(env: Env, isProduction: boolean): StripeSettings | null {
  // the sandbox moves no money, so production must request it explicitly
  if (isProduction && text(env, 'PAYMENTS') === 'sandbox') return null
  const secretKey = isProduction ? required(env, 'STRIPE_SECRET_KEY') : text(env, 'STRIPE_SECRET_KEY')
  if (!secretKey) return null
  return {
    secretKey,
    webhookSecret: secret(env, 'STRIPE_WEBHOOK_SECRET', 20),
    connectWebhookSecret: secret(env, 'STRIPE_CONNECT_WEBHOOK_SECRET', 20),
  }
}

function readS3(env: Env, isProduction: boolean): S3Settings | null {
  const endpoint = text(env, 'S3_ENDPOINT')
  if (!endpoint) {
    if (text(env, 'S3_BUCKET')) throw new ConfigError('S3_ENDPOINT is missing')
    return null
  }
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null
  // patients' files would cross the network unencrypted
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && !isProduction)) {
    throw new ConfigError(
      `S3_ENDPOINT must begin with https://${isProduction ? '' : ' or, in development, http://'}`,
    )
  }
  const bucket = required(env, 'S3_BUCKET')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError('S3_BUCKET is not the name of a bucket')
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    region: required(env, 'S3_REGION'),
    bucket,
    accessKeyId: required(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: secret(env, 'S3_SECRET_ACCESS_KEY', 8),
  }
}

function readTestDomains(env: Env, isProduction: boolean): boolean {
  const isOn = oneOf(env, 'SSO_TEST_DOMAINS', ['on', 'off'], defaults.SSO_TEST_DOMAINS.default) === 'on'
  if (isOn && isProduction)
    throw new ConfigError('SSO_TEST_DOMAINS must not be on with NODE_ENV=production: it proves nothing')
  return isOn
}

function readCaptcha(env: Env): CaptchaSettings | null {
  const provider = oneOf(
    env,
    'CAPTCHA_PROVIDER',
    ['off', 'hcaptcha', 'turnstile'],
    defaults.CAPTCHA_PROVIDER.default,
  )
  return provider === 'off' ? null : { provider, secret: secret(env, 'CAPTCHA_SECRET', 10) }
}

function readHooks(env: Env, isProduction: boolean): HookTargets {
  try {
    return readHookTargets(env, isProduction)
  } catch (error) {
    throw new ConfigError((error as Error).message)
  }
}

function readVideoProviders(env: Env): VideoProvider[] {
  return words(text(env, 'EMBED_VIDEO') ?? '').map((word) => {
    const provider = videoProviderNames.find((name) => name === word)
    if (!provider) throw new ConfigError(`EMBED_VIDEO must name some of ${videoProviderNames.join(', ')}`)
    return provider
  })
}

function readClient(env: Env, id: SettingName, secretName: SettingName): ClientSettings | null {
  const clientId = text(env, id)
  return clientId ? { clientId, clientSecret: secret(env, secretName, 8) } : null
}

function readMicrosoftCalendar(env: Env): Config['microsoftCalendar'] {
  const client = readClient(env, 'MICROSOFT_CALENDAR_CLIENT_ID', 'MICROSOFT_CALENDAR_CLIENT_SECRET')
  if (!client) return null
  const tenant = text(env, 'MICROSOFT_CALENDAR_TENANT') ?? defaults.MICROSOFT_CALENDAR_TENANT.default
  // a part of the address that the secret is sent to
  if (!/^[a-z0-9][a-z0-9.-]*$/i.test(tenant))
    throw new ConfigError('MICROSOFT_CALENDAR_TENANT must be common, organizations or the id of a directory')
  return { ...client, tenant }
}

function readSlideFrames(env: Env): SlideFrame[] {
  return words(text(env, 'EMBED_SLIDES') ?? '').map((word) => {
    const provider = slideFrameNames.find((name) => name === word)
    if (!provider) throw new ConfigError(`EMBED_SLIDES must name some of ${slideFrameNames.join(', ')}`)
    return provider
  })
}
