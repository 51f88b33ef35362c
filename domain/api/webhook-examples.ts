/** A request of a webhook, as the API reference shows it. */
export const webhookExample = `POST /carefold HTTP/1.1
content-type: application/json
webhook-id: evt_0b7d6f3e-2f0c-4c55-9a5e-6f1c8b7f1d2a
webhook-timestamp: 1773154800
webhook-signature: v1,hV7mQk6oR7v3n4YQ0m1yQfYz0m2bq4d5cZ8mJ3kT1xA=

{
  "type": "visit.booked",
  "timestamp": "2026-03-10T15:00:00.000Z",
  "data": {
    "clinicId": "5b0f7c1e-6a44-4a0d-8a43-0d2f6f0f9c11",
    "patientId": "9d3c5f0a-7b1e-4e69-b0a8-3c1d2e4f5a6b",
    "visitId": "1f2e3d4c-5b6a-4798-8899-aabbccddeeff"
  }
}`

/** How a receiver verifies a request; `server/platform/webhooks/verify-example.test.ts` runs it. */
export const verifyExample = `import { createHmac, timingSafeEqual } from 'node:crypto'

// headers in lower case; rawBody as it arrived, before it is parsed
export function verify(headers, rawBody, secret) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key)
    .update(id + '.' + timestamp + '.' + rawBody)
    .digest()
  return headers['webhook-signature'].split(' ').some((signature) => {
    const given = Buffer.from(signature.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`
