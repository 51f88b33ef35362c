// Postgres' refusal of a value is the caller's mistake, and its message stays on the server (docs/threats.md T93).
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { errorTexts } from '#domain/texts/errors.ts'
import { errorResponse } from '#server/auth/errors.ts'
import { functionError } from '#server/platform/http/function-response.ts'
import type { Logger } from '#server/platform/log.ts'
import { setUpDatabase } from '#testing/set-up.ts'

const db = await setUpDatabase()

const lines: unknown[] = []
const note = (...line: unknown[]) => void lines.push(line)
const log = { debug: note, info: note, warn: note, error: note } as unknown as Logger

const refusalOf = (statement: string) =>
  db.transactions
    .withSystem('test', (tx) => sql.raw(statement).execute(tx))
    .then(
      () => null,
      (error: unknown) => error,
    )

describe.each([
  ['a date that does not exist', `select 'secret'::date`, '22007'],
  ['the year 0', `select '0000-01-01'::date`, '22008'],
  ['NUL', `select '"secret\\u0000"'::jsonb ->> 0`, '22P05'],
  ['a number out of range', 'select 3000000000::int4', '22003'],
  ['a check', `insert into public.clinics (name, subdomain) values ('secret', '-')`, '23514'],
])('%s that Postgres refuses', (_what, statement, sqlState) => {
  it('is a 400 of functions, without Postgres’ message', async () => {
    const response = functionError(await refusalOf(statement), 'request', log, 'save-plan')
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ code: 'value_refused', message: errorTexts.value_refused })
    expect(text).not.toMatch(/secret|SQL|constraint|column|23514/)
  })

  it('is a 400 of the auth service, without Postgres’ message', async () => {
    const request = new Request('http://carefold.localhost/auth/v1/signup')
    const response = errorResponse(await refusalOf(statement), request, 'request', log)
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ error_code: 'validation_failed', msg: errorTexts.value_refused })
    expect(text).not.toMatch(/secret|SQL|constraint|column|23514/)
  })

  it('is logged with its code, without the value', async () => {
    lines.length = 0
    functionError(await refusalOf(statement), 'request', log, 'save-plan')
    expect(JSON.stringify(lines)).toContain(sqlState)
    expect(JSON.stringify(lines)).not.toContain('secret')
  })
})

it('leaves every other error a defect', async () => {
  const response = functionError(await refusalOf('select 1 from nowhere'), 'request', log, 'save-plan')
  expect(response.status).toBe(500)
})
