// Every page requests reports of its violations, and reports need no authentication (docs/decisions/0128).
import { expect, it } from 'vitest'
import { setUpServer } from './test-server.ts'

const test = await setUpServer()

const policyOf = async (path: string) => (await test.ask(path)).headers.get('content-security-policy')

it.each(['/dev/mail', '/sandbox/openid/authorize', '/sandbox/stripe/pay/checkout/acct_1/cs_1'])(
  'the page %s requests reports',
  async (path) => {
    expect(await policyOf(path)).toMatch(/^default-src 'none'; .*; report-uri \/reports\/v1$/)
  },
)

it.each(['/health', '/auth/v1/settings'])('the data %s does not', async (path) => {
  expect(await policyOf(path)).toMatch(/^default-src 'none'; [^/]*$/)
})

it('reports are accepted on every host of ours, from any sender', async () => {
  const report = { method: 'POST', body: { 'csp-report': { 'blocked-uri': 'inline' } } }
  for (const clinic of [null, { subdomain: 'sunrise' }])
    for (const token of [null, 'none of ours']) {
      const { status, text, headers } = await test.ask('/reports/v1', { ...report, clinic, token })
      expect([status, text, headers.get('cache-control')]).toEqual([204, '', 'no-store'])
    }
})
