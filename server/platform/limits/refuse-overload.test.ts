import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refuseOverload } from './refuse-overload.ts'

let isOverloaded = true
const guard = { isOverloaded: () => isOverloaded }
let refused: string[] = []
const server = createServer((request, response) => {
  if (!refuseOverload(guard, request, response, (protocol) => refused.push(protocol)))
    response.end('answered')
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))
beforeEach(() => {
  isOverloaded = true
  refused = []
})

it.each([
  ['/rest/v1/clinics?select=id', { code: 'unavailable', details: null, hint: null }],
  ['/auth/v1/settings', { code: 503, error_code: 'unexpected_failure' }],
  ['/functions/v1/dashboard', { code: 'unavailable', error: expect.any(String) }],
  ['/live/v1', { code: 'unavailable' }],
  ['/reads/v1', { code: 'unavailable' }],
  ['/reports/v1', { code: 'unavailable' }],
])(
  'an overloaded server refuses %s in the form of its protocol, and says when to come again',
  async (path, body) => {
    const answer = await fetch(origin + path, { method: 'POST', body: '{}' })
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.json()).toMatchObject(body)
    expect(refused).toEqual([path.split('/')[1]])
  },
)

it.each(['/health', '/ready', '/hooks/stripe/account', '/', '/assets/app.js', '/rest/v10'])(
  'still answers %s',
  async (path) => {
    expect(await (await fetch(origin + path)).text()).toBe('answered')
    expect(refused).toEqual([])
  },
)

it('answers everything again when there is less to do', async () => {
  isOverloaded = false
  expect(await (await fetch(`${origin}/rest/v1/clinics`)).text()).toBe('answered')
})
