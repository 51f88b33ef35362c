import { AppError } from '#domain/errors.ts'

/**
 * Postgres' refusal of a value becomes `value_refused`: a text, number or date that its column cannot hold (SQLSTATE class
 * 22), or that a check constraint forbids (23514). Any other error stays (docs/decisions/0149).
 */
export function valueRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return error
  const sqlState = String(error.code)
  if (!sqlState.startsWith('22') && sqlState !== '23514') return error
  const { constraint = null } = error as { constraint?: string }
  return new AppError('value_refused', { cause: error, details: { sqlState, constraint } })
}
