import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { TestDatabase } from '#testing/database/database.ts'
import { type ActorName, type Reach, reaches, type Verb, verbs } from './expectations.ts'
import { quoted, type Row, type SampleRow, type SampleRows } from './rows.ts'
import type { Table } from './tables.ts'
import type { Owner, World } from './world.ts'

/** One cell of the matrix: whether the actor reached a row with that relation to them. */
export interface Cell {
  table: string
  verb: Verb
  reach: Reach
  isReached: boolean
}

/** `table role verb` → the columns it is granted on. */
export type Grants = Map<string, string[]>

/**
 * Runs one statement with the caller's rights, rolls it back, and returns how many rows it affected or why it failed.
 * Exists in the test's own database only.
 */
const tryFunction = `
  create function public.try_statement(statement text) returns text language plpgsql as $$
  declare
    touched bigint;
  begin
    execute statement;
    get diagnostics touched = row_count;
    raise exception '%', touched using errcode = 'UNDO1';
  exception when others then
    return case sqlstate when 'UNDO1' then sqlerrm else sqlstate end;
  end $$;
  grant execute on function public.try_statement(text)
    to anon, authenticated, clinic_patient, clinic_guardian, clinic_staff, clinic_billing_only, clinic_admin, system`

export async function readGrants(db: TestDatabase): Promise<Grants> {
  const rows = await db.asOwner<{ key: string; columns: string[] }>(`
    select table_schema || '.' || table_name || ' ' || grantee || ' ' || lower(privilege_type) as key,
           array_agg(column_name::text) as columns
      from information_schema.column_privileges group by 1`)
  return new Map(rows.map(({ key, columns }) => [key, columns]))
}

export async function installTry(db: TestDatabase): Promise<void> {
  for (const statement of tryFunction.split(/;\s*(?=grant)/)) await db.asOwner(statement)
}

/** Every verb on every row of every table, as one actor. */
export async function tryEverything(
  { db, world, samples, grants }: { db: TestDatabase; world: World; samples: SampleRows; grants: Grants },
  actor: ActorName,
  tables: { table: Table; rows: SampleRow[] }[],
): Promise<Cell[]> {
  const caller = world.callers[actor]
  const work = async (tx: Tx, role: string): Promise<Cell[]> => {
    const attempts = tables.flatMap(({ table, rows }) =>
      verbs.flatMap((verb) =>
        reaches.flatMap((reach) => {
          const targets =
            verb === 'insert' ? newOwners(world, table, actor, reach) : rowsAt(world, rows, actor, reach)
          return targets.map((target) => ({
            table: table.name,
            verb,
            reach,
            statement: statementFor(samples, grants, { table, role, verb, target }),
          }))
        }),
      ),
    )
    const { rows } = await sql<{ outcome: string }>`
      select public.try_statement(statement) as outcome
        from unnest(${attempts.map(({ statement }) => statement)}::text[]) with ordinality as t(statement, place)
       order by place`.execute(tx)
    return attempts.map((attempt, index) => ({
      ...attempt,
      isReached: gotThrough(rows[index]?.outcome ?? ''),
    }))
  }
  try {
    return caller === null
      ? await db.transactions.withSystem('matrix', (tx) => work(tx, 'system'))
      : await db.transactions.withActor(caller, (tx, who) => work(tx, who.databaseRole))
  } catch (error) {
    // a banned person cannot enter at all
    if ((error as { code?: string }).code === 'session_ended') return []
    throw error
  }
}

/** The owner whose rows count as the actor's. */
function ownerOf({ people, guardianships }: World, actor: ActorName): string | null {
  const acting = guardianships[actor]
  return acting ? acting.wardUserId : (people[actor]?.userId ?? null)
}

function rowsAt(world: World, rows: SampleRow[], actor: ActorName, reach: Reach): SampleRow[] {
  const userId = ownerOf(world, actor)
  return rows.filter((row) => {
    const isOwn = row.userId !== null && row.userId === userId
    const isHere = row.clinic === 1
    return reach === (isOwn ? (isHere ? 'own' : 'ownElsewhere') : isHere ? 'same' : 'foreign')
  })
}

/** The owners of the rows that an insert tries. */
function newOwners(world: World, table: Table, actor: ActorName, reach: Reach): Owner[] {
  const { foreignPatient, ...here } = world.owners
  const userId = ownerOf(world, actor)
  const isOwn = (owner: Owner) => table.isPersonal && owner.userId === userId
  if (reach === 'foreign') return [foreignPatient]
  if (reach === 'ownElsewhere') return []
  return Object.values(here).filter((owner) => isOwn(owner) === (reach === 'own'))
}

function statementFor(
  samples: SampleRows,
  grants: Grants,
  { table, role, verb, target }: { table: Table; role: string; verb: Verb; target: SampleRow | Owner },
): string {
  const settable = table.columns.filter(({ isGenerated }) => !isGenerated)
  const granted = grants.get(`${table.name} ${role} ${verb}`)
  if ('clinicId' in target) {
    const wanted = settable.filter(({ name, isRequired }) => (granted ? granted.includes(name) : isRequired))
    const draft = samples.draft(
      table,
      target,
      wanted.map(({ name }) => name),
    )
    const columns = Object.keys(draft).map(quoted)
    if (columns.length === 0) return `insert into ${table.name} default values`
    return `insert into ${table.name} (${columns}) values (${Object.values(draft).map(literal)})`
  }
  const where = Object.entries(target.key)
    .map(([column, value]) => `${quoted(column)} = ${literal(value)}`)
    .join(' and ')
  if (verb === 'select') return `select 1 from ${table.name} where ${where}`
  if (verb === 'delete') return `delete from ${table.name} where ${where}`
  const column = quoted(settable.find(({ name }) => granted?.includes(name) ?? true)?.name ?? '')
  return `update ${table.name} set ${column} = ${column} where ${where}`
}

/** A row count, or an error about values, which is only raised after grants and policies have let the statement pass. */
function gotThrough(outcome: string): boolean {
  if (outcome === '42501') return false
  if (/^\d+$/.test(outcome) && outcome.length < 5) return Number(outcome) > 0
  if (/^2[23]/.test(outcome)) return true
  throw new Error(`an attempt ended in ${outcome}`)
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  const text = value instanceof Date ? value.toISOString() : Array.isArray(value) ? '{}' : asText(value)
  return `'${text.replaceAll("'", "''")}'`
}

function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value as Row) : String(value)
}
