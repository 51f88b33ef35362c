// The tenant-escape matrix of threats.md T1: every table of the catalogue x every actor x four verbs x whose row it is.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#server/platform/doors.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import {
  type ActorName,
  actorNames,
  expectations,
  isExpected,
  type Reach,
  reaches,
  type Verb,
  verbs,
} from './expectations.ts'
import { Garden, type PlantedRow } from './rows.ts'
import { readTables, type Table } from './tables.ts'
import { makeWorld, type Owner, type World } from './world.ts'

let db: TestDatabase
let world: World
let garden: Garden
let tables: Table[]
let cells = 0
const rows = new Map<string, PlantedRow[]>()
/** `table role verb` → the granted columns; the whole table counts as all of them. */
const granted = new Map<string, string[]>()

beforeAll(async () => {
  db = await openTestDatabase()
  world = await makeWorld(db)
  garden = new Garden(db, world)
  tables = await readTables(db)
  for (const table of tables) rows.set(table.name, await garden.rowsOf(table))
  const grants = await db.asOwner<{ key: string; columns: string[] }>(`
    select table_schema || '.' || table_name || ' ' || grantee || ' ' || lower(privilege_type) as key,
           array_agg(column_name::text) as columns
      from information_schema.column_privileges group by 1`)
  for (const { key, columns } of grants) granted.set(key, columns)
})
afterAll(() => db.close())

it('every table has an expectation, and every expectation a table', () => {
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(expectations).sort())
})

describe.each(Object.keys(expectations))('%s', (name) => {
  it.each(verbs)('%s reaches what is written and nothing else', async (verb) => {
    const table = tables.find((candidate) => candidate.name === name) as Table
    const reached: string[] = []
    const expected: string[] = []
    for (const actor of actorNames) {
      for (const reach of reaches) {
        if (targetsOf(table, actor, verb, reach).length === 0) continue
        cells += 1
        if (isExpected(name, actor, verb, reach)) expected.push(`${actor}: ${reach}`)
      }
      reached.push(...(await reachedBy(table, actor, verb)))
    }
    expect(reached.sort()).toEqual(expected.sort())
  })
})

it('has tried thousands of cells', () => {
  expect(cells).toBeGreaterThan(3000)
})

/** The rows of a table that stand in this relation to the actor; for inserts, whose row it would be. */
function targetsOf(table: Table, actor: ActorName, verb: Verb, reach: Reach): (PlantedRow | Owner)[] {
  const userId = world.people[actor]?.userId ?? null
  if (verb === 'insert') {
    const { foreignPatient, ...here } = world.owners
    if (reach === 'foreign') return [foreignPatient]
    const own = Object.values(here).filter((owner) => table.isPersonal && owner.userId === userId)
    return reach === 'own' ? own : Object.values(here).filter((owner) => !own.includes(owner))
  }
  return (rows.get(table.name) ?? []).filter((row) => {
    const isOwn = row.userId !== null && row.userId === userId && row.clinic === 1
    if (reach === 'own') return isOwn
    return !isOwn && row.clinic === (reach === 'same' ? 1 : 2)
  })
}

/** Which relations the actor's attempts got through; each attempt is undone. */
async function reachedBy(table: Table, actor: ActorName, verb: Verb): Promise<string[]> {
  const reached: string[] = []
  const tryAll = async (tx: Tx, role: string) => {
    for (const reach of reaches) {
      for (const target of targetsOf(table, actor, verb, reach)) {
        await sql`savepoint cell`.execute(tx)
        const isReached = await attempt(tx, table, role, verb, target)
        await sql`rollback to savepoint cell`.execute(tx)
        if (isReached && !reached.includes(`${actor}: ${reach}`)) reached.push(`${actor}: ${reach}`)
      }
    }
    throw new Undo()
  }
  const caller = world.callers[actor]
  const door =
    caller === null
      ? db.doors.withSystem('matrix', (tx) => tryAll(tx, 'system'))
      : db.doors.withActor(caller, (tx, who) => tryAll(tx, who.databaseRole))
  await door.catch((error: unknown) => {
    // somebody banned does not get in at all
    if (!(error instanceof Undo) && (error as { code?: string }).code !== 'session_ended') throw error
  })
  return reached
}

class Undo extends Error {}

async function attempt(
  tx: Tx,
  table: Table,
  role: string,
  verb: Verb,
  target: PlantedRow | Owner,
): Promise<boolean> {
  try {
    if ('clinicId' in target) return await insert(tx, table, role, target)
    const key = sql.join(
      Object.entries(target.key).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      sql` and `,
    )
    const column = granted.get(`${table.name} ${role} update`)?.[0] ?? table.columns[0]?.name ?? ''
    const name = sql.raw(table.name)
    const { rows: found } = await {
      select: () => sql`select 1 from ${name} where ${key}`,
      update: () => sql`update ${name} set ${sql.ref(column)} = ${sql.ref(column)} where ${key} returning 1`,
      delete: () => sql`delete from ${name} where ${key} returning 1`,
    }
      [verb as 'select' | 'update' | 'delete']()
      .execute(tx)
    return found.length > 0
  } catch (error) {
    return isBeyondTheWall(error)
  }
}

async function insert(tx: Tx, table: Table, role: string, owner: Owner): Promise<boolean> {
  const allowed = granted.get(`${table.name} ${role} insert`)
  const required = table.columns.filter((column) => column.isRequired).map((column) => column.name)
  const draft = garden.draft(table, owner, allowed ?? required)
  const columns = sql.join(Object.keys(draft).map((column) => sql.ref(column)))
  const values = sql.join(Object.values(draft).map((value) => sql`${value}`))
  await sql`insert into ${sql.raw(table.name)} (${columns}) values (${values})`.execute(tx)
  return true
}

/** A constraint is only asked once grants and policies have let the row through. */
function isBeyondTheWall(error: unknown): boolean {
  const code = (error as { code?: string }).code ?? ''
  if (code === '42501') return false
  if (code.startsWith('23') || code === '428C9') return true
  throw error
}
