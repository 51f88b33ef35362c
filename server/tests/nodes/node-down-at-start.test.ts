import { afterAll, expect, it, vi } from 'vitest'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { openTwoNodes } from './two-nodes.ts'

let here: TestClinic
let there: TestClinic
const nodes = await openTwoNodes(async (first, second) => {
  here = await aClinic(first)
  there = await aClinic(second)
  await first.asOwner(
    `insert into app.clinic_nodes (subdomain, node, claimed_at) values ($1, 'app2', now())`,
    [there.subdomain],
  )
}, true)
afterAll(() => nodes?.close(), 60_000)

it('a server starts without a node that is down, refuses its clinics, and opens it later', async () => {
  expect(await nodes.signIn(here.subdomain, here.admin.email)).toBeTruthy()
  expect((await nodes.ask(null, '/ready')).status).toBe(200)
  for (const site of [there.subdomain, 'app2']) {
    const { status, body, headers } = await nodes.ask(site, '/rest/v1/clinics?select=id')
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '5'])
    const page = await nodes.ask(site, '/', { headers: { Accept: 'text/html' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  }
  // Stripe sends it again
  expect((await nodes.ask(null, '/hooks/stripe/connect', { body: {} })).status).toBe(503)
  expect(
    (await nodes.ask(null, '/functions/v1/find-clinics', { body: { text: here.subdomain } })).body,
  ).toEqual({
    clinics: [{ name: here.name, subdomain: here.subdomain }],
  })

  nodes.breakNode('app2')()
  await vi.waitFor(() => nodes.signIn(there.subdomain, there.admin.email), { timeout: 15_000, interval: 500 })
  expect((await nodes.ask(null, '/hooks/stripe/connect', { body: {} })).status).toBe(400)
  expect(nodes.log.filter((line) => line.includes('nodes.not_open'))).not.toEqual([])
}, 60_000)
