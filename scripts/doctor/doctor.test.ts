import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import type { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#scripts/free-port.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createStripeClient } from '#server/platform/stripe/client.ts'
import { openTestBucket, type TestBucket } from '#testing/database/s3.ts'
import { templateName } from '#testing/database/template.ts'
import { Note } from './check.ts'
import { diagnose } from './diagnose.ts'
import { checkStripe, checkStripeSettings, judgeRetries } from './stripe-checks.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'carefold-doctor-'))
let bucket: TestBucket
let mail: SMTPServer
let provider: Server
let issuer: string
let mailPort: number

beforeAll(async () => {
  bucket = await openTestBucket()
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'carefold' }) : done(new Error('Invalid login')),
  })
  mailPort = await freePort()
  await new Promise<void>((resolve) => mail.listen(mailPort, '127.0.0.1', resolve))
  provider = createServer((request, response) => {
    const document = request.url?.endsWith('openid-configuration')
      ? { issuer, jwks_uri: `${issuer}/keys` }
      : { keys: [] }
    response.end(JSON.stringify(document))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(async () => {
  await bucket.close()
  await new Promise<void>((resolve) => mail.close(() => resolve()))
  await new Promise((resolve) => provider.close(resolve))
  rmSync(dataDir, { recursive: true, force: true })
})

const settings = () => ({
  DATA_DIR: dataDir,
  SMTP_URL: `smtp://carefold:right@127.0.0.1:${mailPort}`,
  S3_ENDPOINT: bucket.settings.endpoint,
  S3_REGION: bucket.settings.region,
  S3_BUCKET: bucket.settings.bucket,
  S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
  GOOGLE_CLIENT_ID: 'client',
  GOOGLE_CLIENT_SECRET: 'long enough',
  GOOGLE_ISSUER: issuer,
})

async function found(name: string, changes: Record<string, string> = {}) {
  const findings = await diagnose(readConfig({ ...settings(), ...changes }))
  return findings.find((finding) => finding.name === name)
}

describe('npm run doctor', () => {
  it('finds a folder, a mail server and a provider that work', async () => {
    for (const name of ['DATA_DIR', 'SMTP_URL', 'GOOGLE_CLIENT_ID'])
      expect(await found(name), name).toMatchObject({ state: 'ok' })
  })

  it('creates no keys', async () => {
    expect(await found('keys')).toMatchObject({ state: 'note', line: expect.stringContaining('first start') })
  })

  it('reports a problem in one line, without the secret', async () => {
    const wrongLogin = await found('SMTP_URL', { SMTP_URL: `smtp://carefold:secret-9@127.0.0.1:${mailPort}` })
    expect(wrongLogin).toMatchObject({ state: 'wrong' })
    const nobody = await found('SMTP_URL', { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    expect(nobody).toMatchObject({ state: 'wrong', line: expect.stringContaining('ECONNREFUSED') })
    const otherName = await found('GOOGLE_CLIENT_ID', {
      GOOGLE_ISSUER: issuer.replace('127.0.0.1', 'localhost'),
    })
    expect(otherName).toMatchObject({ state: 'wrong', line: expect.stringContaining('calls itself') })
    const noBucket = await found('S3_BUCKET', { S3_BUCKET: 'no-such-bucket' })
    expect(noBucket).toMatchObject({ state: 'wrong' })
    const noDatabase = await found('DATABASE_URL', {
      DATABASE_URL: `postgres://carefold_login:secret-9@127.0.0.1:${await freePort()}/carefold`,
    })
    expect(noDatabase).toMatchObject({ state: 'wrong' })
    for (const finding of [wrongLogin, nobody, otherName, noBucket, noDatabase]) {
      expect(finding?.line).not.toContain('\n')
      expect(finding?.line).not.toContain('secret-9')
      expect(finding?.line.length).toBeGreaterThan(5)
    }
  })

  it('checks at Stripe that the account takes payments, and that both webhook endpoints exist', async () => {
    const config = readConfig({})
    const url = (path: string) => ({
      url: `${config.mainOrigin}/hooks/stripe/${path}`,
      status: 'enabled',
      enabled_events: ['*'],
    })
    const stripe = (endpoints: object[], charges = true) =>
      ({
        accounts: { retrieve: async () => ({ charges_enabled: charges }) },
        webhookEndpoints: { list: async () => ({ data: endpoints }) },
      }) as unknown as Stripe
    const both = [url('account'), url('connect')]
    expect(await checkStripe(stripe(both), 'sk_live_x', config)).toContain('both webhook endpoints')
    await expect(checkStripe(stripe([url('account')]), 'sk_live_x', config)).rejects.toThrow(
      /no webhook endpoint .*\/hooks\/stripe\/connect/,
    )
    await expect(checkStripe(stripe(both, false), 'sk_live_x', config)).rejects.toThrow(
      /cannot take payments/,
    )
    const some = [{ ...url('account'), enabled_events: ['invoice.paid'] }, url('connect')]
    expect(await checkStripe(stripe(some), 'sk_live_x', config)).toMatchObject({
      text: expect.stringContaining('is sent 1 kinds of events'),
    })
    const production = { ...config, environment: 'production' as const }
    expect(await checkStripe(stripe(both), 'sk_test_x', production)).toBeInstanceOf(Note)
  })

  it('checks Connect and branding at Stripe', async () => {
    const stripe = (given: { branding?: object; connect?: boolean } = {}) =>
      ({
        accounts: {
          list: async () => {
            if (given.connect === false) throw new Error('sign up for Connect')
          },
          retrieve: async () => ({ settings: { branding: given.branding ?? {} } }),
        },
      }) as unknown as Stripe
    await expect(checkStripeSettings(stripe({ connect: false }))).rejects.toThrow('is Connect set up?')
    expect(await checkStripeSettings(stripe())).toMatchObject({
      text: expect.stringContaining('no icon and no color'),
    })
    const branding = { icon: 'file_1', primary_color: '#123456' }
    expect(await checkStripeSettings(stripe({ branding }))).toMatchObject({
      text: expect.stringContaining('are set up'),
    })
  })

  it('detects from failed renewals whether a clinic retries as docs/payments.md 10 requires', () => {
    const renewal = (attempts: number, next: string, account = 'acct_1') => ({
      stripe_account: account,
      issued_at: new Date('2026-11-01T09:00:00Z'),
      attempt_count: attempts,
      next_attempt_at: new Date(next),
    })
    expect(judgeRetries([])).toBeInstanceOf(Note)
    const onTime = [
      renewal(1, '2026-11-04T10:00:00Z'),
      renewal(2, '2026-11-09T10:00:00Z'),
      renewal(3, '2026-11-16T10:00:00Z'),
    ]
    expect(judgeRetries(onTime)).toContain('3 failed renewals')
    for (const other of [
      renewal(1, '2026-11-08T10:00:00Z', 'acct_2'),
      renewal(4, '2026-11-23T10:00:00Z', 'acct_2'),
    ])
      expect(() => judgeRetries([...onTime, other])).toThrow(/^acct_2 retry at other times than 3, 5, 7 days/)
  })

  it('prints Stripe’s message about a wrong key, which shows its last letters at most', async () => {
    const message = 'Invalid API Key provided: sk_live_****9999'
    const refusing = async () =>
      Response.json({ error: { type: 'invalid_request_error', message } }, { status: 401 })
    const secretKey = 'sk_live_0123456789999'
    const stripe = createStripeClient({
      secretKey,
      webhookSecret: '',
      connectWebhookSecret: '',
      fetch: refusing,
    })
    await expect(checkStripe(stripe, secretKey, readConfig({}))).rejects.toThrow(message)
  })

  const server = process.env.TEST_DATABASE_URL
  it.runIf(server)('distinguishes a working database, an empty one and missing migrations', async () => {
    const url = (name: string) => Object.assign(new URL(server ?? ''), { pathname: `/${name}` }).href
    const settings = { DATABASE_URL: url(templateName), DATABASE_OWNER_URL: `${url(templateName)}?` }
    expect(await found('DATABASE_URL', settings)).toMatchObject({
      state: 'ok',
      line: expect.stringContaining('row-level security restricts'),
    })
    expect(await found('DATABASE_OWNER_URL', settings)).toMatchObject({
      state: 'ok',
      line: expect.stringContaining('migrations are applied'),
    })
    const empty = { DATABASE_URL: url('postgres'), DATABASE_OWNER_URL: `${url('postgres')}?` }
    for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'])
      expect(await found(name, empty)).toMatchObject({
        state: 'wrong',
        line: expect.stringContaining('npm run migrate'),
      })
  })
})
