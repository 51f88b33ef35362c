import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { migratedDatabase } from './auth/database.ts'
import { insertPeople, signIn, strangersTry } from './auth/people.ts'
import { residentMebibytes } from './machine/cpu-time.ts'
import { load, open } from './machine/http-load.ts'
import { startPostgres } from './machine/postgres-server.ts'
import { type ServerProcess, startServerProcess } from './machine/server-process.ts'
import { table } from './report/ratios.ts'
import { serverSettings } from './rows/world.ts'

/**
 * `npm run bench -- login-storm`: sends wrong passwords at a fixed rate from many addresses, without waiting for
 * answers, and measures the effect on GET /user and on the server's memory (docs/threats.md T20).
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      rate: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '60' },
    },
  })
  const seconds = Number(flags.seconds)
  const postgres = await startPostgres()
  let server: ServerProcess | undefined
  try {
    const url = await migratedDatabase(postgres.url, 'bench_storm')
    await insertPeople(url, people)
    const settings = { ...(await serverSettings(url)), TRUSTED_PROXY_HOPS: '1' }
    const script = new URL('./machine/carefold-server.ts', import.meta.url)
    server = await startServerProcess('carefold', script, settings)
    const { pid, port } = server
    const { user } = await signIn(port, people, 64)
    const visit = (forSeconds: number) => load(port, user, { connections: 2, seconds: forSeconds })
    await visit(3)
    const idle = await visit(Math.min(seconds, 20))
    const before = residentMebibytes(pid)
    const [during, storm] = await Promise.all([
      visit(seconds),
      sendWrongPasswords(port, Number(flags.rate), seconds),
    ])
    const after = residentMebibytes(pid)
    if (idle.problem ?? during.problem) throw new Error(idle.problem ?? during.problem)
    process.stdout.write(`${reportOf({ idle: idle.p99Ms, during: during.p99Ms, before, after, storm })}\n`)
  } finally {
    await server?.stop()
    await postgres.stop()
  }
}

const people = 200
const tickMs = 10
// The server closes connections that were idle for five seconds.
const keptMs = 2_000

type Statuses = Record<number, number>

async function sendWrongPasswords(port: number, rate: number, seconds: number): Promise<Statuses> {
  const statuses: Statuses = {}
  const idle: { connection: Awaited<ReturnType<typeof open>>; since: number }[] = []
  const answers: Promise<void>[] = []
  const trial = async () => {
    const kept = idle.pop()
    const connection = kept && performance.now() - kept.since < keptMs ? kept.connection : await open(port)
    const { status } = await connection.send(strangersTry())
    statuses[status] = (statuses[status] ?? 0) + 1
    idle.push({ connection, since: performance.now() })
  }
  const startedAt = performance.now()
  while (performance.now() - startedAt < seconds * 1000) {
    const due = ((performance.now() - startedAt) / 1000) * rate
    while (answers.length < due) answers.push(trial())
    await wait(tickMs)
  }
  await Promise.all(answers)
  for (const { connection } of idle) connection.close()
  return statuses
}

function reportOf(seen: {
  idle: number
  during: number
  before: number
  after: number
  storm: Statuses
}): string {
  const { idle, during, before, after, storm } = seen
  return [
    table([
      ['p99 of GET /user, storm / idle', 'goal'],
      [(during / idle).toFixed(2), 'at most 3'],
    ]),
    '\nOn this machine in this run:',
    table([
      ['idle, ms', 'storm, ms', 'memory before, MiB', 'after, MiB', 'answers by status'],
      [
        idle.toFixed(1),
        during.toFixed(1),
        before.toFixed(0),
        after.toFixed(0),
        Object.entries(storm)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', '),
      ],
    ]),
  ].join('\n')
}
