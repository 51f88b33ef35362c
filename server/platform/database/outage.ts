const brokenConnection = ['ECONNRESET', 'EPIPE']
const noConnection = ['ECONNREFUSED', 'ENOTFOUND', 'ENOENT', 'EHOSTUNREACH', 'ETIMEDOUT']
/** Postgres stops, has crashed or is starting, or has no connection left. */
const notNow = ['57P01', '57P02', '57P03', '53300', '08006', '08001', '08004']

/** Why the database is unreachable; undefined for any other error. */
export function unreachableBecause(error: unknown): 'down' | 'pool-wait' | 'lost' | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (error.message.includes('timeout exceeded when trying to connect')) return 'pool-wait'
  if (noConnection.includes(code)) return 'down'
  if (brokenConnection.includes(code) || error.message.startsWith('Connection terminated')) return 'lost'
  if (error.message.startsWith('Client has encountered a connection error')) return 'lost'
  return undefined
}

/** Whether the same request may succeed in a moment (docs/reliability.md F2, F4). */
export function isOutage(error: unknown): boolean {
  if (unreachableBecause(error)) return true
  return (
    error instanceof Error && 'severity' in error && 'code' in error && notNow.includes(String(error.code))
  )
}
