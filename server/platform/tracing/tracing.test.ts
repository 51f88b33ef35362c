import { afterEach, expect, it } from 'vitest'
import { silentLogger } from '../log.ts'
import { measured } from '../round-trips.ts'
import { createTracing, type Tracing } from './tracing.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Record<string, string> }[]
  status: { code?: number }
}

let tracing: Tracing
afterEach(() => tracing.close())

function open({ share = 1, status = 200 } = {}) {
  const bodies: string[] = []
  const asked: Request[] = []
  const settings = {
    endpoint: 'http://collector.test/v1/traces',
    headers: { authorization: 'Bearer x' },
    service: 'carefold',
    share,
  }
  const warned: object[] = []
  tracing = createTracing(
    settings,
    { ...silentLogger, warn: (_event, fields) => void warned.push(fields ?? {}) },
    (async (url: string, init: RequestInit) => {
      asked.push(new Request(url, init))
      bodies.push(String(init.body))
      return new Response(null, { status })
    }) as typeof fetch,
  )
  const spans = () =>
    bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as SentSpan[])
  return { bodies, asked, warned, spans }
}

it('a request and its database queries are one trace, as OTLP over HTTP', async () => {
  const { asked, bodies, spans } = open()
  const span = tracing.start('request')
  await span.run(() => measured(3, async () => 'rows'))
  span.end('GET /rest/v1/*', { 'http.response.status_code': 200 })
  await tracing.close()
  expect(asked[0]?.url).toBe('http://collector.test/v1/traces')
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer x')
  expect(JSON.parse(bodies[0] ?? '').resourceSpans[0].resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'carefold' } },
  ])
  const [database, request] = spans()
  expect(request).toMatchObject({ name: 'GET /rest/v1/*', kind: 2, status: {} })
  expect(request?.attributes).toEqual([{ key: 'http.response.status_code', value: { intValue: '200' } }])
  expect(database).toMatchObject({
    name: 'database',
    kind: 3,
    traceId: request?.traceId,
    parentSpanId: request?.spanId,
  })
  expect(database?.attributes).toContainEqual({
    key: 'db.operation.batch.size',
    value: { intValue: '3' },
  })
  expect(BigInt(request?.endTimeUnixNano ?? 0) >= BigInt(database?.endTimeUnixNano ?? 1)).toBe(true)
  expect(Math.abs(Number(BigInt(request?.startTimeUnixNano ?? 0) / 1_000_000n) - Date.now())).toBeLessThan(
    10_000,
  )
})

it('continues a proxy’s trace, and ignores an invalid header', async () => {
  const { spans } = open()
  const trace = 'a'.repeat(32)
  tracing.start('request', `00-${trace}-${'b'.repeat(16)}-01`).end('one', {})
  tracing.start('request', '00-somebody-01').end('other', {}, true)
  await tracing.close()
  const [one, other] = spans()
  expect(one).toMatchObject({ traceId: trace, parentSpanId: 'b'.repeat(16) })
  expect(other?.traceId).toMatch(/^[0-9a-f]{32}$/)
  expect(other).toMatchObject({ status: { code: 2 } })
  expect(other).not.toHaveProperty('parentSpanId')
})

it('traces the configured share, with all or nothing of each', async () => {
  const { bodies } = open({ share: 0 })
  const span = tracing.start('job')
  await span.run(() => measured(1, async () => null))
  span.end('job mail.send', {})
  await measured(1, async () => null)
  await tracing.close()
  expect(bodies).toEqual([])
})

it('traces a job if the request that queued it was traced', async () => {
  const { spans } = open({ share: 0 })
  const trace = 'a'.repeat(32)
  for (const flags of ['01', '00']) {
    const span = tracing.start('job', `00-${trace}-${'b'.repeat(16)}-${flags}`)
    await span.run(async () =>
      expect(tracing.traceparent()).toMatch(new RegExp(`^00-${trace}-\\w{16}-${flags}$`)),
    )
    span.end(`job ${flags}`, {})
  }
  expect(tracing.traceparent()).toBeNull()
  await tracing.close()
  expect(spans().map(({ name }) => name)).toEqual(['job 01'])
})

it('loses only spans when the collector refuses them', async () => {
  const { warned } = open({ status: 503 })
  for (let index = 0; index < 600; index += 1) tracing.start('job').end('job', {})
  await tracing.close()
  expect(warned.length).toBe(2)
})
