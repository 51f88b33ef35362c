import { recordedReads } from '#server/data-api.ts'
import { prepare } from '#server/rest/prepare.ts'
import { readRequest } from '#server/rest/request/read-request.ts'
import type { SchemaCache } from '#server/rest/schema/schema-cache.ts'
import type { Job, JobStatement } from './jobs.ts'

export async function statementOf(
  job: Job,
  values: string[],
  cache: SchemaCache,
): Promise<{ statement: JobStatement; readOnly: boolean }> {
  const body = job.body?.(values)
  const request = new Request(`http://127.0.0.1${job.path(values)}`, {
    method: job.method,
    headers: job.headers,
    ...(body !== undefined && { body }),
  })
  const options = {
    basePath: '/rest/v1',
    schemas: ['public'],
    maxRows: 1000,
    aggregates: false,
    plannerCounts: false,
    maxDepth: 5,
    maxEmbeds: 20,
    maxConditions: 200,
    maxPatterns: 3,
    maxPatternLength: 256,
    maxPatternPieces: 150,
    maxColumns: 1000,
    maxUrlBytes: 16_384,
    maxBodyBytes: 1_000_000,
    planEnabled: false,
    recordedReads,
  }
  return prepare(await readRequest(request, options), cache, options)
}

/** The thin server maps request values to parameters. */
export async function thinJobOf(job: Job, example: string[], cache: SchemaCache) {
  const { statement, readOnly } = await statementOf(job, example, cache)
  const params = statement.params.map((param) => {
    const index = param === null ? -1 : example.indexOf(param)
    return index < 0 ? param : index
  })
  return { sql: statement.sql, params, status: job.status, readOnly }
}
