import { parseArgs } from 'node:util'
import pg from 'pg'
import { load } from './machine/http-load.ts'
import { startPostgres } from './machine/postgres-server.ts'
import { median, summary, table } from './report/ratios.ts'
import { type Job, jobs } from './rows/jobs.ts'
import { type Visit, visit, wireOf } from './rows/visit.ts'
import { openWorld, type World } from './rows/world.ts'

/**
 * `npm run bench -- recorded-reads`: the cost of recording a read of health data (docs/decisions/0020). Reads a day's
 * appointments with their table alternately marked as health data and unmarked, on the same server, connections and
 * data, because two identical processes differ by more than that.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      clinics: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '30' },
      seconds: { type: 'string', default: '1' },
      connections: { type: 'string', default: '16' },
      // Of another Postgres than the one from npm.
      binaries: { type: 'string' },
    },
  })
  const job = jobs.find(({ name }) => name === 'appointments of a day')
  if (!job) throw new Error('no such job')
  const options = { seconds: Number(flags.seconds), connections: Number(flags.connections) }
  const postgres = await startPostgres({ binaries: flags.binaries })
  const toClose: (() => Promise<void>)[] = [() => postgres.stop()]
  try {
    const world = await openWorld(postgres, Number(flags.clinics))
    toClose.unshift(() => world.stop())
    const marks = await marksOf(world, job)
    toClose.unshift(() => marks.close())
    const ask = async (isRecorded: boolean) => {
      await marks.set(isRecorded)
      return visit(job, world, 'carefold', postgres, options)
    }
    for (const isRecorded of [true, false]) await ask(isRecorded)
    const seen = { recorded: [] as Visit[], unrecorded: [] as Visit[] }
    for (let round = 0; round < Number(flags.rounds); round++) {
      for (const isRecorded of round % 2 ? [true, false] : [false, true]) {
        seen[isRecorded ? 'recorded' : 'unrecorded'].push(await ask(isRecorded))
      }
    }
    report(
      seen,
      `${job.name}, ${flags.clinics} clinics, ${options.connections} connections, Postgres ${postgres.version}`,
    )
  } finally {
    for (const close of toClose) await close()
  }
}

async function marksOf(world: World, job: Job) {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  const { rows } = await client.query(`select obj_description('public.appointments'::regclass) as comment`)
  const marked = rows[0].comment as string
  const key = world.keys[0]
  if (!key) throw new Error('the world has no callers')
  const lastRecord = async () => (await client.query('select max(id) as id from app.audit_log')).rows[0].id
  const leavesRecord = async () => {
    const before = await lastRecord()
    await load(
      world.carefold.port,
      () => ({ wire: wireOf(job, 'carefold', key, key), problem: () => undefined }),
      { seconds: 0.02, connections: 1 },
    )
    return (await lastRecord()) !== before
  }
  return {
    async set(isMarked: boolean) {
      const comment = isMarked ? marked : 'For comparison: not recorded.'
      await client.query(`comment on table public.appointments is ${client.escapeLiteral(comment)}`)
      // The server is notified and reloads its schema cache.
      for (let tries = 0; (await leavesRecord()) !== isMarked; tries++) {
        if (tries === 100)
          throw new Error(`the server does not see that the table is ${isMarked ? '' : 'not '}marked`)
      }
    },
    close: () => client.end(),
  }
}

function report(seen: { recorded: Visit[]; unrecorded: Visit[] }, what: string): void {
  const costs = (of: (visit: Visit) => number) =>
    summary(seen.recorded.map((visit, round) => of(visit) / of(seen.unrecorded[round] as Visit)))
  const rows = (
    [
      ['time', costs((visit) => 1 / visit.perSecond)],
      ['processor', costs((visit) => visit.cpuPer1000)],
    ] as const
  ).map(([cost, { median, min, max, noisy }]) => [
    cost,
    ...[median, min, max].map((ratio) => ratio.toFixed(2)),
    noisy ? 'noisy' : '',
    '1.2',
    median <= 1.2 ? 'yes' : 'no',
  ])
  const cpu = (visits: Visit[]) => median(visits.map((visit) => visit.cpuPer1000)).toFixed(2)
  process.stdout.write(
    `${[
      `Recorded / not recorded, ${what}:`,
      table([['cost', 'median', 'min', 'max', '', 'at most', 'reached'], ...rows]),
      `\nProcessor seconds per 1,000 requests: ${cpu(seen.recorded)} recorded, ${cpu(seen.unrecorded)} not`,
    ].join('\n')}\n`,
  )
}
