/**
 * Sent unchanged: by the auth protocol and an operator's hook. The product's own refusals are `AppError` (domain/errors.ts).
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    { headers = {}, cause }: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
    this.headers = headers
  }
}
