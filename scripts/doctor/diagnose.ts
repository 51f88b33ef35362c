import type { Config } from '#server/platform/config/config.ts'
import { type Check, type Finding, Note } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { publicChecks } from './public-checks.ts'
import { serviceChecks } from './service-checks.ts'

const longestCheckMs = 15_000

/** Runs every applicable check in parallel, each for at most 15 seconds. */
export function diagnose(config: Config): Promise<Finding[]> {
  const checks = [...databaseChecks(config), ...serviceChecks(config), ...publicChecks(config)]
  return Promise.all(checks.map(find))
}

async function find({ name, run }: Check): Promise<Finding> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer within 15 seconds')), longestCheckMs)
  try {
    const found = await Promise.race([run(), late.promise])
    if (found instanceof Note) return { name, state: 'note', line: found.text }
    return { name, state: 'ok', line: found }
  } catch (error) {
    return { name, state: 'wrong', line: reasonOf(error) }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * One line. The cause is more precise than `fetch failed`; a failed connection to several addresses has no message at all.
 */
function reasonOf(error: unknown): string {
  const { message, cause, code } = error as Error & { code?: string }
  const { message: deeper, code: deeperCode } = (cause ?? {}) as { message?: string; code?: string }
  const text = message === 'fetch failed' ? deeper || deeperCode : message || code
  return (text || 'failed').replaceAll(/\s+/g, ' ').slice(0, 300)
}
