import { RestError } from '../errors/rest-error.ts'
import type { Routine, RoutineParameter } from '../schema/routines.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { closestName } from './suggestions.ts'

export interface CallSite {
  schema: string
  name: string
  args: string[]
  /** `fields` for a form or CSV; absent for GET. */
  body?: 'json' | 'fields' | 'text' | 'xml' | 'bytes'
}

/**
 * Finds the function whose parameters fit the arguments, else one that takes the whole body.
 * @throws RestError PGRST202 or PGRST203
 */
export function findRoutine(cache: SchemaCache, call: CallSite): Routine {
  const overloads = cache.routines(call.schema, call.name)
  const fitting = overloads.filter((routine) => fits(routine, call))
  const candidates = fitting.length > 0 ? fitting : overloads.filter((routine) => takesBody(routine, call))
  const [only] = candidates
  if (only && candidates.length === 1) return only
  throw only ? ambiguousRoutine(candidates) : unfindRoutine(cache, call, overloads)
}

function fits(routine: Routine, call: CallSite): boolean {
  const { parameters } = routine
  if (parameters.length === 0) return call.args.length === 0 && !isWhole(call)
  const required = parameters.filter((parameter) => parameter.required)
  return (
    required.every((parameter) => call.args.includes(parameter.name)) &&
    call.args.every((name) => parameters.some((parameter) => parameter.name === name))
  )
}

function isWhole({ body }: CallSite): boolean {
  return body === 'text' || body === 'xml' || body === 'bytes'
}

const bodyTypes = { json: ['json', 'jsonb'], fields: [], text: ['text'], xml: ['xml'], bytes: ['bytea'] }

function takesBody(routine: Routine, call: CallSite): boolean {
  const [only] = routine.parameters
  if (!only || routine.parameters.length > 1 || only.name !== '' || !call.body) return false
  const types: string[] = bodyTypes[call.body]
  return types.includes(only.type.name)
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

function bySignature(one: Routine, other: Routine): number {
  const [first, second] = [signatureOf(one.parameters), signatureOf(other.parameters)]
  return one.parameters.length - other.parameters.length || (first < second ? -1 : 1)
}

function signatureOf(parameters: RoutineParameter[]): string {
  return parameters.map(({ name, type }) => `${name} => ${type.display}`).join(', ')
}

function unfindRoutine(cache: SchemaCache, call: CallSite, overloads: Routine[]): RestError {
  const name = `${call.schema}.${call.name}`
  const args = call.args.toSorted()
  const wholeBody = isWhole(call)
  const shown = args.length === 0 ? ' without parameters' : `(${args.join(', ')})`
  const searched =
    args.length === 0
      ? ' without parameters'
      : ` with parameter${args.length > 1 ? 's' : ''} ${args.join(', ')}`
  const how = wholeBody
    ? ` with a single unnamed ${call.body === 'bytes' ? 'bytea' : call.body} parameter`
    : `${searched}${call.body === 'json' ? ' or with a single unnamed json/jsonb parameter' : ''}`
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
