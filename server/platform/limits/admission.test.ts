import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Admission, createAdmission } from './admission.ts'
import { type CallerLimits, createCallerLimits } from './caller-limits.ts'

const never = 0.000_001
const known = 'Bearer known.of.ada'
const unknown = 'Bearer some.other.token'

let isOverloaded = false
let isOverloadedByPeople = false
let refused: string[] = []
let limits: CallerLimits
let admission: Admission
let paid = 0
/** Completes admitted requests; null: each is answered at once. */
let working: (() => void)[] | null = null
/** Refusals that the test sends later; null: sent at once. */
let held: (() => void)[] | null = null
let origin = ''
const server = createServer((request, response) => {
  admission.admit(request, response, () => {
    if (admission.isPaid(request)) paid += 1
    if (working) working.push(() => response.end('answered'))
    else response.end('answered')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  isOverloaded = false
  isOverloadedByPeople = false
  refused = []
  paid = 0
  held = null
  working = null
  limits = createCallerLimits(10, {
    visitor: { burst: 20, perSecond: never },
    person: { burst: 20, perSecond: never },
  })
  admission = admissionOf(limits)
})

function admissionOf(limits: CallerLimits): Admission {
  return createAdmission({
    guard: { isOverloaded: () => isOverloaded, isOverloadedByPeople: () => isOverloadedByPeople },
    limits,
    personOf: ({ headers }) => (headers.authorization === known ? 'ada' : null),
    trustedHops: 1,
    onRefused: (protocol, status) => refused.push(`${protocol} ${status}`),
    later: (send) => (held ? held.push(send) : send()),
  })
}

const path = '/rest/v1/clinics?select=id'
const ask = (authorization?: string, address = '203.0.113.1', to = path) =>
  fetch(origin + to, { headers: { 'x-forwarded-for': address, ...(authorization && { authorization }) } })
const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status
const statuses = async (count: number, one: (at: number) => Promise<number>) => {
  const tally: Record<number, number> = {}
  for (const status of await Promise.all(Array.from({ length: count }, (_, at) => one(at))))
    tally[status] = (tally[status] ?? 0) + 1
  return tally
}

describe.each([
  ['/rest/v1/clinics?select=id', (code: string) => ({ code, details: null, hint: null }), undefined],
  ['/functions/v1/dashboard', (code: string) => ({ code, error: expect.any(String) }), undefined],
  ['/live/v1', (code: string) => ({ code }), undefined],
  ['/reads/v1', (code: string) => ({ code }), undefined],
  ['/reports/v1', (code: string) => ({ code }), undefined],
  [
    '/auth/v1/settings',
    (_: string, status: number) => ({
      code: status,
      error_code: expect.any(String),
      msg: expect.any(String),
    }),
    { 429: 'over_request_rate_limit', 503: 'unexpected_failure' },
  ],
  ['/fhir/r4/Patient', () => ({ resourceType: 'OperationOutcome' }), undefined],
])('a refusal of %s', (to, body, authCodes) => {
  it.each([
    [503, 'unavailable'],
    [429, 'rate_limited'],
  ] as const)('with %s has the form of its protocol, and says when to come again', async (status, code) => {
    isOverloaded = true
    if (status === 429) limits.take({ userId: null, address: '203.0.113.1' }, 20)
    const answer = await ask(undefined, undefined, to)
    expect(answer.status).toBe(status)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-sb-error-code')).toBe(authCodes?.[status] ?? null)
    expect(await answer.json()).toMatchObject(body(code, status))
    expect(refused).toEqual([`${to.split(/[/?]/)[1]} ${status}`])
  })
})

it.each(['/health', '/ready', '/hooks/stripe/account', '/', '/assets/app.js', '/rest/v10'])(
  'an overloaded server still answers %s, free of charge',
  async (to) => {
    isOverloaded = true
    expect(await (await ask(undefined, undefined, to)).text()).toBe('answered')
    expect([refused, paid]).toEqual([[], 0])
  },
)

describe('a visitor', () => {
  it('is answered while their address has units, and refused from then on, overload or not', async () => {
    expect(await statuses(30, () => statusOf())).toEqual({ 200: 20, 429: 10 })
    expect(paid).toBe(20)
    isOverloaded = true
    expect(await statusOf()).toBe(429)
    expect(await statusOf(undefined, '203.0.113.2')).toBe(503)
  })

  it('is refused while the server is overloaded, which also costs units', async () => {
    isOverloaded = true
    expect(await statuses(30, () => statusOf())).toEqual({ 503: 20, 429: 10 })
    isOverloaded = false
    expect(await statusOf()).toBe(429)
  })

  it('pays nothing for protocols with limits in the database, unless the server is overloaded', async () => {
    expect(await statuses(30, () => statusOf(undefined, undefined, '/auth/v1/token'))).toEqual({ 200: 30 })
    isOverloaded = true
    expect(await statuses(30, () => statusOf(undefined, undefined, '/auth/v1/token'))).toEqual({
      503: 20,
      429: 10,
    })
  })

  it('may send a publishable key instead of a token', async () => {
    isOverloaded = true
    expect(await statusOf('Bearer sb_publishable_key')).toBe(503)
    expect(await statusOf('Basic a.b.c')).toBe(503)
  })

  it('is refused before the body arrives', async () => {
    isOverloaded = true
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    socket.write('POST /reads/v1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200000\r\n\r\n{"reads":[')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /)
    socket.destroy()
  })
})

describe('visitors’ concurrent requests', () => {
  const isWorking = (count: number) => vi.waitFor(() => expect(working).toHaveLength(count))
  const endAll = () => {
    const ends = working ?? []
    working = null
    for (const end of ends) end()
  }

  it('are ten, five of an address; the others wait, and signed-in users do not', async () => {
    working = []
    const flood = statuses(8, () => statusOf())
    await isWorking(5)
    const others = statuses(8, (at) => statusOf(undefined, `198.51.100.${at}`))
    await isWorking(10)
    const person = statusOf(known)
    await isWorking(11)
    endAll()
    expect([await flood, await others, await person]).toEqual([{ 200: 8 }, { 200: 8 }, 200])
  })

  it('are refused when twenty of their address already wait', async () => {
    working = []
    limits = createCallerLimits(10, {
      visitor: { burst: 99, perSecond: 1 },
      person: { burst: 9, perSecond: 1 },
    })
    admission = admissionOf(limits)
    const flood = statuses(30, () => statusOf())
    await isWorking(5)
    await vi.waitFor(() => expect(refused).toHaveLength(5))
    endAll()
    expect(await flood).toEqual({ 200: 25, 503: 5 })
  })

  it('free their place when their connection ends', async () => {
    working = []
    const sockets = Array.from({ length: 5 }, () => connect(Number(new URL(origin).port), '127.0.0.1'))
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    await isWorking(5)
    const next = statusOf(undefined, '127.0.0.1')
    for (const socket of sockets) socket.destroy()
    await isWorking(6)
    endAll()
    expect(await next).toBe(200)
  })
})

describe('a connection that is refused again and again', () => {
  const once200 = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${known}\r\n\r\n`
  const next = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
  const statusAfter = async (socket: Socket, request: string) => {
    socket.write(request)
    return String((await once(socket, 'data'))[0]).slice(9, 12)
  }

  it('gets delayed answers from the fourth on, until one of its requests is admitted', async () => {
    isOverloaded = true
    held = []
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    for (let time = 0; time < 2; time += 1) {
      const first = [
        await statusAfter(socket, next),
        await statusAfter(socket, next),
        await statusAfter(socket, next),
      ]
      expect([first, held]).toEqual([['503', '503', '503'], []])
      const fourth = statusAfter(socket, next)
      await vi.waitFor(() => expect(held).toHaveLength(1))
      held.pop()?.()
      expect(await fourth).toBe('503')
      expect(await statusAfter(socket, once200)).toBe('200')
    }
    socket.destroy()
  })

  it('does not delay another one', async () => {
    isOverloaded = true
    held = []
    const sockets = [1, 2, 3, 4, 5].map(() => connect(Number(new URL(origin).port), '127.0.0.1'))
    expect(await Promise.all(sockets.map((socket) => statusAfter(socket, next)))).toEqual(
      Array(5).fill('503'),
    )
    for (const socket of sockets) socket.destroy()
  })
})

describe('a signed-in user', () => {
  it('is answered while 240 visitors flood an overloaded server, from one address or many', async () => {
    isOverloaded = true
    const flood = statuses(240, (at) => statusOf(undefined, `198.51.100.${at % 3}`))
    expect(await statuses(20, () => statusOf(known))).toEqual({ 200: 20 })
    expect(await flood).toEqual({ 503: 60, 429: 180 })
  })

  it('is answered from an address that has used up its units', async () => {
    limits.take({ userId: null, address: '203.0.113.1' }, 20)
    expect(await statusOf(known)).toBe(200)
  })

  it('is refused beyond their own budget, overload or not', async () => {
    limits.take({ userId: 'ada', address: null }, 20)
    expect(await statusOf(known)).toBe(429)
  })

  it('is refused while signed-in users alone overload the server', async () => {
    isOverloadedByPeople = true
    expect(await statusOf(known)).toBe(503)
  })
})

describe('a token that was not verified before', () => {
  it('is admitted by an overloaded server while its address has units', async () => {
    isOverloaded = true
    expect(await statuses(30, () => statusOf(unknown))).toEqual({ 200: 20, 429: 10 })
  })

  it('is always admitted by a server that is not overloaded', async () => {
    expect(await statuses(30, () => statusOf(unknown))).toEqual({ 200: 30 })
    expect(paid).toBe(20)
  })
})

it('answers everything without limits and guard', async () => {
  admission = createAdmission({ personOf: () => null, trustedHops: 0 })
  expect(await statuses(30, () => statusOf())).toEqual({ 200: 30 })
})
