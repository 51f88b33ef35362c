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
