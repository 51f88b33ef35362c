/** An error's message with Postgres' fields (`code`, `severity`, ...): an `Error` loses them between threads. */
export type ErrorFields = { message: string } & Record<string, unknown>

/** An error of the engine, with the fields of Postgres' error (`code`, `severity`, ...). */
export class EngineError extends Error {
  constructor({ message, ...fields }: ErrorFields) {
    super(message)
    Object.assign(this, fields)
  }
}
