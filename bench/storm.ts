import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type LoadResult, load, open, wireRequest } from './machine/http-load.ts'
import { type PostgresServer, startPostgres } from './machine/postgres-server.ts'
import { median, table } from './report/ratios.ts'
import { jobs } from './rows/jobs.ts'
import { failOn, pick, problem, wireOf } from './rows/visit.ts'
import { openWorld, type World } from './rows/world.ts'

/**
 * `npm run bench -- storm`: visitors send the most costly reads that are let through, and people who are signed in go on
 * working; measures what the people notice (docs/threats.md T24). Their every answer is checked: a refusal fails the run.
 *
 * One flood comes from one address, the other from a thousand. Each round measures idle first, then both.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      clinics: { type: 'string', default: '1000' },
      visitors: { type: 'string', default: '30' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      binaries: { type: 'string' },
    },
  })
  const seconds = Number(flags.seconds)
  const postgres: PostgresServer = await startPostgres({ binaries: flags.binaries })
  let world: World | undefined
  try {
    world = await openWorld(postgres, Number(flags.clinics), {
      env: { TRUSTED_PROXY_HOPS: '1', LIMIT_CALLERS: 'on' },
    })
    const rounds: Round[] = []
    await work(world, 3)
    for (let round = 0; round < Number(flags.rounds); round += 1) {
      const idle = await work(world, seconds)
      const measured: Round = { idle: idle.p99Ms, floods: [] }
      for (const addresses of [1, 1_000]) {
        const flood = startFlood(world.carefold.port, Number(flags.visitors), addresses)
        // its burst is over then
        await wait(2_000)
        const during = await work(world, seconds)
        measured.floods.push({ addresses, p99: during.p99Ms, statuses: await flood.stop() })
        await wait(2_000)
      }
      rounds.push(measured)
    }
    process.stdout.write(`${reportOf(rounds)}\n`)
  } finally {
    await world?.stop()
    await postgres.stop()
  }
}

interface Round {
  idle: number
  floods: { addresses: number; p99: number; statuses: Statuses }[]
}

/** Number of answers by status. */
type Statuses = Record<number, number>

// people's own work: their memberships, with the clinic
const job = jobs.find(({ name }) => name === 'memberships + clinic')
const workers = 2
const pauseMs = 50

async function work(world: World, seconds: number): Promise<LoadResult> {
  if (!job) throw new Error('the benchmark has lost its job')
  const next = () => {
    const key = pick(world.keys)
    return {
      wire: wireOf(job, 'carefold', key, key),
      problem: (status: number, body: string) => problem(job, status, body, job.rows),
    }
  }
  const result = await load(world.carefold.port, next, { connections: workers, seconds })
  failOn(result, 'somebody who is signed in')
  return result
}

const pattern = encodeURIComponent('(?:(?:a|b|c|.)?){1,37}z')
/** Costly for the database, and not refused for their shape. */
const reads = [
  `/rest/v1/clinics?select=id&name=match.${pattern}&subdomain=imatch.${pattern}`,
  '/rest/v1/clinics?select=*,plans(id,name,description,clinics(*,plans(id,name,clinics(*))))&order=about.desc,name.desc',
  `/rest/v1/clinics?select=id&name=ilike.${'*a'.repeat(1_000)}z&order=about.asc,name.desc`,
]

/** Keeps every visitor's next request waiting for their last answer, and a little longer. */
function startFlood(port: number, visitors: number, addresses: number): { stop(): Promise<Statuses> } {
  const statuses: Statuses = {}
  let isOver = false
  const visitor = async (number: number) => {
    const connection = await open(port)
    for (let count = number; !isOver; count += visitors) {
      const address = `198.51.${(count % addresses) >> 8}.${(count % addresses) & 255}`
      const { status } = await connection.send(
        wireRequest('GET', reads[count % reads.length] ?? '', { 'X-Forwarded-For': address }),
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      await wait(pauseMs)
    }
    connection.close()
  }
  const all = Array.from({ length: visitors }, (_, number) => visitor(number))
  return {
    async stop() {
      isOver = true
      await Promise.all(all)
      return statuses
    },
  }
}

function reportOf(rounds: Round[]): string {
  const rows = [1, 1_000].map((addresses) => {
    const floods = rounds.flatMap((round) =>
      round.floods
        .filter((flood) => flood.addresses === addresses)
        .map((flood) => ({ ...flood, idle: round.idle })),
    )
    const statuses = floods.reduce<Statuses>((sum, flood) => {
      for (const [status, count] of Object.entries(flood.statuses))
        sum[Number(status)] = (sum[Number(status)] ?? 0) + count
      return sum
    }, {})
    return [
      String(addresses),
      median(floods.map(({ p99, idle }) => p99 / idle)).toFixed(2),
      median(floods.map(({ idle }) => idle)).toFixed(1),
      median(floods.map(({ p99 }) => p99)).toFixed(1),
      Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ]
  })
  return table([
    [
      'addresses',
      'p99 of people, flood / idle (goal: at most 3)',
      'idle, ms',
      'flood, ms',
      'answers to the flood',
    ],
    ...rows,
  ])
}
