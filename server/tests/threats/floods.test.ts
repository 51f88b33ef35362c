// A flood by one caller leaves the connections to others (docs/threats.md T24).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCallerLimits } from '#server/platform/limits/caller-limits.ts'
import { aClinic, aStaffMember, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { openTestServer, type ServerAnswer, type TestServer } from './test-server.ts'

const never = 0.000_001

let test: TestServer
let clinic: TestClinic
let staff: Member
let tokens: { admin: string; staff: string }
beforeAll(async () => {
  test = await openTestServer(undefined, (connections) =>
    createCallerLimits(connections, {
      visitor: { burst: 60, perSecond: never },
      person: { burst: 60, perSecond: never },
    }),
  )
  clinic = await aClinic(test.db)
  staff = await aStaffMember(test.db, clinic)
  tokens = { admin: await test.tokenOf(clinic.admin), staff: await test.tokenOf(staff) }
  await test.db.asOwner(`
    create function public.slow() returns text language sql stable as 'select pg_sleep(0.1)::text'`)
  await test.db.asOwner('grant execute on function public.slow() to anon, clinic_admin, clinic_staff')
  await test.ask('/rest/v1/clinics')
})
afterAll(() => test.close())

const slow = (who: { address?: string; token?: string }) => test.ask('/rest/v1/rpc/slow', { clinic, ...who })
const quick = (who: { address?: string; token?: string }) =>
  test.ask(`/rest/v1/clinics?id=eq.${clinic.id}`, { clinic, ...who })
const times = <T>(count: number, ask: () => Promise<T>) => Promise.all(Array.from({ length: count }, ask))

function expectRefusals(answers: ServerAnswer[], statuses: number[]) {
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers, text } of refused) {
    expect(statuses).toContain(status)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  }
}

describe('thirty slow requests of a visitor', () => {
  it('use their share: signed-in users are answered before the flood is over', async () => {
    let isOver = false
    const flood = times(30, () => slow({ address: '203.0.113.1' })).finally(() => {
      isOver = true
    })
    for (let count = 0; count < 3; count += 1) {
      expect((await quick({ token: tokens.admin })).status).toBe(200)
    }
    expect(isOver).toBe(false)
    expectRefusals(await flood, [429, 503])
  })
})

describe('too many requests', () => {
  it('of one address are refused, and those of another are answered', async () => {
    expectRefusals(await times(70, () => quick({ address: '203.0.113.2' })), [429, 503])
    const refused = await quick({ address: '203.0.113.2' })
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited'])
    expect((await quick({ address: '203.0.113.3' })).status).toBe(200)
    expect((await quick({ address: '203.0.113.2', token: tokens.admin })).status).toBe(200)
  })

  it('of one person are refused with 429 on any network, and those of another are answered', async () => {
    let count = 0
    const answers = await times(70, () => quick({ address: `203.0.113.${++count}`, token: tokens.staff }))
    expectRefusals(answers, [429])
    expect((await quick({ token: tokens.admin })).status).toBe(200)
  })

  it('are refused by functions in their own format', async () => {
    const refused = await test.ask('/functions/v1/setup-checklist', {
      method: 'POST',
      token: tokens.staff,
      clinic,
    })
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('several reads in one request', () => {
  const reads = (count: number, who: { address?: string; token?: string }) => {
    const one = { method: 'GET', path: '/rest/v1/clinics?select=id&limit=1', headers: {} }
    return test.ask('/reads/v1', { method: 'POST', body: { reads: Array(count).fill(one) }, clinic, ...who })
  }
  const statusesIn = ({ text }: ServerAnswer) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).status)

  it('cost a visitor as many units as there are reads, once and in advance', async () => {
    const visitor = { address: '203.0.113.20' }
    const first = await reads(40, visitor)
    expect([first.status, statusesIn(first)]).toEqual([200, Array(40).fill(200)])
    const refused = await reads(40, visitor)
    expect([refused.status, JSON.parse(refused.text).code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const last = await reads(20, visitor)
    expect([last.status, statusesIn(last)]).toEqual([200, Array(20).fill(200)])
    expect((await reads(1, visitor)).status).toBe(429)
    expect((await reads(1, { address: '203.0.113.21' })).status).toBe(200)
  })

  it('of six connections with forty reads each, one is answered', async () => {
    const answers = await times(6, () => reads(40, { address: '203.0.113.22' }))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429, 429])
  })

  it('cost a person who is signed in the same', async () => {
    const token = await test.tokenOf(await aStaffMember(test.db, clinic))
    const statuses = [await reads(40, { token }), await reads(40, { token })].map(({ status }) => status)
    expect(statuses).toEqual([200, 429])
  })

  it('are refused beyond 256 KB', async () => {
    const rawBody = `{"reads":[${' '.repeat(256 * 1024)}]}`
    const answer = await test.ask('/reads/v1', { method: 'POST', rawBody, address: '203.0.113.23' })
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'body_too_large'])
  })
})

it.runIf(process.env.TEST_DATABASE_URL)('a visitor’s statement ends after a second', async () => {
  await test.db.asOwner(`
    create or replace function public.slow() returns text language sql stable as 'select pg_sleep(5)::text'`)
  const since = performance.now()
  const { status, text } = await slow({ address: '203.0.113.9' })
  expect([status, JSON.parse(text).code]).toEqual([500, '57014'])
  expect(performance.now() - since).toBeLessThan(4_000)
})
