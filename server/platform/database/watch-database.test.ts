import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, expect, it } from 'vitest'
import { silentLogger } from '../log.ts'
import { isOutage } from './outage.ts'
import { createProbe, type Probe, watchDatabase } from './watch-database.ts'

const message = (kind: string, body: Buffer) => {
  const head = Buffer.alloc(5)
  head.write(kind)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}
const authenticated = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))
const done = message('C', Buffer.from('SELECT 0\0'))

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** While it hangs it accepts connections and answers nothing. */
async function startPostgresStub() {
  const sockets = new Set<Socket>()
  const stub = { hangs: false, heard: 0, url: '' }
  const server = createServer((socket) => {
    sockets.add(socket)
    let isGreeted = false
    socket.on('error', () => {})
    socket.on('data', () => {
      stub.heard += 1
      if (stub.hangs) return
      socket.write(isGreeted ? Buffer.concat([done, ready]) : Buffer.concat([authenticated, ready]))
      isGreeted = true
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stub.url = `postgres://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/any`
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return stub
}

function createToldProbe() {
  const asked: ((answers: boolean) => void)[] = []
  const probe: Probe = {
    answers: () => new Promise((resolve) => asked.push(resolve)),
    drop: () => {},
  }
  return {
    probe,
    async say(answers: boolean) {
      await expect.poll(() => asked.length, { interval: 2 }).toBe(1)
      asked.pop()?.(answers)
    },
  }
}

async function watchedPool(max: number) {
  const stub = await startPostgresStub()
  const pool = new pg.Pool({ connectionString: stub.url, max })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const told = createToldProbe()
  ends.push(watchDatabase(pool, told.probe, silentLogger, 1))
  return { stub, pool, say: told.say }
}

/** @returns what it failed with, later */
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

it('fails pending and new requests of a hanging Postgres until it answers again', async () => {
  const { stub, pool, say } = await watchedPool(1)
  const client = await pool.connect()
  stub.hangs = true
  const query = failure(client.query('select 1'))
  const place = failure(pool.connect())
  await say(false)
  await say(false)
  expect(await Promise.all([query, place])).toSatisfy((errors: unknown[]) => errors.every(isOutage))
  client.release(true)
  expect(await failure(pool.connect())).toSatisfy(isOutage)

  stub.hangs = false
  await say(true)
  await say(true)
  const again = await pool.connect()
  await expect(again.query('select 1')).resolves.toBeDefined()
  again.release()
  await pool.end()
})

it('tolerates one late answer: pending requests continue', async () => {
  const { stub, pool, say } = await watchedPool(1)
  const client = await pool.connect()
  const place = pool.connect()
  for (const answers of [false, true, false, true]) await say(answers)
  await expect(client.query('select 1')).resolves.toBeDefined()
  client.release()
  const next = await place
  next.release()
  expect(stub.heard).toBeGreaterThan(0)
  await pool.end()
})

it('releases a connection that arrives after its request has failed', async () => {
  const { pool, say } = await watchedPool(1)
  const client = await pool.connect()
  const place = failure(pool.connect())
  await say(false)
  await say(false)
  expect(await place).toSatisfy(isOutage)
  client.release(true)
  await say(true)
  await say(true)
  const again = await pool.connect()
  again.release()
  await pool.end()
})

it('does not change pool.query, which connects with a callback', async () => {
  const { pool } = await watchedPool(1)
  await expect(pool.query('select 1')).resolves.toBeDefined()
  await pool.end()
})

it('distinguishes an answer, a refusal and a timeout', async () => {
  const stub = await startPostgresStub()
  const probe = createProbe(stub.url, 10_000)
  expect(await probe.answers()).toBe(true)
  expect(await probe.answers()).toBe(true)
  probe.drop()
  const refused = createProbe('postgres://somebody@127.0.0.1:1/any', 10_000)
  expect(await refused.answers()).toBe(true)
  stub.hangs = true
  const unheard = createProbe(stub.url, 20)
  expect(await unheard.answers()).toBe(false)
  stub.hangs = false
})
