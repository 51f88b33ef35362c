import { parseArgs } from 'node:util'
import { load } from './machine/http-load.ts'
import { type PostgresServer, startPostgres } from './machine/postgres-server.ts'
import { median, type RatioSummary, summary, table } from './report/ratios.ts'
import { type Job, jobs } from './rows/jobs.ts'
import { failOn, pick, problem, rotated, type Visit, visit, wireOf } from './rows/visit.ts'
import { openWorld, type World } from './rows/world.ts'

/**
 * `npm run bench -- rows`: the data API compared with the thin server (rows/thin-server.ts) at several numbers of
 * clinics.
 * Each round visits both servers at every size, in rotated order; ratios are within a round. If rounds differ too
 * much, five more run. Checks status and row count of every answer.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '10,1000,100000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '16' },
      jobs: { type: 'string', default: '' },
      // Preserves the loaded databases for the next run.
      data: { type: 'string' },
      // Of another Postgres than the one from npm.
      binaries: { type: 'string' },
    },
  })
  const sizes = flags.sizes.split(',').map(Number)
  const options: Options = {
    rounds: Number(flags.rounds),
    seconds: Number(flags.seconds),
    connections: Number(flags.connections),
  }
  const postgres = await startPostgres({ folder: flags.data, binaries: flags.binaries })
  const worlds: World[] = []
  try {
    say(`Postgres ${postgres.version}, Node ${process.version}; sizes ${sizes.join(', ')} clinics`)
    for (const clinics of sizes) {
      const startedAt = performance.now()
      worlds.push(await openWorld(postgres, clinics))
      say(`${clinics} clinics ready after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    }
    const asked = jobs.filter((job) => job.name.includes(flags.jobs))
    const reports: JobReport[] = []
    for (const job of asked) {
      if (job.needsAppointments && !worlds.every((world) => world.hasAppointments)) {
        say(`${job.name}: skipped: the schema has no appointments`)
        continue
      }
      for (const world of worlds) await refuseForeign(job, world)
      const report = await measure(job, worlds, postgres, options)
      for (const world of worlds) report.buffers.set(world.clinics, await world.buffers(job))
      reports.push(report)
    }
    say(`\n${reportOf(reports, worlds)}`)
  } finally {
    await Promise.all(worlds.map((world) => world.stop()))
    await postgres.stop()
  }
}

interface Options {
  rounds: number
  seconds: number
  connections: number
}

/** Results of one round, by number of clinics, then by server. */
type Round = Map<number, { thin: Visit; carefold: Visit }>

interface JobReport {
  job: Job
  rounds: Round[]
  /** Database pages touched by one request, by number of clinics. */
  buffers: Map<number, number>
}

const noisyRounds = 5
const warmSeconds = 1

async function measure(job: Job, worlds: World[], postgres: PostgresServer, options: Options) {
  const report: JobReport = { job, rounds: [], buffers: new Map() }
  for (const world of worlds) {
    await visit(job, world, 'thin', postgres, { ...options, seconds: warmSeconds })
    await visit(job, world, 'carefold', postgres, { ...options, seconds: warmSeconds })
  }
  const runRounds = async (count: number) => {
    for (let index = 0; index < count; index++) {
      report.rounds.push(await runRound(job, rotated(worlds, report.rounds.length), postgres, options))
    }
  }
  await runRounds(options.rounds)
  if (worlds.some(({ clinics }) => ratioToThin(report, clinics).noisy)) await runRounds(noisyRounds)
  return report
}

async function runRound(job: Job, worlds: World[], postgres: PostgresServer, options: Options) {
  const round: Round = new Map()
  for (const [index, world] of worlds.entries()) {
    const order = index % 2 === 0 ? (['thin', 'carefold'] as const) : (['carefold', 'thin'] as const)
    const seen: Partial<Record<'thin' | 'carefold', Visit>> = {}
    for (const server of order) seen[server] = await visit(job, world, server, postgres, options)
    round.set(world.clinics, seen as { thin: Visit; carefold: Visit })
  }
  return round
}

async function refuseForeign(job: Job, world: World): Promise<void> {
  const { foreignRows } = job
  if (foreignRows === undefined) return
  for (const server of ['thin', 'carefold'] as const) {
    const next = () => {
      const caller = pick(world.keys)
      const others = world.keys.filter(({ clinic }) => clinic.id !== caller.clinic.id)
      return {
        wire: wireOf(job, server, caller, pick(others)),
        problem: (status: number, body: string) => problem(job, status, body, foreignRows),
      }
    }
    const result = await load(world[server].port, next, { connections: 1, seconds: 0.2 })
    failOn(result, `${job.name} with another clinic's token, ${server}`)
  }
}

function ratioToThin({ rounds }: JobReport, clinics: number): RatioSummary {
  return summary(rounds.map((round) => ratio(round, clinics, clinics, 'thin')))
}

function ratio(round: Round, clinics: number, other: number, server: 'thin' | 'carefold'): number {
  return (round.get(clinics)?.carefold.perSecond ?? 0) / (round.get(other)?.[server].perSecond ?? Number.NaN)
}

function reportOf(reports: JobReport[], worlds: World[]): string {
  const sizes = worlds.map((world) => world.clinics)
  const [smallest = 0] = sizes
  const ratios = reports.flatMap((report) =>
    sizes.map((clinics) => {
      const found = ratioToThin(report, clinics)
      const reached = found.median >= report.job.goal ? 'yes' : 'no'
      return [report.job.name, String(clinics), ...shown(found), String(report.job.goal), reached]
    }),
  )
  const growth = reports.flatMap((report) =>
    sizes.slice(1).map((clinics) => {
      const cost = summary(report.rounds.map((round) => 1 / ratio(round, clinics, smallest, 'carefold')))
      return [
        report.job.name,
        `${clinics} / ${smallest}`,
        ...shown(cost),
        '1.25',
        cost.median <= 1.25 ? 'yes' : 'no',
      ]
    }),
  )
  const cpu = reports.flatMap((report) =>
    sizes.map((clinics) => [
      report.job.name,
      String(clinics),
      ...(['thin', 'carefold'] as const).map((server) =>
        median(report.rounds.map((round) => round.get(clinics)?.[server].cpuPer1000 ?? 0)).toFixed(2),
      ),
    ]),
  )
  return [
    'Requests a second, Carefold / thin, within one round:',
    table([['job', 'clinics', 'median', 'min', 'max', '', 'goal', 'reached'], ...ratios]),
    ...(growth.length > 0
      ? [
          '\nCost of a request as the clinics grow:',
          table([['job', 'clinics', 'median', 'min', 'max', '', 'at most', 'reached'], ...growth]),
        ]
      : []),
    '\nPages of the database that one request touches (exact; an index gets one level deeper for each hundredfold):',
    table([
      ['job', ...sizes.map((clinics) => `${clinics} clinics`)],
      ...reports.map(({ job, buffers }) => [
        job.name,
        ...sizes.map((clinics) => String(buffers.get(clinics))),
      ]),
    ]),
    '\nProcessor seconds per 1,000 requests, server and database:',
    table([['job', 'clinics', 'thin', 'carefold'], ...cpu]),
  ].join('\n')
}

function shown({ median, min, max, noisy }: RatioSummary): string[] {
  return [median.toFixed(2), min.toFixed(2), max.toFixed(2), noisy ? 'noisy' : '']
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
