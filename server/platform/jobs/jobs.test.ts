import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { silentLogger } from '../log.ts'
import { createTracing } from '../tracing/tracing.ts'
import { JobsFailed } from './job-drain.ts'
import { createJobs, defineJob, type JobDefinition } from './jobs.ts'

let test: TestServices
const ran: string[] = []
beforeAll(async () => {
  test = await openTestServices({
    jobsOf: () => [
      defineJob<{ id: string }>({
        name: 'test.note',
        run: async ({ id }) => {
          ran.push(id)
          if (id === 'fails') throw new Error('not this one')
          return { noted: true }
        },
      }) as JobDefinition<never>,
    ],
  })
})
afterAll(() => test.close())

it('a worker empties the queue without waiting for a poll, and is woken by the next job', async () => {
  const { database, transactions } = test.db
  const jobs = createJobs({ database, transactions, log: silentLogger, pollMs: 3_600_000 })
  const seen: number[] = []
  let atOnce = 0
  let mostAtOnce = 0
  let allDone = Promise.withResolvers<void>()
  const count = defineJob<{ n: number }>({
    name: 'test.count',
    concurrency: 4,
    retryLimit: 0,
    run: async ({ n }) => {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      await new Promise(setImmediate)
      atOnce--
      seen.push(n)
      if (seen.length === 60 || seen.length === 61) allDone.resolve()
      if (n === 3) throw new Error('only this one')
      return {}
    },
  })
  await jobs.start([count as JobDefinition<never>], { work: true })
  const add = (ids: number[]) =>
    transactions.withSystem('test', async (tx) => {
      for (const n of ids) await jobs.enqueue(tx, 'test.count', { n })
    })
  await add(Array.from({ length: 60 }, (_, n) => n))
  await allDone.promise
  allDone = Promise.withResolvers<void>()
  await add([60])
  await allDone.promise
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, n) => n))
  expect(mostAtOnce).toBe(4)
  // a drain waits for the workers' running jobs
  allDone = Promise.withResolvers<void>()
  await add([61, 62, 63, 64, 65, 66, 67, 68])
  await jobs.drain()
  expect(seen).toHaveLength(69)
  await jobs.stop()
  const states = await test.db.asOwner(
    "select state, count(*)::int from jobs.job where name = 'test.count' group by state order by state",
  )
  expect(states).toEqual([
    { state: 'completed', count: 68 },
    { state: 'failed', count: 1 },
  ])
})

it('a job continues the trace of the request that queued it, hidden from its own work', async () => {
  const sent: string[] = []
  const send = (async (_url: string, { body }: RequestInit) => {
    sent.push(String(body))
    return new Response()
  }) as typeof fetch
  const tracing = createTracing(
    { endpoint: 'http://collector.test/v1/traces', headers: {}, service: 'carefold', share: 1 },
    silentLogger,
    send,
  )
  const { database, transactions } = test.db
  const jobs = createJobs({ database, transactions, log: silentLogger, tracing })
  const seen: object[] = []
  const run = async (data: object) => {
    seen.push(data)
    return {}
  }
  await jobs.start([defineJob({ name: 'test.traced', run }) as JobDefinition<never>], { work: false })
  const request = tracing.start('request')
  await request.run(() =>
    transactions.withSystem('test', (tx) => jobs.enqueue(tx, 'test.traced', { id: 'one' })),
  )
  request.end('request', {})
  await jobs.drain()
  await jobs.stop()
  await tracing.close()
  expect(seen).toEqual([{ id: 'one' }])
  const spans: { name: string; traceId: string; spanId: string; parentSpanId?: string }[] = sent.flatMap(
    (body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans,
  )
  const span = (name: string) => spans.find((each) => each.name === name)
  expect(span('job test.traced')).toMatchObject({
    traceId: span('request')?.traceId,
    parentSpanId: span('request')?.spanId,
  })
})

describe('jobs', () => {
  it('runs a job that was queued in a committed transaction, once', async () => {
    await test.services.transactions.withSystem('test', (tx) =>
      test.services.jobs.enqueue(tx, 'test.note', { id: 'kept' }),
    )
    expect(await test.services.jobs.drain()).toBe(1)
    expect(await test.services.jobs.drain()).toBe(0)
    expect(ran).toEqual(['kept'])
  })

  it('does not run a job whose transaction rolled back', async () => {
    await expect(
      test.services.transactions.withSystem('test', async (tx) => {
        await test.services.jobs.enqueue(tx, 'test.note', { id: 'lost' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await test.services.jobs.drain()).toBe(0)
  })

  it('holds one waiting job per key, and any number without a key', async () => {
    ran.length = 0
    await test.services.transactions.withSystem('test', async (tx) => {
      for (const id of ['a', 'b']) await test.services.jobs.enqueue(tx, 'test.note', { id }, { once: 'same' })
      for (const id of ['c', 'd']) await test.services.jobs.enqueue(tx, 'test.note', { id })
    })
    await test.services.jobs.drain()
    expect(ran.sort()).toEqual(['a', 'c', 'd'])
  })

  it('lets a user’s transaction queue a job although users have no rights on the job tables', async () => {
    const visitor = { userId: null, sessionId: null, clinic: null, requestId: 'r', address: null }
    await test.services.transactions.withActor(visitor, (tx) =>
      test.services.jobs.enqueue(tx, 'test.note', { id: 'v' }),
    )
    expect(await test.services.jobs.drain()).toBe(1)
  })

  it('runs all others when one fails, and retries that one later', async () => {
    ran.length = 0
    await test.services.transactions.withSystem('test', async (tx) => {
      for (const id of ['before', 'fails', 'after'])
        await test.services.jobs.enqueue(tx, 'test.note', { id }, { afterSeconds: 3_600 })
    })
    await expect(test.services.jobs.drain()).rejects.toThrow('1 failed: test.note: not this one')
    expect(ran.sort()).toEqual(['after', 'before', 'fails'])
    await expect(test.services.jobs.drain()).rejects.toBeInstanceOf(JobsFailed)
    expect(ran).toEqual(['after', 'before', 'fails', 'fails'])
    await test.db.asOwner("delete from jobs.job where name = 'test.note'")
  })

  it('sends a queued mail to the mailbox and stores it there', async () => {
    const mail = {
      template: 'test',
      to: 'Ana@Example.test',
      subject: 'Hello',
      text: 'Hi',
      html: '<p>Hi</p>',
      links: [],
    }
    await test.services.transactions.withSystem('test', (tx) => test.services.mailer.queue(tx, mail))
    await test.services.jobs.drain()
    const [row] = await test.db.asOwner<{ status: string; to_address: string }>(
      'select status, to_address from app.mails',
    )
    expect(row).toMatchObject({ status: 'sent', to_address: 'ana@example.test' })
  })
})
