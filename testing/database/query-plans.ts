import { readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { auto_explain } from '@electric-sql/pglite/contrib/auto_explain'
import { databaseOn, withClient } from '#server/platform/database/database.ts'
import { ensureMigratedDump } from '#server/platform/database/migrated-pglite.ts'
import { pgliteOptions } from '#server/platform/database/pglite-options.ts'
import { onPGlite, type TestDatabase } from './database.ts'

/** As EXPLAIN (FORMAT JSON) writes it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: PlanNode[]
  [detail: string]: unknown
}

/** Includes statements within functions and triggers. */
export interface RecordedPlan {
  statement: string
  /** The statement's function; empty: none. */
  within: string
  plan: PlanNode
  call: string
  /** Within a step `asSystem`, or an action that runs entirely as system. */
  isSystemStep: boolean
}

export interface PlannedDatabase {
  db: TestDatabase
  /** Starts recording a call, or stops (null). Never records the owner's statements. */
  record(call: string | null): Promise<void>
  plans(): RecordedPlan[]
}

/**
 * A test database that records the plan of every statement, even within functions and triggers, from auto_explain's log
 * output. On PGlite only, whose log the test can read.
 */
export async function openPlannedDatabase(): Promise<PlannedDatabase> {
  const lines = readPlans()
  const options = pgliteOptions({
    dump: new Blob([new Uint8Array(readFileSync(await ensureMigratedDump()))]),
  })
  const pglite = await PGlite.create({
    ...options,
    extensions: { ...options.extensions, auto_explain },
    onStderr: lines.line,
  })
  await pglite.exec(`load 'auto_explain';
                     set auto_explain.log_nested_statements = on;
                     set auto_explain.log_parameter_max_length = 0;
                     set auto_explain.log_format = json;
                     set session authorization carefold_login`)
  const database = databaseOn(pglite)
  const db = onPGlite(database)
  let isRecording = false
  // only a superuser may set it
  const log = (milliseconds: 0 | -1) =>
    withClient(database.pool, async (client) => {
      await client.query(`set session authorization postgres;
                         set auto_explain.log_min_duration = ${milliseconds};
                         set session authorization carefold_login`)
    })
  return {
    db: {
      ...db,
      async asOwner(sql, params) {
        if (!isRecording) return db.asOwner(sql, params)
        await log(-1)
        try {
          return await db.asOwner(sql, params)
        } finally {
          await log(0)
        }
      },
    },
    async record(call) {
      if (call !== null) lines.begin(call)
      const wasRecording = isRecording
      isRecording = call !== null
      if (isRecording !== wasRecording) await log(isRecording ? 0 : -1)
    },
    plans: lines.plans,
  }
}

/** The first statement of `asSystem`. Steps may contain steps. */
const stepUp = 'select current_user::text as role, set_config('
const stepDown = "select set_config('role', $1, true)"

/** Reads plans from Postgres' log; equal ones of a call once. */
function readPlans(): { begin(call: string): void; line(text: string): boolean; plans(): RecordedPlan[] } {
  const found = new Map<string, RecordedPlan>()
  let open: string[] | null = null
  let last: RecordedPlan | null = null
  let current = ''
  let depth = 0
  const finish = () => {
    if (!open) return
    const read = JSON.parse(open.join('')) as { 'Query Text': string; Plan: PlanNode }
    const statement = read['Query Text'].replace(/\s+/g, ' ').trim()
    last = { statement, within: '', plan: read.Plan, call: current, isSystemStep: false }
    open = null
  }
  const followSteps = (plan: RecordedPlan) => {
    const { statement } = plan
    if (/\bapp\.enter(_system)?\(/.test(statement)) depth = 0
    else if (statement.startsWith(stepUp)) depth += 1
    else if (statement === stepDown) depth -= 1
    plan.isSystemStep = depth > 0
  }
  const keep = () => {
    finish()
    if (last && !last.within) followSteps(last)
    if (last) found.set(JSON.stringify(last), last)
    last = null
  }
  return {
    begin(call) {
      keep()
      current = call
    },
    line(text) {
      if (open && text.startsWith('\t')) {
        // estimates differ from run to run
        if (!/"(Startup Cost|Total Cost|Plan Rows|Plan Width)"/.test(text)) open.push(text)
        return true
      }
      finish()
      const [, name] = /(?:CONTEXT: {2}|^\t)(?:SQL|PL\/pgSQL) function "?([^"(\s]+)/.exec(text) ?? []
      if (last && name) last.within ||= name
      if (/ LOG: {2}duration: \S+ ms {2}plan:/.test(text)) {
        keep()
        open = []
      }
      return true
    },
    plans() {
      keep()
      return [...found.values()]
    },
  }
}

/** The end of a partition's name (db/migrations/0002_months.sql). */
const monthOf = /_(before|other|\d{4}_\d{2})$/

const value = String.raw`(?:'[0-9a-f-]{36}'::uuid|\$\d+\b|NULL::uuid)`
const list = String.raw`ANY \((?:'\{[0-9a-f,-]*\}'::uuid\[\]|\$\d+\b)`
const clinicValue = new RegExp(
  String.raw`(?<!\w)clinic_id = (?:${value}|${list})|${value} = (?:\w+\.)?clinic_id\b`,
)

/**
 * Each table with whether its own scan compares its clinic with a value: a constant, a parameter, or a list of them. A column
 * of another table, a setting or a sub-select is no value, because a distributed Postgres would query every node.
 */
export function tablesRead(plan: PlanNode): { table: string; byClinic: boolean }[] {
  const read: { table: string; byClinic: boolean }[] = []
  const walk = (node: PlanNode) => {
    const relation = node['Relation Name']
    if (relation && node['Node Type'].endsWith('Scan')) {
      const conditions = [...conditionsOf(node), ...bitmapConditions(node)]
      read.push({
        table: relation.replace(monthOf, ''),
        byClinic: conditions.some((text) => clinicValue.test(text)),
      })
    }
    for (const child of node.Plans ?? []) walk(child)
  }
  walk(plan)
  return read
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter']

function conditionsOf(node: PlanNode): string[] {
  return conditions.flatMap((name) => (typeof node[name] === 'string' ? [node[name]] : []))
}

function bitmapConditions(node: PlanNode): string[] {
  return (node.Plans ?? [])
    .filter((child) => child['Node Type'].startsWith('Bitmap'))
    .flatMap((child) => [...conditionsOf(child), ...bitmapConditions(child)])
}
