// Runs on one node: server/tests/nodes/distributed.test.ts plays several.
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { limitDatabase } from './databases.ts'
import { enterByClinic } from './distributed-nodes.ts'
import { readConfig } from './platform/config/config.ts'
import { ConfigError } from './platform/config/config-error.ts'
import type { Database } from './platform/database/database.ts'
import { silentLogger } from './platform/log.ts'

const db = await setUpDatabase()
const options = { limitCallers: false, shedLoad: false }
const DATABASE_URL = 'postgres://user:a%2Fb@first.test:5433/carefold?sslmode=require&host=/run'
const distributed = readConfig({ DATABASE_URL, DATABASE_NODES: 'distributed' })

let clinic: TestClinic
let asked: string[]
let opened: string[]
beforeEach(async () => {
  clinic ??= await aClinic(db)
  asked = []
  opened = []
})

function aCoordinator(database: Database = db.database) {
  const first = limitDatabase(readConfig({ DATABASE_URL }), database, silentLogger, options)
  const { withSystemStatement } = first.transactions
  first.transactions.withSystemStatement = (purpose, statement, caller) => {
    if (purpose === 'node of a clinic') asked.push(String(statement.params[0]))
    return withSystemStatement(purpose, statement, caller)
  }
  return first
}

const open = (url: string) => {
  opened.push(url)
  return db.database
}

/** The function as an engine with a directory has it. */
const nameNodes = (host: string) =>
  db.asOwner(`
    create or replace function app.node_of_clinic(p_clinic text, out host text, out port integer)
    language plpgsql stable set search_path = '' as $$
    begin
      if p_clinic in ('${clinic.subdomain}', '${clinic.id}') then host := '${host}'; port := 6432; end if;
    end $$`)

it('without the setting the transactions are those of the one database, and nothing is asked', async () => {
  const first = aCoordinator()
  expect(await enterByClinic(readConfig({ DATABASE_URL }), first, silentLogger, options)).toBe(first)
  await first.transactions.withActor(clinic.admin.caller(), (tx) => sql`select`.execute(tx))
  expect([asked, opened]).toEqual([[], []])
})

it('the setting is refused for a database that is not distributed, which is closed', async () => {
  let isClosed = false
  const database = {
    ...db.database,
    close: async () => {
      isClosed = true
    },
  }
  const entering = enterByClinic(distributed, aCoordinator(database), silentLogger, options)
  await expect(entering).rejects.toThrow(ConfigError)
  await expect(entering).rejects.toThrow('run deploy/citus.sql first')
  expect(isClosed).toBe(true)
})

it('the setting is refused before the migration of the directory', async () => {
  const first = aCoordinator({ ...db.database, close: async () => {} })
  const missing = Object.assign(new Error('no function'), { code: '42883' })
  first.transactions.withSystemStatement = () => Promise.reject(missing)
  await expect(enterByClinic(distributed, first, silentLogger, options)).rejects.toThrow('npm run migrate')
})

it('asks once for a clinic, and opens its node with the same database and credentials', async () => {
  await nameNodes('10.0.0.2')
  const { transactions, byClinic } = await enterByClinic(distributed, aCoordinator(), silentLogger, {
    ...options,
    open,
  })
  asked = []
  const caller = clinic.admin.caller()
  const entered = () => transactions.withActor(caller, async (_tx, { clinicId }) => clinicId)
  expect(byClinic?.known(clinic.subdomain)).toBeUndefined()
  expect([await entered(), await entered()]).toEqual([clinic.id, clinic.id])
  const statement = { sql: 'select 1 as one', params: [] }
  expect(await transactions.withStatement(caller, statement, (rows) => rows)).toEqual([{ one: '1' }])
  await transactions.withSystem('test', (tx) => sql`select`.execute(tx))
  expect(asked).toEqual([clinic.subdomain])
  await transactions.withSystem('test', (tx) => sql`select`.execute(tx), { clinicId: clinic.id })
  expect(asked).toEqual([clinic.subdomain, clinic.id])
  expect(opened).toEqual(['postgres://user:a%2Fb@10.0.0.2:6432/carefold?sslmode=require'])
  expect(byClinic?.known(clinic.subdomain)).toBe(byClinic?.opened()[0])
})

it('enters without a clinic, or with an unknown one, at the coordinator', async () => {
  await nameNodes('::1')
  const entered = await enterByClinic(distributed, aCoordinator(), silentLogger, { ...options, open })
  for (const name of [null, 'never-opened'])
    await entered.transactions.withActor({ ...clinic.admin.caller(), clinic: name }, (tx) =>
      sql`select`.execute(tx),
    )
  expect(opened).toEqual([])
  await entered.transactions.withActor(clinic.admin.caller(), (tx) => sql`select`.execute(tx))
  expect(opened).toEqual(['postgres://user:a%2Fb@[::1]:6432/carefold?sslmode=require'])
})

it('a caller has a budget at each node', async () => {
  await nameNodes('10.0.0.2')
  const shared = { ...db.database, close: async () => {} }
  const first = limitDatabase(readConfig({ DATABASE_URL }), shared, silentLogger, {})
  const { transactions, close } = await enterByClinic(distributed, first, silentLogger, {
    open: () => shared,
  })
  const caller = clinic.admin.caller()
  await transactions.withActor(caller, (tx) => sql`select`.execute(tx))
  transactions.prepay(caller, 590)
  expect(() => transactions.prepay(caller, 300)).toThrow('rate_limited')
  transactions.prepay({ ...caller, clinic: null }, 590)
  expect(() => transactions.prepay({ ...caller, clinic: null }, 300)).toThrow('rate_limited')
  await close()
})
