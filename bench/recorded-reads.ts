import { parseArgs } from 'node:util'
import { startPostgres } from './machine/postgres-server.ts'
import { median, summary, table } from './report/ratios.ts'
import { jobs } from './rows/jobs.ts'
import { rotated, type Visit, visit } from './rows/visit.ts'
import { openWorld, type World } from './rows/world.ts'

/**
 * `npm run bench -- recorded-reads`: what the record of a read of health data costs (decision 20). The appointments of a
 * day are asked of Carefold over two like databases; in one of them the table is not marked as health data.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      clinics: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '9' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '16' },
    },
  })
  const job = jobs.find(({ name }) => name === 'appointments of a day')
  if (!job) throw new Error('there is no such job')
  const options = { seconds: Number(flags.seconds), connections: Number(flags.connections) }
  const postgres = await startPostgres()
  const worlds: World[] = []
  try {
    for (const isRecorded of [true, false]) {
      worlds.push(await openWorld(postgres, Number(flags.clinics), { isRecorded }))
    }
    const [recorded, unrecorded] = worlds as [World, World]
    const seen = { recorded: [] as Visit[], unrecorded: [] as Visit[] }
    const both = [
      { name: 'recorded', world: recorded },
      { name: 'unrecorded', world: unrecorded },
    ] as const
    for (const { world } of both) await visit(job, world, 'carefold', postgres, { ...options, seconds: 1 })
    for (let round = 0; round < Number(flags.rounds); round++) {
      for (const { name, world } of rotated([...both], round)) {
        seen[name].push(await visit(job, world, 'carefold', postgres, options))
      }
    }
    const costs = (of: (visit: Visit) => number) =>
      summary(seen.recorded.map((visit, round) => of(visit) / of(seen.unrecorded[round] as Visit)))
    const rows = (
      [
        ['time', costs((visit) => 1 / visit.perSecond)],
        ['processor', costs((visit) => visit.cpuPer1000)],
      ] as const
    ).map(([what, { median, min, max, noisy }]) => [
      what,
      ...[median, min, max].map((ratio) => ratio.toFixed(2)),
      noisy ? 'noisy' : '',
      '1.2',
      median <= 1.2 ? 'yes' : 'no',
    ])
    const cpu = (visits: Visit[]) => median(visits.map((visit) => visit.cpuPer1000)).toFixed(2)
    process.stdout.write(
      `${[
        `Recorded / not recorded, ${job.name}, ${flags.clinics} clinics:`,
        table([['cost', 'median', 'min', 'max', '', 'at most', 'reached'], ...rows]),
        `\nProcessor seconds per 1,000 requests: ${cpu(seen.recorded)} recorded, ${cpu(seen.unrecorded)} not`,
      ].join('\n')}\n`,
    )
  } finally {
    await Promise.all(worlds.map((world) => world.stop()))
    await postgres.stop()
  }
}
