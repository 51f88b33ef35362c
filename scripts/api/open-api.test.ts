import { beforeAll, expect, it } from 'vitest'
import type { ApiDocument } from '#domain/api/api-document.ts'
import { errorStatus } from '#domain/errors.ts'
import { actions } from '#server/features.ts'
import { readAnswerSchemas } from './answer-schemas.ts'
import { readFunctionDocs } from './function-docs.ts'
import { type DeclaredAction, describeApi } from './open-api.ts'

let document: ApiDocument
beforeAll(() => {
  document = describeApi({
    version: '1.2.3',
    actions: actions as unknown as readonly DeclaredAction[],
    docs: readFunctionDocs(),
    answers: readAnswerSchemas(),
  })
})
const operation = (name: string) => {
  const found = document.paths[`/functions/v1/${name}`]
  if (!found) throw new Error(`${name} is not described`)
  return found.post
}

it('describes every function once, with a summary and its callers', () => {
  expect(Object.keys(document.paths).sort()).toEqual(
    actions.map(({ name }) => `/functions/v1/${name}`).sort(),
  )
  for (const { post } of Object.values(document.paths)) {
    expect(post.summary).toMatch(/\w.*[.!?]$/)
    expect(post['x-access']).toMatch(/\w.*\.$/)
  }
})

it('describes the input by its schema, as the caller writes it', () => {
  expect(operation('check-subdomain').requestBody).toEqual({
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { subdomain: { type: 'string', maxLength: 200 } },
          required: ['subdomain'],
        },
      },
    },
  })
})

it('describes the answer by its type, as JSON carries it', () => {
  const answer = operation('check-subdomain').responses[200]?.content?.['application/json'].schema
  const available = (value: boolean) => ({ const: value })
  expect(answer).toEqual({
    anyOf: [
      { type: 'object', properties: { available: available(true) }, required: ['available'] },
      {
        type: 'object',
        properties: { available: available(false), reason: { enum: ['invalid', 'reserved', 'taken'] } },
        required: ['available', 'reason'],
      },
    ],
  })
})

it('lists the refusals of a function and of its access by status', () => {
  const codes = (name: string) =>
    Object.fromEntries(
      Object.entries(operation(name).responses).flatMap(([status, { 'x-codes': found }]) =>
        found ? [[status, found]] : [],
      ),
    )
  expect(codes('check-subdomain')).toEqual({
    400: ['bad_json', 'invalid_input'],
    401: ['invalid_api_key', 'session_ended'],
    429: ['rate_limited'],
    500: ['unexpected'],
  })
  expect(codes('book-appointment')[409]).toEqual(['time_not_offered', 'time_taken', 'visit_fee_not_accepted'])
  expect(codes('book-appointment')[403]).toContain('not_allowed')
  for (const { post } of Object.values(document.paths))
    for (const [status, { 'x-codes': found = [] }] of Object.entries(post.responses))
      for (const code of found) expect(String(errorStatus[code as keyof typeof errorStatus])).toBe(status)
})

it('names the callers of a permission', () => {
  expect(operation('check-subdomain')['x-access']).toBe('Anyone, also without an account.')
  expect(operation('merge-patients')['x-access']).toMatch(/^The clinic’s admins\./)
  expect(operation('refund-payment')['x-access']).toContain('Also staff with the permission “money”.')
})
