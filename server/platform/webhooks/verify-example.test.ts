import { expect, it } from 'vitest'
import { verifyExample, webhookExample } from '#domain/api/webhook-examples.ts'
import { webhookKinds } from '#domain/webhooks/kinds.ts'
import { makeWebhookSecret, signWebhook } from './sign-webhook.ts'

type Verify = (headers: Record<string, string>, body: string, secret: string) => boolean

/** The documented code itself. */
async function documented(): Promise<Verify> {
  const module = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(verifyExample)}`
  )) as { verify: Verify }
  return module.verify
}

const body = '{"type":"test"}'

it('the documented code accepts our requests, also with one of two secrets, and no others', async () => {
  const verify = await documented()
  const [secret, former] = [makeWebhookSecret(), makeWebhookSecret()]
  const headers = signWebhook({ id: 'evt_1', at: new Date(), body }, [secret, former])
  expect([verify(headers, body, secret), verify(headers, body, former)]).toEqual([true, true])
  expect(verify(headers, body, makeWebhookSecret())).toBe(false)
  expect(verify(headers, `${body} `, secret)).toBe(false)
  expect(verify({ ...headers, 'webhook-id': 'evt_2' }, body, secret)).toBe(false)
})

it('the documented code refuses an old request', async () => {
  const verify = await documented()
  const secret = makeWebhookSecret()
  const headers = signWebhook({ id: 'evt_1', at: new Date(Date.now() - 301_000), body }, [secret])
  expect(verify(headers, body, secret)).toBe(false)
})

it('the documented request has a kind that exists', () => {
  const { type } = JSON.parse(webhookExample.slice(webhookExample.indexOf('{'))) as { type: string }
  expect(webhookKinds.visit).toContain(type)
})
