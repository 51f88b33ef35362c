import { beforeEach, expect, it, vi } from 'vitest'
import { createLogger } from '../log.ts'
import { createCspReports } from './csp-reports.ts'

let ms = 0
let lines: Record<string, unknown>[] = []
const metrics = { violated: vi.fn(), reportDropped: vi.fn() }
let take: ReturnType<typeof createCspReports>
beforeEach(() => {
  ms = 0
  lines = []
  metrics.violated.mockClear()
  metrics.reportDropped.mockClear()
  const log = createLogger('info', (line) => lines.push(JSON.parse(line)))
  take = createCspReports({ log, metrics, now: () => ms })
})

const report = (blocked: string, directive = 'img-src') =>
  JSON.stringify({ 'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked } })

async function send(body: string | ReadableStream, address: string = crypto.randomUUID()) {
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  const request = new Request('https://carefold.example/reports/v1', init)
  expect((await take(request, { requestId: 'r', address })).status).toBe(204)
}

it('counts every violation and logs the first of its kind in an hour', async () => {
  for (let n = 0; n < 3; n += 1) await send(report('inline'))
  await send(report('inline', 'style-src-elem'))
  expect(metrics.violated).toHaveBeenCalledTimes(4)
  expect(lines.map(({ directive }) => directive)).toEqual(['img-src', 'style-src-elem'])
  ms += 3_600_000
  await send(report('inline'))
  expect(lines).toHaveLength(3)
})

it('does not fill the log with invented kinds', async () => {
  for (let n = 0; n < 80; n += 1) await send(report(`https://host-${n}.example/`))
  expect(lines).toHaveLength(50)
  expect(metrics.violated).toHaveBeenCalledTimes(80)
})

it('ignores an address that sends too many reports, and reads those of others', async () => {
  for (let n = 0; n < 40; n += 1) await send(report('inline'), '203.0.113.7')
  expect(metrics.violated).toHaveBeenCalledTimes(30)
  expect(metrics.reportDropped.mock.calls).toEqual(Array(10).fill(['limited']))
  await send(report('inline'), '203.0.113.8')
  expect(metrics.violated).toHaveBeenCalledTimes(31)
  ms += 2_000
  await send(report('inline'), '203.0.113.7')
  expect(metrics.violated).toHaveBeenCalledTimes(32)
})

it('answers 204 to an oversized, aborted or malformed report, and counts it', async () => {
  await send(report(`https://elsewhere.example/${'a'.repeat(16_384)}`))
  await send(
    new ReadableStream({
      start: (controller) => controller.error(new Error('gone')),
    }),
  )
  await send('my knee hurts')
  expect(metrics.reportDropped.mock.calls).toEqual(Array(3).fill(['unreadable']))
  expect(metrics.violated).not.toHaveBeenCalled()
  expect(lines).toEqual([])
})
