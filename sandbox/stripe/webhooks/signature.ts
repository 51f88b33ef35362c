import { createHmac } from 'node:crypto'

/**
 * The `Stripe-Signature` header: `t=<unix>,v1=<HMAC-SHA256 of "<t>.<body>">` (docs.stripe.com/webhooks/signature).
 * @param time Unix seconds, by the sandbox's clock
 */
export function signatureHeader(body: string, secret: string, time: number): string {
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
