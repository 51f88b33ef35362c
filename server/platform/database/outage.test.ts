import { expect, it } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { functionError } from '../http/function-response.ts'
import { silentLogger } from '../log.ts'
import { isOutage } from './outage.ts'

const failure = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more })

it.each([
  ['nothing to connect to', failure('ECONNREFUSED')],
  ['a broken connection', failure('ECONNRESET')],
  ['a connection that ended', new Error('Connection terminated unexpectedly')],
  ['a hanging server', new Error('Connection terminated: the database does not answer')],
  ['no free connection in time', new Error('timeout exceeded when trying to connect')],
  ['a server that stops', failure('57P01', { severity: 'FATAL' })],
  ['a server that crashed', failure('57P02', { severity: 'FATAL' })],
  ['a server that starts', failure('57P03', { severity: 'FATAL' })],
  ['too many connections', failure('53300', { severity: 'FATAL' })],
])('%s is an outage, which a function answers 503', (_what, error) => {
  expect(isOutage(error)).toBe(true)
  const answer = functionError(error, 'request', silentLogger, 'any')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('1')
})

it.each([
  ['a defect', new TypeError('a bug')],
  ['a refused row', failure('23505', { severity: 'ERROR' })],
  ['a full disk', failure('53100', { severity: 'ERROR' })],
  ['a refusal of ours', new AppError('not_found')],
])('%s is none', (_what, error) => {
  expect(isOutage(error)).toBe(false)
})
