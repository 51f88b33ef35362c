import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Migration, migratePostgres, readMigrations } from '#server/platform/database/migrations.ts'
import { signIn } from '../auth/people.ts'
import type { Drill } from './drill.ts'
import { seconds } from './faults/process-faults.ts'
import { mixOf, percentile, sendMix } from './mixed-load.ts'
import { clinics, openScene, people, type Scene } from './scene.ts'

/** Half of the load goal (docs/reliability.md L1). */
const rate = 250

const steps: Migration[] = [
  {
    name: '9001_drill_expand.sql',
    checksum: 'drill-1',
    // Rows of old servers get the default; existing ones are filled below, not under this lock.
    sql: `alter table public.appointments add column drill_note text;
      alter table public.appointments alter column drill_note set default '';`,
  },
  {
    name: '9002_drill_index.sql',
    checksum: 'drill-2',
    // Without it each batch would read past all finished rows, quadratic in their number.
    sql: `-- one by one
      drop index concurrently if exists public.drill_note_missing;
      create index concurrently drill_note_missing on public.appointments (clinic_id, id) where drill_note is null;`,
  },
  {
    name: '9003_drill_backfill.sql',
    checksum: 'drill-3',
    sql: `-- in batches
      with next as (
             select clinic_id, id from public.appointments where drill_note is null
              order by clinic_id, id limit 500 for update skip locked),
           changed as (
             update public.appointments a set drill_note = '' from next
              where a.clinic_id = next.clinic_id and a.id = next.id returning 1)
      select count(*) as changed from changed`,
  },
  {
    name: '9004_drill_contract.sql',
    checksum: 'drill-4',
    sql: `drop index public.drill_note_missing;
      alter table public.appointments add constraint drill_note_is_there check (drill_note is not null) not valid`,
  },
  {
    name: '9005_drill_validate.sql',
    checksum: 'drill-5',
    // Reads the table without blocking writers.
    sql: 'alter table public.appointments validate constraint drill_note_is_there',
  },
]

export const liveMigration: Drill = {
  name: 'F11',
  isShort: false,
  about: 'migration of live data',
  async run(shared) {
    // In full on a separate scene, which takes minutes to load.
    const wanted = shared.isFull ? Number(process.env.DRILL_CLINICS ?? 100_000) : clinics
    const scene = wanted > clinics ? await openScene(true, {}, wanted) : shared
    try {
      return await migrateLive(scene, wanted)
    } finally {
      await forget(scene)
      await scene.query('alter table public.appointments drop column if exists drill_note')
      if (scene !== shared) await scene.stop()
    }
  },
}

/** A development server migrates at its start, and refuses unknown steps. */
const forget = (scene: Scene) => scene.query(`delete from migrations.applied where name like '9%_drill_%'`)

async function migrateLive(scene: Scene, count: number) {
  const problems: string[] = []
  const old = await scene.start()
  const next = mixOf(await scene.teamAt(old.port), await signIn(old.port, people, 32))
  await sendMix(old.port, next, { rate: 50, seconds: 3 })
  let isOver = false
  const loads: Promise<Awaited<ReturnType<typeof sendMix>>>[] = []
  const keepLoading = async () => {
    while (!isOver) {
      const load = sendMix(old.port, next, { rate, seconds: 2 })
      loads.push(load)
      await load
    }
  }
  const loading = keepLoading()
  const since = performance.now()
  const all = readMigrations()

  // A long reader: the first step yields, and requests behind it do not wait for both.
  const reader = new pg.Client({ connectionString: scene.url })
  await reader.connect()
  await reader.query('begin')
  await reader.query('select count(*) from public.appointments where false')
  const expanding = migratePostgres(scene.url, [...all, ...steps.slice(0, 1)])
  await wait(3_500)
  await reader.query('rollback')
  await reader.end()
  await expanding

  const killed = migratePostgres(scene.url, [...all, ...steps.slice(0, 3)]).then(
    () => false,
    () => true,
  )
  await wait(scene.isFull ? 2_000 : 60)
  // With many visits the index alone takes minutes, before the first batch.
  let ended: unknown[] = []
  while (ended.length === 0 && (await Promise.race([killed, wait(10, 'under way')])) === 'under way')
    ended = await scene.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '-- in batches%' and pid <> pg_backend_pid()`)
  const wasKilled = await killed
  const [left] = await scene.query<{ count: number }>(
    'select count(*)::int as count from public.appointments where drill_note is null',
  )
  await migratePostgres(scene.url, [...all, ...steps.slice(0, 3)])
  await forget(scene)
  const fresh = await scene.start()
  for (const { name, checksum } of steps.slice(0, 3))
    await scene.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])
  await migratePostgres(scene.url, [...all, ...steps])
  const took = performance.now() - since
  await wait(1_000)
  isOver = true
  await loading
  const tallies = await Promise.all(loads)
  const health = await fetch(`http://127.0.0.1:${fresh.port}/ready`).then(({ status }) => status)
  if (health !== 200) problems.push(`the new server answers ${health}`)
  const [empty] = await scene.query<{ count: number }>(
    'select count(*)::int as count from public.appointments where drill_note is null',
  )
  if (empty?.count) problems.push(`${empty.count} rows were left out`)
  for (const { wrong } of tallies)
    for (const [what, times] of Object.entries(wrong)) problems.push(`${times} times ${what}`)
  await Promise.all([old.stop(), fresh.stop()])
  const answers = tallies.flatMap(({ goodMs }) => goodMs).sort((a, b) => a - b)
  const slowest = answers.at(-1) ?? 0
  const refused = tallies.reduce((sum, tally) => sum + tally.refused, 0)
  return {
    figures: `${count} clinics, ${answers.length} answers meanwhile, p99 ${percentile(answers, 0.99).toFixed(0)} ms, slowest ${seconds(slowest)}, ${refused} refused, ${wasKilled ? `killed with ${left?.count} rows to go` : 'over before it could be killed'}, ${seconds(took)} in all`,
    problems: [...new Set(problems)],
    slow: [
      slowest > 2_000 && `a request took ${seconds(slowest)}, at most 2 s`,
      refused > 0 && `${refused} requests were refused`,
    ].filter((each) => each !== false),
  }
}
