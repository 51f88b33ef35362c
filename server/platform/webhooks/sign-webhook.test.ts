import { expect, it } from 'vitest'
import { makeWebhookSecret, signWebhook } from './sign-webhook.ts'

// the vector of the Standard Webhooks libraries
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1_614_265_330_000),
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

it('signs as the test vector of Standard Webhooks', () => {
  expect(signWebhook(vector, [vector.secret])).toEqual({
    'webhook-id': vector.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': vector.signature,
  })
})

it('signs with each secret', () => {
  const other = makeWebhookSecret()
  const [one, two] = signWebhook(vector, [other, vector.secret])['webhook-signature'].split(' ')
  expect(two).toBe(vector.signature)
  expect(one).not.toBe(two)
})

it('makes secrets of 32 bytes', () => {
  const [one, other] = [makeWebhookSecret(), makeWebhookSecret()]
  expect(one).not.toBe(other)
  expect(Buffer.from(one.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
})
