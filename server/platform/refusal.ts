/**
 * A refusal whose status, code and words go out as they are: the auth service's protocol, and what an operator's own hook
 * says. The product's refusals are `AppError` (domain/errors.ts).
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: string
  /** Sent with the answer, such as Retry-After. */
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
