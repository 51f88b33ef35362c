import { existsSync } from 'node:fs'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { keyFileName } from '#server/auth/keys/key-file.ts'
import { loadSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { configuredProviders, type OpenIdProvider } from '#server/auth/providers/openid-provider.ts'
import { configuredSamlKey } from '#server/auth/saml/saml-key.ts'
import type { Config, S3Settings, SmsSettings } from '#server/platform/config/config.ts'
import { newObjectName } from '#server/platform/files/object-store.ts'
import { s3Store } from '#server/platform/files/s3-store.ts'
import { loadSecretBox } from '#server/platform/secret-box.ts'
import { type Check, Note } from './check.ts'
import { stripeChecks } from './stripe-checks.ts'

/** The configured ones of mail, files, texts, payments, sign-in providers and keys. */
export function serviceChecks(config: Config): Check[] {
  const { smtpUrl, s3, sms, stripe } = config
  return [
    { name: 'keys', run: () => checkKeys(config) },
    smtpUrl
      ? { name: 'SMTP_URL', run: () => checkSmtp(smtpUrl) }
      : { name: 'SMTP_URL', run: async () => new Note('not set: mails are caught at /dev/mail') },
    ...(s3 ? [{ name: 'S3_BUCKET', run: () => checkBucket(s3) }] : []),
    ...(sms ? [{ name: 'TWILIO_ACCOUNT_SID', run: () => checkTwilio(sms) }] : []),
    ...(stripe
      ? stripeChecks(config, stripe)
      : [
          {
            name: 'STRIPE_SECRET_KEY',
            run: async () => new Note('not set: payments are a sandbox, no money moves'),
          },
        ]),
    ...configuredProviders(config).map((provider) => ({
      name: provider.name === 'google' ? 'GOOGLE_CLIENT_ID' : `OPENID_PROVIDERS ${provider.name}`,
      run: () => checkIssuer(provider),
    })),
    ...(config.operatorEmail
      ? []
      : [
          {
            name: 'OPERATOR_EMAIL',
            run: async () =>
              new Note('not set: nobody gets what visitors write, and nobody can open /operator'),
          },
        ]),
  ]
}

async function checkKeys(config: Config): Promise<string | Note> {
  const isMade = existsSync(join(config.dataDir, keyFileName))
  // reading them would create them, perhaps for the wrong account
  if (!(config.signingKeys && config.encryptionKey) && !isMade)
    return new Note(`the first start makes keys in ${config.dataDir}`)
  const { all, current } = loadSigningKeys(config)
  const box = loadSecretBox(config)
  if (box.open(box.seal('doctor', 'doctor'), 'doctor') !== 'doctor')
    throw new Error('ENCRYPTION_KEY does not decrypt')
  const text = `${all.length} signing keys, ${current.kid} signs; the encryption key works`
  return configuredSamlKey(config) ? text : new Note(`${text}. No SAML_PRIVATE_KEY: no single sign-on`)
}

async function checkSmtp(url: string): Promise<string> {
  const transport = nodemailer.createTransport(url)
  try {
    await transport.verify()
    return 'the mail server takes our login'
  } finally {
    transport.close()
  }
}

async function checkBucket(settings: S3Settings): Promise<string> {
  const store = s3Store(settings)
  const name = newObjectName()
  const content = Buffer.from('written by npm run doctor')
  const step = async <T>(what: string, work: () => Promise<T>) => {
    try {
      return await work()
    } catch (error) {
      throw new Error(`${what}: ${(error as Error).message || 'refused'}`)
    }
  }
  await step('an object cannot be written', () => store.put(name, pieces(content)))
  try {
    await step('an object cannot be read back', async () => {
      const chunks: Uint8Array[] = []
      for await (const chunk of store.read(name, { start: 0, end: content.length - 1 })) chunks.push(chunk)
      if (!Buffer.concat(chunks).equals(content)) throw new Error('its bytes differ')
    })
    await step('the bucket cannot be listed', async () => {
      for await (const _ of store.list()) break
    })
  } finally {
    await step('an object cannot be removed', () => store.remove(name))
  }
  const url = `${settings.endpoint}/${settings.bucket}/`
  const open = await fetch(url).then(({ ok }) => ok)
  if (open) throw new Error('the bucket is public: anybody can list it')
  return 'an object was written, listed, read and removed; the bucket is not public'
}

async function* pieces(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}

async function checkTwilio({ accountSid, authToken }: SmsSettings): Promise<string> {
  const login = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  const answer = await fetch(`https://api.twilio.com/2010-04-01/Accounts/${accountSid}.json`, {
    headers: { Authorization: `Basic ${login}` },
  })
  if (answer.status === 401) throw new Error('Twilio does not know this account and token')
  if (!answer.ok) throw new Error(`Twilio answered ${answer.status}`)
  const { status } = (await answer.json()) as { status: string }
  if (status !== 'active') throw new Error(`the Twilio account is ${status}`)
  return 'the Twilio account is active'
}

/** OpenID Connect Discovery 1.0, 4.3: the document's issuer must equal the requested one. */
async function checkIssuer({ issuer }: OpenIdProvider): Promise<string> {
  const answer = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if (!answer.ok) throw new Error(`${issuer} answered ${answer.status} when asked for its configuration`)
  const found = (await answer.json()) as { issuer?: string; jwks_uri?: string }
  if (found.issuer !== issuer) throw new Error(`${issuer} calls itself ${found.issuer}: configure that name`)
  const keys = await fetch(found.jwks_uri ?? '')
  if (!keys.ok) throw new Error(`the keys of ${issuer} cannot be read: ${keys.status}`)
  return `${issuer} answers, and its keys can be read`
}
