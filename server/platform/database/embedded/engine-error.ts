/** An error's message with Postgres' fields (`code`, `severity`, ...), which an `Error` loses between threads. */
export type ErrorFields = { message: string } & Record<string, unknown>

export class EngineError extends Error {
  constructor({ message, ...fields }: ErrorFields) {
    super(message)
    Object.assign(this, fields)
  }
}
