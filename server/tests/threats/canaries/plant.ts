import type { TestDatabase } from '#testing/database/database.ts'
import { type Column, placeOf } from './columns.ts'
import type { Marks } from './marks.ts'

/** Forms that columns require; `n` is the row’s number in its table. */
const forms: [column: RegExp, form: (word: string, digits: string) => string][] = [
  [/(\.|_)email$/, (word) => `'${word}-' || n || '@canary.test'`],
  [/^auth\.one_time_tokens\.address$/, (word) => `'${word}-' || n || '@canary.test'`],
  [/phone$/, (_word, digits) => `'+${digits}' || lpad(n::text, 3, '0')`],
  [/\.(website|sso_url|video_link)$/, (word) => `'https://${word}.canary.test/' || n`],
  [/^public\.profiles\.username$/, (word) => `'${word}-' || n`],
  [/^public\.coupons\.code$/, (word) => `upper('${word}-' || n)`],
]

/**
 * Writes a canary into every row of each column, as the owner: bypasses policies and triggers, not checks.
 * @returns the columns without one, with the reason: no row, or the refusal
 */
export async function plantCanaries(db: TestDatabase, columns: Column[], marks: Marks): Promise<string[]> {
  const missing: string[] = []
  for (const column of columns) {
    await withoutTriggers(db)
    const write = column.type.startsWith('json') ? plantInJson : plantInEveryRow
    const problem = await write(db, column, marks)
    if (problem) missing.push(`${placeOf(column)}: ${problem}`)
  }
  await db.asOwner(`set session_replication_role = 'origin'`)
  return missing
}

/** For the owner’s later statements. A refused statement may end the connection, and with it the setting. */
const withoutTriggers = (db: TestDatabase) => db.asOwner(`set session_replication_role = 'replica'`)

async function plantInEveryRow(db: TestDatabase, column: Column, marks: Marks): Promise<string | null> {
  const { table, name, type } = column
  const place = placeOf(column)
  // a child stays one: its guardians' access ends with an age
  const grownUp =
    type === 'date' ? `and coalesce(t."${name}", '1900-01-01') < now() - interval '18 years'` : ''
  const update = (which: string) =>
    db.asOwner(`
      update ${table} t set "${name}" = ${valueFor(place, type, marks)}
        from (select tableoid as of, ctid as at, row_number() over () as n from ${table}) as r
       where t.tableoid = r.of and t.ctid = r.at ${grownUp} ${which} returning 1`)
  try {
    return (await update('')).length > 0 ? null : 'no row'
  } catch (error) {
    await withoutTriggers(db)
    // a check may require null in some rows
    const written = await update(`and t."${name}" is not null`).catch(() => null)
    if (written === null) return (error as Error).message
    return written.length > 0 ? null : `no row with a value (${(error as Error).message})`
  }
}

function valueFor(place: string, type: Column['type'], marks: Marks): string {
  if (type === 'date') return `'${marks.day(place)}'::date`
  const form = forms.find(([column]) => column.test(place))?.[1] ?? ((word: string) => `'${word} row ' || n`)
  const value = form(marks.word(place), marks.digits(place))
  return type === 'text[]' ? `array[${value}]` : value
}

/** Marks the texts within, except those that code reads: keys, types, states. */
async function plantInJson(db: TestDatabase, { table, name }: Column, marks: Marks): Promise<string | null> {
  const word = marks.word(`${table}.${name}`)
  const rows = await db.asOwner<{ of: string; at: string; value: unknown }>(
    `select tableoid::text as of, ctid::text as at, "${name}" as value from ${table} where "${name}" is not null`,
  )
  let count = 0
  for (const { of, at, value } of rows) {
    const marked = JSON.stringify(markTexts(value, word))
    if (!marked.includes(word)) continue
    count += 1
    await db.asOwner(
      `update ${table} set "${name}" = $1::jsonb where tableoid = $2::oid and ctid = $3::tid`,
      [marked, of, at],
    )
  }
  return count > 0 ? null : `no text in ${rows.length} rows`
}

const textKeys =
  /^(spoken|text|body|title|name|fullName|full_name|label|note|words|patientWords|physicianWords|description|answer|alt|caption|question|purpose|email)$/

function markTexts(value: unknown, word: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => markTexts(item, word, key))
  if (value && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, markTexts(inner, word, name)]),
    )
  return typeof value === 'string' && textKeys.test(key) ? `${word} ${value}` : value
}
