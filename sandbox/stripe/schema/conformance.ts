import { declared, membersOf, resolved, type SdkType } from './declarations.ts'
import { sdkObjects } from './objects.ts'

/**
 * Checks a JSON value against the SDK's declaration of its `object`: all required fields, no undeclared field, only
 * declared types.
 *
 * @returns one line per problem, such as `invoice.lines.data[0].amount: missing`
 */
export function problemsOf(value: unknown): string[] {
  const object = (value as { object?: string }).object ?? ''
  if (object === 'list') {
    return (value as { data: unknown[] }).data.flatMap(problemsOf)
  }
  if ((value as { deleted?: boolean }).deleted) return []
  const place = sdkObjects[object]
  if (!place) return [`${object}: not an object the SDK declares`]
  const problems = check(value, declared(...place), object)
  const inner = object === 'event' ? problemsOf((value as { data: { object: unknown } }).data.object) : []
  return [...problems, ...inner.map((problem) => `event: ${problem}`)]
}

function check(value: unknown, type: SdkType, path: string): string[] {
  const is = resolved(type)
  switch (is.kind) {
    case 'primitive':
      return isPrimitive(value, is.name) ? [] : [`${path}: ${JSON.stringify(value)} is not ${is.name}`]
    case 'literal':
      return value === is.value
        ? []
        : [`${path}: ${JSON.stringify(value)} is not ${JSON.stringify(is.value)}`]
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((each, index) => check(each, is.of, `${path}[${index}]`))
        : [`${path}: not an array`]
    case 'union':
      return checkUnion(value, is.of, path)
    case 'object':
      return checkObject(value, is, path)
    case 'reference':
      return []
  }
}

function isPrimitive(value: unknown, name: string): boolean {
  if (name === 'null') return value === null
  if (name === 'void' || name === 'undefined' || name === 'never') return value === undefined
  if (name === 'any' || name === 'unknown') return true
  return typeof value === name
}

/** Matches one of the alternatives; for objects, returns the problems of the closest one. */
function checkUnion(value: unknown, alternatives: SdkType[], path: string): string[] {
  const results = alternatives.map((each) => check(value, each, path))
  const best = results.toSorted((a, b) => a.length - b.length)[0] ?? []
  if (best.length === 0 || (typeof value === 'object' && value !== null)) return best
  return [`${path}: ${JSON.stringify(value)} is none of the declared values`]
}

function checkObject(value: unknown, type: Extract<SdkType, { kind: 'object' }>, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: not an object`]
  const members = new Map(membersOf(type).map((member) => [member.name, member]))
  const problems: string[] = []
  for (const [name, member] of members) {
    const field = (value as Record<string, unknown>)[name]
    if (field !== undefined) problems.push(...check(field, member.type, `${path}.${name}`))
    else if (!member.optional) problems.push(`${path}.${name}: missing`)
  }
  for (const [name, field] of Object.entries(value)) {
    if (members.has(name)) continue
    if (type.index) problems.push(...check(field, type.index, `${path}.${name}`))
    // An empty declaration (an event's object) does not restrict its fields.
    else if (members.size > 0) problems.push(`${path}.${name}: not declared`)
  }
  return problems
}
