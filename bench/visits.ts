import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type MailStub, startMailStub } from './drills/faults/mail-stub.ts'
import { cpuSecondsOf, cpuSecondsOfChildren } from './machine/cpu-time.ts'
import { open } from './machine/http-load.ts'
import { type PostgresServer, startPostgres } from './machine/postgres-server.ts'
import { table } from './report/ratios.ts'
import { jobs } from './rows/jobs.ts'
import { pick, problem, wireOf } from './rows/visit.ts'
import { openWorld, type World } from './rows/world.ts'

/** How long mails may need after the last visit. */
const mostDrainMs = 300_000

/**
 * `npm run bench -- visits`: books visits at many clinics through one process with ROLE=all, and follows each one's mail to
 * a mail server on this machine, until outbox and jobs are empty.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      clinics: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '3' },
      visits: { type: 'string', default: '2000' },
      connections: { type: 'string', default: '16' },
      // Of another Postgres than the one from npm.
      binaries: { type: 'string' },
    },
  })
  const connections = Number(flags.connections)
  const postgres = await startPostgres({ binaries: flags.binaries })
  const stub = await startMailStub()
  let world: World | undefined
  let queries: pg.Client | undefined
  try {
    world = await openWorld(postgres, Number(flags.clinics), {
      env: { ROLE: 'all', SMTP_URL: `smtp://127.0.0.1:${stub.port}` },
    })
    queries = new pg.Client({ connectionString: world.url })
    await queries.connect()
    const bench = { postgres, stub, world, queries }
    // Compiles what the rounds run.
    await measure(bench, { visits: 500, connections })
    const rows = [headings]
    for (let round = 0; round < Number(flags.rounds); round += 1)
      rows.push(await measure(bench, { visits: Number(flags.visits), connections }))
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await queries?.end()
    await world?.stop()
    await stub.close()
    await postgres.stop()
  }
}

interface Bench {
  postgres: PostgresServer
  stub: MailStub
  world: World
  queries: pg.Client
}

const headings = [
  'visits a second',
  'mails a second',
  'outbox empty after s',
  'jobs empty after s',
  'CPU ms a visit with its mail: Node',
  'Postgres',
  'until the last visit: Node',
  'Postgres',
]

/** Times count from the last visit; mails a second from the first. */
async function measure(
  { postgres, stub, world, queries }: Bench,
  options: { visits: number; connections: number },
): Promise<string[]> {
  const { visits } = options
  const cpu = () => [cpuSecondsOf(world.carefold.pid), cpuSecondsOfChildren(postgres.pid)] as const
  stub.taken.length = 0
  const before = cpu()
  const since = performance.now()
  await book(world, options)
  const inserted = performance.now()
  const meanwhile = cpu()
  let outboxMs: number | undefined
  for (;;) {
    const waiting = await waitingOf(queries)
    const ms = performance.now() - inserted
    if (waiting.rows === 0) outboxMs ??= ms
    if (waiting.rows + waiting.jobs === 0) break
    if (ms > mostDrainMs) throw new Error(`${waiting.jobs} jobs wait after ${mostDrainMs / 1_000} s`)
    await wait(250)
  }
  const done = performance.now()
  const after = cpu()
  if (stub.taken.length < visits) throw new Error(`${stub.taken.length} mails of ${visits} visits`)
  const msEach = (until: typeof before) =>
    until.map((seconds, n) => (((seconds - (before[n] ?? 0)) / visits) * 1_000).toFixed(1))
  return [
    ((visits / (inserted - since)) * 1_000).toFixed(0),
    ((stub.taken.length / (done - since)) * 1_000).toFixed(0),
    ((outboxMs ?? 0) / 1_000).toFixed(1),
    ((done - inserted) / 1_000).toFixed(1),
    ...msEach(after),
    ...msEach(meanwhile),
  ]
}

const job = jobs.find(({ name }) => name === 'insert appointment')

/** A number of visits, not of seconds: a slower server has no less work, so that processor times compare. */
async function book(world: World, { visits, connections }: { visits: number; connections: number }) {
  if (!job) throw new Error('the benchmark has lost its job')
  let left = visits
  const keepBusy = async () => {
    const connection = await open(world.carefold.port)
    while (left > 0) {
      left -= 1
      const key = pick(world.keys)
      const { status, body } = await connection.send(wireOf(job, 'carefold', key, key))
      const found = problem(job, status, body, job.rows)
      if (found !== undefined) throw new Error(`a visit: ${found}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, keepBusy))
}

async function waitingOf(queries: pg.Client): Promise<{ rows: number; jobs: number }> {
  const { rows } = await queries.query<{ rows: number; jobs: number }>(
    `select (select count(*)::int from app.outbox) as rows,
            (select count(*)::int from jobs.job
              where state < 'completed' and name in ('notices.deliver', 'mail.send')) as jobs`,
  )
  return rows[0] ?? { rows: 0, jobs: 0 }
}
