import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import { providerClients } from '#server/auth/providers/provider-client.ts'
import { openTestBucket } from '#testing/database/s3.ts'
import { newObjectName } from '../files/object-store.ts'
import { s3Store } from '../files/s3-store.ts'
import { connectGoogleSlides, googleApi } from '../google-slides/connection.ts'
import { getPresentation } from '../google-slides/google-slides.ts'
import { silentLogger } from '../log.ts'
import { smtpTransport } from '../mail/mail.ts'
import { makeEncryptionKey, secretBox } from '../secret-box.ts'
import { twilioSms } from '../sms/twilio.ts'
import { createStripeClient } from '../stripe/client.ts'
import type { FinishedSpan } from './otlp.ts'
import { createTracing } from './tracing.ts'

// Servers of this test play every service that Carefold calls.

interface Sent {
  resourceSpans: { scopeSpans: { spans: (FinishedSpan & { status: { code?: number } })[] }[] }[]
}

const bodies: string[] = []
const collector = createServer(async (request, response) => {
  bodies.push(await text(request))
  response.end('{}')
})
/** Plays Stripe, Twilio, Google and a provider. */
const stranger = createServer(async (request, response) => {
  await text(request)
  response.statusCode = request.url?.includes('openid') ? 500 : 200
  response
    .setHeader('Content-Type', 'application/json')
    .end(JSON.stringify({ id: 'cus_Secret1', sid: 'SM1', slides: [] }))
})
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, done) => void text(stream).then(() => done()),
})
const received: IncomingMessage['headers'][] = []
const onRequest = (message: unknown) =>
  void received.push((message as { request: IncomingMessage }).request.headers)

const addressOf = (server: { address(): unknown }) => `127.0.0.1:${(server.address() as AddressInfo).port}`
const toStranger: typeof fetch = (input, init) => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input)
  return fetch(`http://${addressOf(stranger)}${pathname}${search}`, init)
}

for (const server of [collector, stranger, mailServer.server])
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const bucket = await openTestBucket()
subscribe('http.server.request.start', onRequest)
afterAll(async () => {
  unsubscribe('http.server.request.start', onRequest)
  for (const server of [collector, stranger]) {
    server.closeAllConnections()
    server.close()
  }
  await Promise.all([bucket.close(), new Promise<void>((done) => mailServer.close(done))])
})

async function callEverybody(): Promise<void> {
  const stripe = createStripeClient({
    secretKey: 'sk_test_secret',
    webhookSecret: '',
    connectWebhookSecret: '',
    fetch: toStranger,
  })
  await stripe.subscriptions.retrieve('sub_Dana1', {}, { stripeAccount: 'acct_Clinic1' })
  const store = s3Store(bucket.settings)
  const name = newObjectName()
  await store.put(
    name,
    (async function* () {
      yield Buffer.from('knee')
    })(),
  )
  for await (const _chunk of store.read(name, { start: 0, end: 3 }));
  const mail = smtpTransport(`smtp://${addressOf(mailServer.server)}`, 'hub@carefold.example')
  await mail.send({
    to: 'dana@example.test',
    subject: 'Knee',
    text: 'Knee',
    html: '<p>Knee</p>',
    messageId: '<1@carefold.example>',
    attachments: [],
    calendar: null,
    replyTo: null,
    unsubscribeUrl: null,
  })
  mail.close()
  const sms = twilioSms(
    { accountSid: 'ACaccount', authToken: 'secret-of-twilio', from: '+14155550100' },
    'https://carefold.example/hooks/sms/status',
    toStranger,
  )
  await sms.send({ id: crypto.randomUUID(), clinicId: crypto.randomUUID(), to: '+14165550123', text: 'Knee' })
  const slides = connectGoogleSlides({
    client: { id: 'client', secret: 'secret-of-google' },
    returnTo: '',
    endpoints: { authorize: '', token: '' },
    api: { ...googleApi, fetch: toStranger },
    secrets: secretBox(makeEncryptionKey()),
  })
  await getPresentation(slides.api, 'token-of-dana', 'presentation-of-dana')
  const [provider] = providerClients(
    [
      {
        name: 'custom:group',
        issuer: 'https://openid.test/openid',
        clientIds: ['client'],
        clientSecret: 'secret-of-openid',
        scopes: [],
        fetch: toStranger,
      },
    ],
    { log: silentLogger, now: Date.now },
  ).values()
  await expect(provider?.configuration()).rejects.toThrow('cannot be reached')
}

it('calls to other services are spans of the request’s trace, and contain no trace or personal data', async () => {
  const tracing = createTracing(
    { endpoint: `http://${addressOf(collector)}/v1/traces`, headers: {}, service: 'carefold', share: 1 },
    silentLogger,
  )
  const request = tracing.start('request')
  await request.run(callEverybody)
  request.end('POST /functions/v1/any', {})
  // outside of any trace
  await callEverybody()
  await tracing.close()

  const spans = bodies.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans),
    ),
  )
  const parent = spans.find(({ name }) => name === 'POST /functions/v1/any')
  const calls = spans.filter((span) => span !== parent)
  expect(calls.map(({ name, status }) => [name, status.code ?? 0])).toEqual([
    ['stripe GET subscriptions', 0],
    ['s3 PUT', 0],
    ['s3 GET', 0],
    ['smtp send', 0],
    ['twilio POST', 0],
    ['google-slides GET', 0],
    ['openid GET', 2],
  ])
  for (const call of calls)
    expect(call).toMatchObject({ traceId: parent?.traceId, parentSpanId: parent?.spanId, kind: 3 })
  expect(calls.at(-1)?.attributes).toEqual([
    { key: 'peer.service', value: { stringValue: 'openid' } },
    { key: 'http.response.status_code', value: { intValue: '500' } },
  ])

  // no address, object, person, text or secret in it
  const told = bodies.join()
  for (const secret of [
    /dana/i,
    /knee/i,
    /secret/i,
    /\+1\d/,
    /https?:/,
    /127\.0/,
    /acct_|sub_|cus_|AC\w/,
    /bucket|carefold-files/,
  ])
    expect(told).not.toMatch(secret)
  // the called services receive no trace headers
  const ofOthers = received.filter(({ host }) => host !== addressOf(collector))
  expect(ofOthers.length).toBeGreaterThanOrEqual(12)
  expect(ofOthers.filter((headers) => headers.traceparent ?? headers.tracestate ?? headers.baggage)).toEqual(
    [],
  )
})
