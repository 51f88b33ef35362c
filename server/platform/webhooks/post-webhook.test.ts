import { afterAll, expect, it } from 'vitest'
import { aReceiver } from '#testing/webhooks/webhooks.ts'
import { postFromDevelopment, postToPublic } from './post-webhook.ts'
import { openWebhooks } from './webhooks.ts'

const receiver = await aReceiver()
afterAll(() => receiver.close())

const post = (url: string) => postToPublic(new URL(url), {}, '{}')

// Refused before a connection is opened: nothing listens there in a test.
it.each([
  'https://127.0.0.1/hook',
  'https://localhost/hook',
  'https://10.0.0.8/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://192.168.1.1/hook',
  'https://[::1]/hook',
  'https://[fd00::1]/hook',
  'https://[::ffff:127.0.0.1]/hook',
  'https://0.0.0.0/hook',
  'https://2130706433/hook',
  'http://example.com/hook',
])('refuses the address %s', async (url) => {
  expect(await post(url)).toEqual({ responseCode: null, failure: 'refused_address' })
})

it('sends nothing to a receiver on this machine outside development', async () => {
  receiver.requests.length = 0
  expect(await post(receiver.url)).toMatchObject({ failure: 'refused_address' })
  expect(receiver.requests).toEqual([])
})

it.each([
  [200, null],
  [204, null],
  [302, 'redirect'],
  [404, 'response'],
  [500, 'response'],
])('reports the status %i', async (status, failure) => {
  receiver.answerWith(status)
  expect(await postFromDevelopment(new URL(receiver.url), {}, '{}')).toEqual({
    responseCode: status,
    failure,
  })
})

it('follows no redirect', async () => {
  receiver.answerWith(302)
  receiver.requests.length = 0
  await postFromDevelopment(new URL(receiver.url), {}, '{}')
  expect(receiver.requests).toHaveLength(1)
})

it('reads a bounded part of an endless answer', async () => {
  receiver.answerWith(200, 'endless')
  expect(await postFromDevelopment(new URL(receiver.url), {}, '{}')).toEqual({
    responseCode: 200,
    failure: null,
  })
})

it('reports a receiver that hangs up, and one that does not listen', async () => {
  receiver.answerWith(200, 'hang up')
  expect(await postFromDevelopment(new URL(receiver.url), {}, '{}')).toEqual({
    responseCode: null,
    failure: 'unreachable',
  })
  expect(await postFromDevelopment(new URL('http://127.0.0.1:1/'), {}, '{}')).toMatchObject({
    failure: 'unreachable',
  })
})

it('allows HTTP in development alone, for this machine alone', () => {
  const encryptionKey = Buffer.alloc(32, 1).toString('base64')
  const [dev, live] = (['development', 'production'] as const).map((environment) =>
    openWebhooks({ environment, encryptionKey, dataDir: '' }),
  )
  expect(dev?.allows(new URL('http://127.0.0.1:80/'))).toBe(true)
  expect(dev?.allows(new URL('http://example.com/'))).toBe(false)
  expect(live?.allows(new URL('http://127.0.0.1:80/'))).toBe(false)
  expect(live?.allows(new URL('https://example.com/'))).toBe(true)
})
