import { AppError } from '#domain/errors.ts'

/**
 * Converts SQLSTATE class 22 and 23514 (check constraint) to `value_refused` (docs/decisions/0149); returns any other error.
 */
export function valueRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return error
  const sqlState = String(error.code)
  if (!sqlState.startsWith('22') && sqlState !== '23514') return error
  const { constraint = null } = error as { constraint?: string }
  return new AppError('value_refused', { cause: error, details: { sqlState, constraint } })
}

/**
 * Whether an error of Postgres names this constraint. On a distributed Postgres the name ends in the number of a shard:
 * `busy_times_room_excl_102008`.
 */
export function isConstraint(error: unknown, name: string): boolean {
  const { constraint } = error as { constraint?: unknown }
  if (typeof constraint !== 'string' || !constraint.startsWith(name)) return false
  return /^(_\d+)?$/.test(constraint.slice(name.length))
}
