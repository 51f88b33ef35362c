import { afterAll, describe, expect, test } from 'vitest'
import { loadSchemaCache } from '#server/rest/catalog/load-schema-cache.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { buffersOfRequest, callerOf } from './buffers.ts'
import { benchClinic, loadStatements } from './clinics.ts'
import { jobs } from './jobs.ts'
import { statementOf } from './statements.ts'

// From a few hundred clinics on, indexes have several levels; below, the first extra level would count as growth.
const sizes = { small: 250, large: 1_000 }

const opened: Partial<Record<keyof typeof sizes, TestDatabase>> = {}
const databaseOf = (size: keyof typeof sizes) => opened[size] as TestDatabase

for (const size of ['small', 'large'] as const) {
  const db = await openTestDatabase()
  opened[size] = db
  const tables = { appointments: true, security: true }
  for (const statement of loadStatements(sizes[size], tables)) await db.asOwner(statement)
}
const cache = await loadSchemaCache({ catalog: (sql, params) => databaseOf('small').asOwner(sql, params) }, [
  'public',
])
afterAll(() => Promise.all(Object.values(opened).map((db) => db.close())))

async function buffers(size: keyof typeof sizes, job: (typeof jobs)[number]): Promise<number> {
  // A clinic in the middle, where the indexes are deepest.
  const clinic = benchClinic(sizes[size] / 2)
  const { statement } = await statementOf(
    job,
    job.values(clinic, () => 0.5),
    cache,
  )
  return buffersOfRequest(databaseOf(size).transactions, callerOf(clinic), statement)
}

describe('a request touches no more pages with four times as many clinics', () => {
  test.each(jobs)('$name', async (job) => {
    const few = await buffers('small', job)
    const many = await buffers('large', job)
    expect(many / few).toBeLessThanOrEqual(1.3)
  })
})
