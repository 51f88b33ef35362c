import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startPostgres } from './machine/postgres-server.ts'
import { median, table } from './report/ratios.ts'
import { benchClinic, loadStatements } from './rows/clinics.ts'

/**
 * `npm run bench -- months`: what statements over tables with a partition for each month cost, as partitions are added
 * (docs/decisions/0117): prepared as the server prepares them, planned anew, and the first of a connection, which reads what
 * every partition is made of; and how many locks they hold. Processor time of the connection's process; all partitions but one are empty.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      // a month each, and two for what is older and younger; the trail has 74 after its six years, mails 26, events 15
      partitions: { type: 'string', default: '3,15,26,74' },
      times: { type: 'string', default: '300' },
      // of another Postgres than the one from npm
      binaries: { type: 'string' },
    },
  })
  const { migratePostgres } = await import('#server/platform/database/migrations.ts')
  const postgres = await startPostgres({ binaries: flags.binaries })
  try {
    const owner = new pg.Client({ connectionString: postgres.url('postgres') })
    await owner.connect()
    await owner.query('create database months')
    await owner.end()
    const url = postgres.url('months')
    await migratePostgres(url)
    await load(url)
    process.stdout.write(`Postgres ${postgres.version}; microseconds of processor time a statement\n`)
    const rows = [['statement', 'partitions', 'prepared', 'planned anew', 'first of a connection', 'locks']]
    for (const partitions of flags.partitions.split(',').map(Number)) {
      await growTo(url, partitions)
      for (const statement of statements) {
        await sealTrail(url)
        rows.push([
          statement.name,
          String(partitions),
          ...(await measure(url, statement, Number(flags.times))),
        ])
        process.stderr.write(`${rows.at(-1)?.join(', ')}\n`)
      }
    }
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await postgres.stop()
  }
}

interface Measured {
  name: string
  sql: string
  params: (string | null)[]
  /** Who runs it; the settings of a request are set before. */
  role: 'system' | 'clinic_staff' | 'clinic_admin' | 'clinic_patient'
}

const clinic = benchClinic(1)
const mailId = '00000000-0000-4000-8000-000000000001'

/** Those that requests and frequent jobs run. */
const statements: Measured[] = [
  {
    name: 'an audit row is written',
    sql: `select app.write_audit('plan.published', 'plan', $1, '{}', $2::uuid, '{}', null)`,
    params: ['1', clinic.id],
    role: 'system',
  },
  {
    name: 'a read is recorded',
    sql: `select app.record_read('{"tables": ["patients"]}', array[$1::uuid], 1, 'data-api')`,
    params: [clinic.patientId(1)],
    role: 'clinic_staff',
  },
  {
    name: 'a mail is queued',
    sql: `insert into app.mails (id, template, to_address, subject, text_body, html_body, links, message_id, queued_at)
          values (gen_random_uuid(), 'x', 'a@bench.test', 's', 't', 'h', '{}', gen_random_uuid()::text, now())`,
    params: [],
    role: 'system',
  },
  {
    name: 'a mail by its key',
    sql: `update app.mails set attempts = attempts + 1 where id = $1 and status <> 'sent' returning to_address`,
    params: [mailId],
    role: 'system',
  },
  {
    name: 'an event by its key',
    sql: `update app.webhook_events set attempts = attempts + 1 where id = $1 and processed_at is null returning id`,
    params: ['evt_bench'],
    role: 'system',
  },
  {
    name: 'the newest 50 of a clinic’s trail',
    sql: `select id, occurred_at, action from app.audit_log where clinic_id = $1::uuid order by id desc limit 50`,
    params: [clinic.id],
    role: 'clinic_admin',
  },
  {
    name: 'a patient’s own history',
    sql: `select * from public.audit_log_for_me(null, 20)`,
    params: [],
    role: 'clinic_patient',
  },
  {
    name: 'who looked at a patient’s record',
    sql: `select * from app.looks_at($1::uuid, $2::uuid, null, null, 50)`,
    params: [clinic.id, clinic.patientId(1)],
    role: 'system',
  },
]

async function load(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (const statement of loadStatements(10, { appointments: true, security: true }))
      await client.query(statement)
    await client.query(
      `insert into app.mails (id, template, to_address, subject, text_body, html_body, links, message_id, queued_at)
       values ($1, 'x', 'a@bench.test', 's', 't', 'h', '{}', 'm', now())`,
      [mailId],
    )
    await client.query(
      `insert into app.webhook_events (id, type, occurred_at, received_at) values ('evt_bench', 'x', now(), now())`,
    )
    await client.query(
      `insert into app.audit_log (clinic_id, actor_kind, action)
       select $1, 'system', 'plan.published' from generate_series(1, 1000)`,
      [clinic.id],
    )
    await client.query('analyze')
  })
}

/** As the job leaves the trail every minute: what the statements before have written is sealed. */
function sealTrail(url: string): Promise<void> {
  return withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ sealed: number }>('select sealed from app.seal_audit_log(2000)')
      if (rows.reduce((sum, { sealed }) => sum + sealed, 0) < 2_000) break
    }
    await client.query('analyze app.audit_log, app.audit_subjects')
  })
}

/** Adds empty months after those that are there. */
function growTo(url: string, partitions: number): Promise<void> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; there: number }>(
      `select m.name, (select count(*)::integer from pg_inherits i where i.inhparent = m.name::regclass) as there
         from app.monthly_tables m`,
    )
    for (const { name, there } of rows)
      for (let number = there; number < partitions; number += 1)
        await client.query(
          `select app.make_partition($1, 'later_' || $2, timestamptz '2040-01-01Z' + make_interval(months => $2::integer),
                                     timestamptz '2040-01-01Z' + make_interval(months => $2::integer + 1))`,
          [name, number],
        )
  })
}

async function measure(url: string, statement: Measured, times: number): Promise<string[]> {
  const { sql, params } = statement
  const onConnection = (
    name: string | undefined,
    work: (ask: (count: number) => Promise<number>) => Promise<number>,
  ) =>
    withClient(url, async (client) => {
      const pid = await enter(client, statement)
      return work(async (count) => {
        const before = microsecondsOf(pid)
        for (let time = 0; time < count; time += 1)
          await client.query({ ...(name && { name }), text: sql, values: params })
        return (microsecondsOf(pid) - before) / count
      })
    })
  const warm = async (ask: (count: number) => Promise<number>) => {
    await ask(20)
    return ask(times)
  }
  const firsts: number[] = []
  for (let round = 0; round < 9; round += 1) firsts.push(await onConnection(undefined, (ask) => ask(1)))
  const found = [await onConnection('measured', warm), await onConnection(undefined, warm), median(firsts)]
  return [...found.map((microseconds) => microseconds.toFixed(0)), await locksOf(url, statement)]
}

/** Locks that one run holds until its transaction ends: Postgres has room for a number of them over all connections. */
function locksOf(url: string, statement: Measured): Promise<string> {
  return withClient(url, async (client) => {
    await enter(client, statement)
    await client.query('begin')
    await client.query(statement.sql, statement.params)
    const { rows } = await client.query('select count(*) as held from pg_locks where pid = pg_backend_pid()')
    await client.query('rollback')
    return String(rows[0].held)
  })
}

/** Processor time of a process so far: finer than its ticks, by Linux' scheduler. */
function microsecondsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
}

/** @returns the id of the connection's process */
async function enter(client: pg.Client, { role }: Measured): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(
    `select pg_backend_pid() as pid, set_config('role', $1, false), set_config('app.clinic_id', $2, false),
            set_config('app.user_id', $3, false), set_config('app.session_id', $4, false)`,
    [role, clinic.id, role === 'clinic_patient' ? clinic.patientId(1) : clinic.staffId, clinic.sessionId],
  )
  return rows[0]?.pid ?? 0
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
