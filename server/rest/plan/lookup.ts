import { RestError, refuse } from '../errors.ts'
import type { Field, JsonStep } from '../parse/request-terms.ts'
import type {
  ComputedColumn,
  Routine,
  RoutineParameter,
  SchemaCache,
  Table,
  TypeName,
} from '../schema/schema-cache.ts'
import { closestName, editDistance } from './suggestions.ts'

/** A column (or computed column) of a known table, perhaps with JSON steps behind it. */
export interface KnownField {
  name: string
  computed?: ComputedColumn
  /** The type before any step, domains resolved. */
  type: TypeName
  path: JsonStep[]
}

export const text: TypeName = typeOf('text', 'S')
export const jsonb: TypeName = typeOf('jsonb', 'U')
export const json: TypeName = typeOf('json', 'U')

function typeOf(name: string, category: string): TypeName {
  const array = { schema: 'pg_catalog', name: `_${name}`, display: `${name}[]`, category: 'A' }
  return { schema: 'pg_catalog', name, display: name, category, array }
}

/** @throws RestError PGRST205 */
export function knownTable(cache: SchemaCache, schema: string, name: string): Table {
  const table = cache.table(schema, name)
  if (table) return table
  const close = closestName(name, cache.tableNames(schema), 0.75)
  throw new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: close ? `Perhaps you meant the table '${schema}.${close}'` : null,
  })
}

/**
 * Holds a field of a request against its table.
 *
 * @param alias what the statement calls the table, which is what Postgres would say
 * @throws RestError 42703
 */
export function knownField(table: Table, alias: string, field: Field): KnownField {
  const column = table.columns.get(field.name)
  if (column) return { name: column.name, type: column.baseType, path: field.path }
  const computed = table.computed.get(field.name)
  if (computed) return { name: field.name, computed, type: computed.baseType, path: field.path }
  throw new RestError(400, '42703', `column ${alias}.${field.name} does not exist`, {
    hint: columnHint(table, alias, field.name),
  })
}

// The rule of Postgres' parser: up to three edits, and no more than half of the name.
function columnHint(table: Table, alias: string, wanted: string): string | null {
  const near = [...table.columns.keys()]
    .map((name) => ({ name, distance: editDistance(wanted, name) }))
    .filter(({ name, distance }) => distance <= 3 && distance <= name.length / 2)
    .sort((one, other) => one.distance - other.distance)
  const best = near
    .filter(({ distance }) => distance === near[0]?.distance)
    .map(({ name }) => `"${alias}.${name}"`)
  if (best.length === 0 || best.length > 2) return null
  return `Perhaps you meant to reference the column ${best.join(' or the column ')}.`
}

/** @throws RestError 42704 */
export function knownType(cache: SchemaCache, schema: string, name: string): TypeName {
  const type = cache.type(schema, name)
  if (type) return type
  throw new RestError(400, '42704', `type "${name}" does not exist`)
}

/** @throws RestError 42704, as Postgres says it of a type that has no array */
export function arrayOf(type: TypeName): TypeName {
  if (type.array) return type.array
  throw new RestError(400, '42704', `could not find array type for data type ${type.display}`)
}

/** What the field's value is after its JSON steps. */
export function valueType(field: KnownField): TypeName {
  const last = field.path[field.path.length - 1]
  if (!last) return field.type
  if (last.asText) return text
  return field.type.name === 'json' ? json : jsonb
}

/** What clients call a JSON path: its last key, or the column where it only has positions. */
export function pathLabel(field: Field): string {
  const key = field.path.findLast((step) => typeof step.at === 'string')
  return key ? String(key.at) : field.name
}

export interface CallSite {
  schema: string
  name: string
  /** Names of the arguments sent. */
  args: string[]
  /** The form of the body of a POST; absent for GET. */
  body?: 'json' | 'text' | 'bytes'
}

/**
 * Picks the function whose parameters fit the arguments sent; failing that, one that takes the whole body.
 *
 * @throws RestError PGRST202 or PGRST203
 */
export function knownRoutine(cache: SchemaCache, call: CallSite): Routine {
  const overloads = cache.routines(call.schema, call.name)
  const fitting = overloads.filter((routine) => fits(routine, call))
  const candidates = fitting.length > 0 ? fitting : overloads.filter((routine) => takesBody(routine, call))
  const [only] = candidates
  if (only && candidates.length === 1) return only
  throw only ? ambiguousRoutine(candidates) : unknownRoutine(cache, call, overloads)
}

function fits(routine: Routine, call: CallSite): boolean {
  const { parameters } = routine
  if (parameters.length === 0) return call.args.length === 0 && (call.body ?? 'json') === 'json'
  const required = parameters.filter((parameter) => parameter.required)
  return (
    required.every((parameter) => call.args.includes(parameter.name)) &&
    call.args.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

const bodyTypes = { json: ['json', 'jsonb'], text: ['text', 'xml'], bytes: ['bytea'] }

function takesBody(routine: Routine, call: CallSite): boolean {
  const [only] = routine.parameters
  if (!only || routine.parameters.length > 1 || only.name !== '' || !call.body) return false
  return bodyTypes[call.body].includes(only.type.name)
}

function ambiguousRoutine(routines: Routine[]): RestError {
  const signatures = routines.toSorted(bySignature).map(({ schema, name, parameters }) => {
    return `${schema}.${name}(${signatureOf(parameters)})`
  })
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

/** Fewest parameters first, then by their names and types, whatever order they were created in. */
function bySignature(one: Routine, other: Routine): number {
  const [first, second] = [signatureOf(one.parameters), signatureOf(other.parameters)]
  return one.parameters.length - other.parameters.length || (first < second ? -1 : 1)
}

function signatureOf(parameters: RoutineParameter[]): string {
  return parameters.map(({ name, type }) => `${name} => ${type.display}`).join(', ')
}

function unknownRoutine(cache: SchemaCache, call: CallSite, overloads: Routine[]): RestError {
  const name = `${call.schema}.${call.name}`
  const args = call.args.toSorted()
  const wholeBody = call.body === 'text' || call.body === 'bytes'
  const shown = args.length === 0 ? ' without parameters' : `(${args.join(', ')})`
  const searched =
    args.length === 0
      ? ' without parameters'
      : ` with parameter${args.length > 1 ? 's' : ''} ${args.join(', ')}`
  const how = wholeBody
    ? ` with a single unnamed ${call.body === 'text' ? 'text' : 'bytea'} parameter`
    : `${searched}${call.body ? ' or with a single unnamed json/jsonb parameter' : ''}`
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${name}${wholeBody ? '' : shown} in the schema cache`,
    {
      details: `Searched for the function ${name}${how}, but no matches were found in the schema cache.`,
      hint: wholeBody ? null : routineHint(cache, call, args, overloads),
    },
  )
}

function routineHint(
  cache: SchemaCache,
  call: CallSite,
  args: string[],
  overloads: Routine[],
): string | null {
  const listed = (names: string[]) => `(${names.toSorted().join(', ')})`
  const close =
    overloads.length === 0
      ? closestName(call.name, cache.routineNames(call.schema), 0.75)
      : withPrefix(
          call.name,
          closestName(
            listed(args),
            overloads.map(({ parameters }) => listed(parameters.map(({ name }) => name))),
          ),
        )
  return close ? `Perhaps you meant to call the function ${call.schema}.${close}` : null
}

function withPrefix(prefix: string, found: string | undefined): string | undefined {
  return found === undefined ? undefined : prefix + found
}

/** @throws RestError PGRST204 */
export function knownColumn(table: Table, name: string) {
  const column = table.columns.get(name)
  if (!column) throw refuse.unknownColumn(table.name, name)
  return column
}
