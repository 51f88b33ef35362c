import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { MemberPage } from '#domain/memberships/member-list.ts'
import type { Action, Services } from '#server/clinic/action.ts'
import { listMembers } from '#server/features/memberships/list-members.ts'
import { findPatients } from '#server/features/memberships/search/find-patients.ts'
import { searchPeople } from '#server/features/memberships/search/search-people.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Database, openEmbedded, openPostgres } from '#server/platform/database/database.ts'
import { ensureMigratedDump } from '#server/platform/database/migrated-pglite.ts'
import { migratePostgres } from '#server/platform/database/migrations.ts'
import { type Caller, createTransactions } from '#server/platform/database/transactions.ts'
import { silentLogger } from '#server/platform/log.ts'
import { startPostgres } from './machine/postgres-server.ts'
import { adminOfLargeClinic, memberStatements, questions } from './members/load.ts'
import { table } from './report/ratios.ts'

/** The 95th percentile. */
const goalMs = 50

/**
 * `npm run bench -- members`: response time of the list of a clinic with 10,000 members (docs/specification.md
 * B2.10) and of choosing a patient, including the caller's entry and the audit of the read.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      members: { type: 'string', default: '10000' },
      others: { type: 'string', default: '250' },
      times: { type: 'string', default: '60' },
      engines: { type: 'string', default: 'postgres,embedded' },
      // Of another Postgres than the one from npm.
      binaries: { type: 'string' },
    },
  })
  const statements = memberStatements(Number(flags.members), Number(flags.others))
  const open = {
    postgres: () => onPostgres(statements, flags.binaries),
    embedded: () => onEmbedded(statements),
  }
  for (const engine of flags.engines.split(',') as (keyof typeof open)[]) {
    const { database, caller, close } = await open[engine]()
    try {
      const rows = await measure(database, caller, Number(flags.times))
      process.stdout.write(
        `${engine}, ${flags.members} members among ${flags.others} clinics\n${table(rows)}\n\n`,
      )
    } finally {
      await close()
    }
  }
}

async function measure(database: Database, caller: Caller, times: number): Promise<string[][]> {
  const services = { transactions: createTransactions(database), clock: systemClock } as unknown as Services
  const ask = (action: Action, input: object) =>
    action.call(services, { ...caller, requestId: crypto.randomUUID() }, input)
  const rows = [['question', 'median, ms', 'p95, ms', `within ${goalMs} ms`, 'CPU here, ms']]
  const add = async (name: string, action: Action, inputs: readonly object[]) => {
    const took: number[] = []
    const cpu = process.cpuUsage()
    for (let count = 0; count < times; count += 1) {
      const since = performance.now()
      await ask(action, inputs[count % inputs.length] ?? {})
      // The first requests fill the caches of a new connection.
      if (count >= 5) took.push(performance.now() - since)
    }
    // CPU of this process and the embedded database's thread, independent of other load.
    const { user, system } = process.cpuUsage(cpu)
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.floor(took.length * share)] ?? 0
    rows.push([
      name,
      at(0.5).toFixed(1),
      at(0.95).toFixed(1),
      at(0.95) <= goalMs ? 'yes' : 'no',
      ((user + system) / 1000 / times).toFixed(1),
    ])
  }
  for (const { name, input } of questions) await add(name, listMembers, [input])
  await add('the pages in the middle', listMembers, await cursors(ask))
  await add('search everywhere', searchPeople, [{ text: 'anna' }, { text: 'zzz' }, { text: 'hana 4' }])
  const parts = ['anna', 'zzz', 'qx', '9999@example', '0147', 'May 31 1990', 'zzz, anna']
  for (const text of parts) await add(`a patient to choose: ${text}`, findPatients, [{ text }])
  return rows
}

async function cursors(ask: (action: Action, input: object) => Promise<unknown>): Promise<object[]> {
  const found: object[] = []
  let afterId: string | null = null
  for (let page = 0; page < 200; page += 1) {
    const { next } = (await ask(listMembers, afterId ? { afterId } : {})) as MemberPage
    if (!next) break
    afterId = next
    if (page % 10 === 9) found.push({ afterId })
  }
  return found
}

async function onPostgres(statements: string[], binaries: string | undefined) {
  const server = await startPostgres({ binaries })
  const url = server.url('members')
  const first = new pg.Client({ connectionString: server.url('postgres') })
  await first.connect()
  await first.query('create database members')
  await first.end()
  await migratePostgres(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  // As autovacuum does on a running server.
  await client.query('vacuum analyze')
  const { rows } = await client.query(adminOfLargeClinic)
  await client.end()
  const database = openPostgres(url, { log: silentLogger })
  const close = async () => {
    await database.close()
    await server.stop()
  }
  return { database, caller: callerFrom(rows[0]), close }
}

async function onEmbedded(statements: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'carefold-members-'))
  const dump = new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))])
  const database = await openEmbedded({ folder: join(folder, 'data'), dump }, { log: silentLogger })
  for (const statement of statements) await database.owner.execute(statement)
  const [ids] = await database.owner.query<Pick<Caller, 'userId' | 'sessionId'>>(adminOfLargeClinic)
  await database.becomeLogin()
  const close = async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { database, caller: callerFrom(ids), close }
}

function callerFrom(ids: Pick<Caller, 'userId' | 'sessionId'> | undefined): Caller {
  if (!ids) throw new Error('the large clinic has no admin')
  return { ...ids, clinic: 'members-0', requestId: 'bench', address: null }
}
