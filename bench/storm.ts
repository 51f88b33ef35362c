import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { FloodSettings, Statuses } from './machine/flood.ts'
import { type LoadResult, load } from './machine/http-load.ts'
import { type PostgresServer, startPostgres } from './machine/postgres-server.ts'
import { startServerProcess } from './machine/server-process.ts'
import { median, table } from './report/ratios.ts'
import { jobs } from './rows/jobs.ts'
import { failOn, pick, problem, wireOf } from './rows/visit.ts'
import { openWorld, type World } from './rows/world.ts'

/**
 * `npm run bench -- storm`: visitors flood the server while signed-in people work; measures the effect on those
 * people (docs/threats.md T24, docs/threats.md T90). A refusal of their requests fails the run.
 * Each round measures idle first, then each flood.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      clinics: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      only: { type: 'string', default: '' },
      binaries: { type: 'string' },
    },
  })
  const seconds = Number(flags.seconds)
  const chosen = floods.filter(({ name }) => name.includes(flags.only))
  const postgres: PostgresServer = await startPostgres({ binaries: flags.binaries })
  let world: World | undefined
  try {
    world = await openWorld(postgres, Number(flags.clinics), {
      env: { TRUSTED_PROXY_HOPS: '1', LIMIT_CALLERS: 'on', SHED_LOAD: 'on' },
    })
    const measured: Measured[] = []
    await work(world, 3)
    for (let round = 0; round < Number(flags.rounds); round += 1) {
      const idle = await work(world, seconds)
      for (const { name, ...settings } of chosen) {
        const flood = await startFlood({ port: world.carefold.port, ...settings })
        // Its burst is over then.
        await wait(2_000)
        const during = await work(world, seconds)
        measured.push({ name, idle: idle.p99Ms, p99: during.p99Ms, statuses: await flood.stop() })
        await wait(2_000)
      }
    }
    process.stdout.write(`${reportOf(measured)}\n`)
  } finally {
    await world?.stop()
    await postgres.stop()
  }
}

interface Measured {
  name: string
  idle: number
  p99: number
  statuses: Statuses
}

const pattern = encodeURIComponent('(?:(?:a|b|c|.)?){1,37}z')
/** Costly for the database, and of valid shape. */
const costly = [
  `/rest/v1/clinics?select=id&name=match.${pattern}&subdomain=imatch.${pattern}`,
  '/rest/v1/clinics?select=*,plans(id,name,description,clinics(*,plans(id,name,clinics(*))))&order=about.desc,name.desc',
  `/rest/v1/clinics?select=id&name=ilike.${'*a'.repeat(1_000)}z&order=about.asc,name.desc`,
].map((path) => ({ method: 'GET', path }))
const together = JSON.stringify({
  reads: Array.from({ length: 40 }, (_, at) => ({ ...costly[at % costly.length], headers: {} })),
})

type Flood = Omit<FloodSettings, 'port'> & { name: string }

const floods: Flood[] = [
  {
    name: '30 visitors, costly reads, one address',
    connections: 30,
    addresses: 1,
    pauseMs: 50,
    requests: costly,
  },
  {
    name: '30 visitors, costly reads, 1,000 addresses',
    connections: 30,
    addresses: 1_000,
    pauseMs: 50,
    requests: costly,
  },
  {
    name: '240 connections, costly reads, one address',
    connections: 240,
    addresses: 1,
    pauseMs: 0,
    requests: costly,
  },
  {
    name: '240 connections, costly reads, 240 addresses',
    connections: 240,
    addresses: 240,
    pauseMs: 0,
    requests: costly,
  },
  {
    name: '6 connections, 40 costly reads in each request, one address',
    connections: 6,
    addresses: 1,
    pauseMs: 0,
    requests: [{ method: 'POST', path: '/reads/v1', body: together }],
  },
]

const job = jobs.find(({ name }) => name === 'memberships + clinic')
const workers = 2
const people = 200

async function work(world: World, seconds: number): Promise<LoadResult> {
  if (!job) throw new Error('the benchmark has lost its job')
  // Few enough that each returns, as real people do.
  const keys = world.keys.slice(0, people)
  const next = () => {
    const key = pick(keys)
    return {
      wire: wireOf(job, 'carefold', key, key),
      problem: (status: number, body: string) => problem(job, status, body, job.rows),
    }
  }
  const result = await load(world.carefold.port, next, { connections: workers, seconds })
  failOn(result, 'a person who is signed in')
  return result
}

async function startFlood(settings: FloodSettings): Promise<{ stop(): Promise<Statuses> }> {
  const script = new URL('./machine/flood.ts', import.meta.url)
  const flood = await startServerProcess('flood', script, { FLOOD: JSON.stringify(settings) })
  return {
    async stop() {
      const statuses = JSON.parse(await flood.ask('stop')) as Statuses
      await flood.stop()
      return statuses
    },
  }
}

function reportOf(measured: Measured[]): string {
  const names = [...new Set(measured.map(({ name }) => name))]
  const rows = names.map((name) => {
    const runs = measured.filter((each) => each.name === name)
    const statuses: Statuses = {}
    for (const run of runs)
      for (const [status, count] of Object.entries(run.statuses))
        statuses[Number(status)] = (statuses[Number(status)] ?? 0) + count
    return [
      name,
      median(runs.map(({ p99, idle }) => p99 / idle)).toFixed(2),
      median(runs.map(({ idle }) => idle)).toFixed(1),
      median(runs.map(({ p99 }) => p99)).toFixed(1),
      Object.entries(statuses)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    ]
  })
  return table([
    [
      'flood',
      'p99 of people, flood / idle (goal: at most 3)',
      'idle, ms',
      'flood, ms',
      'answers to the flood',
    ],
    ...rows,
  ])
}
