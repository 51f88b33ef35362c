// Browsers and proxies do not store answers with personal data (docs/threats.md T22).
import { expect, it } from 'vitest'
import { aClinic } from '#testing/sign-in/people.ts'
import { setUpServer } from './test-server.ts'

const test = await setUpServer()
const clinic = await aClinic(test.db)
const token = await test.tokenOf(clinic.admin)

it.each<[string, string, string?]>([
  ['rows', '/rest/v1/clinic_memberships'],
  ['a row’s count', '/rest/v1/clinic_memberships', 'HEAD'],
  ['a procedure', '/rest/v1/rpc/get_users_by_ids?ids={}'],
  ['a refused read', '/rest/v1/no_table'],
  ['an action', '/functions/v1/setup-checklist', 'POST'],
  ['an unknown action', '/functions/v1/none', 'POST'],
  ['the account', '/auth/v1/user'],
  ['a refused account', '/auth/v1/none'],
  ['caught mails', '/dev/mail.json'],
  ['a caught mail', '/dev/mail/none'],
  ['the clock', '/dev/clock'],
  ['a payment page', '/sandbox/stripe/pay/checkout/acct_1/cs_1'],
])('are not stored: %s', async (_what, path, method = 'GET') => {
  const { headers } = await test.ask(path, { method, token, clinic })
  expect(headers.get('cache-control')).toBe('no-store')
  // pages set their clock by it (docs/decisions/0174)
  expect(headers.get('x-now')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

it('public keys are cached for ten minutes', async () => {
  const { headers } = await test.ask('/auth/v1/.well-known/jwks.json')
  expect(headers.get('cache-control')).toBe('public, max-age=600')
  expect(headers.has('x-now')).toBe(false)
})
