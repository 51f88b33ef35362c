/**
 * Every refusal a person or a program can meet, with its HTTP status.
 *
 * The sentence that goes with a code is in `domain/texts/errors.ts`; a refusal is `throw new AppError(code)`.
 * Whatever else is thrown is a defect and answers `unexpected`.
 */
export const errorStatus = {
  unexpected: 500,
  unavailable: 503,
  invalid_input: 400,
  bad_json: 400,
  body_too_large: 413,
  not_signed_in: 401,
  session_ended: 401,
  not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  clinic_missing: 400,
  clinic_not_found: 404,
  email_not_confirmed: 403,
  subdomain_taken: 409,
  subdomain_reserved: 409,
  subdomain_invalid: 400,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** One field's complaint, for the form: `path` as in the input schema (`clinicSubdomain`, `items.0.name`). */
export interface FieldError {
  path: string
  message: string
}

/** An expected refusal. `details` is for the log only; `fields` goes to the form. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly fields: FieldError[]
  readonly details: Record<string, unknown>

  constructor(
    code: ErrorCode,
    options: { fields?: FieldError[]; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(code, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorStatus[code]
    this.fields = options.fields ?? []
    this.details = options.details ?? {}
  }
}
