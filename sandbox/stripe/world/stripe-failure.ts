/** The body of an error response (docs.stripe.com/api/errors). */
export interface StripeErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: unknown
  payment_method?: unknown
  setup_intent?: unknown
  doc_url?: string
}

/**
 * A response with an `error` body. `keepsChanges` marks a recorded failure, such as a declined charge, whose changes
 * stay; others are rolled back.
 */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: StripeErrorBody
  readonly keepsChanges: boolean

  constructor(status: number, body: StripeErrorBody, keepsChanges = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.keepsChanges = keepsChanges
  }
}

/** 400: the request is invalid, or not allowed in this state. */
export function invalidRequest(message: string, details: { param?: string; code?: string } = {}) {
  return new StripeFailure(400, { type: 'invalid_request_error', message, ...details })
}

export function unknownParameter(name: string) {
  return invalidRequest(`Received unknown parameter: ${name}`, { param: name, code: 'parameter_unknown' })
}

export function missingParameter(name: string) {
  return invalidRequest(`Missing required param: ${name}.`, { param: name, code: 'parameter_missing' })
}

/** 404 if the id is part of the path (`param` is `id`), 400 if it is a parameter, as at Stripe. */
export function noSuch(object: string, id: string, param = 'id') {
  const status = param === 'id' ? 404 : 400
  return new StripeFailure(status, {
    type: 'invalid_request_error',
    message: `No such ${noun(object)}: '${id}'`,
    code: 'resource_missing',
    param,
  })
}

/** 501: Stripe supports this, the sandbox does not (docs/payments.md rule 3: refused, never ignored). */
export function unsupported(what: string, param?: string) {
  return new StripeFailure(501, {
    type: 'invalid_request_error',
    code: 'sandbox_unsupported',
    message: `The payment sandbox does not support ${what}.`,
    ...(param ? { param } : {}),
  })
}

const nouns: Record<string, string> = {
  'checkout.session': 'checkout.session',
  payment_method: 'PaymentMethod',
  'test_helpers.test_clock': 'testclock',
  webhook_endpoint: 'webhook endpoint',
}

function noun(object: string): string {
  return nouns[object] ?? object
}
