import type { CallPlan } from '../plan/plan-call.ts'
import { scalarColumn } from '../plan/read-plan.ts'
import { columnOf, identifier, type Parameters, qualifiedName, typeName } from './statement.ts'

const args = 'rest_args'
const result = 'rest_call'

export function callSql({ routine, arguments: given }: CallPlan, params: Parameters): string {
  const call = (list: string) => `${qualifiedName(routine)}(${list})`
  const rows = (from: string, list: string) =>
    routine.returns === 'row'
      ? `SELECT ${result}.* FROM ${from ? `${from}, LATERAL ` : ''}${call(list)} AS ${result}`
      : `SELECT ${call(list)} AS ${identifier(scalarColumn)}${from ? ` FROM ${from}` : ''}`
  if (!given) return rows('', '')
  if (given.kind === 'whole-body') return rows('', params.typed(given.payload, given.parameter.type))
  if (given.kind === 'from-url') {
    const list = given.values.map(({ parameter, values }) => {
      const literal = parameter.variadic ? variadicLiteral(values) : (values[values.length - 1] ?? '')
      return named(parameter, params.typed(literal, parameter.type))
    })
    return rows('', list.join(', '))
  }
  const typed = given.parameters.map(({ name, type }) => `${identifier(name)} ${typeName(type)}`)
  const list = given.parameters.map((parameter) => named(parameter, columnOf(args, parameter.name)))
  const row = `json_to_record${given.isList ? 'set' : ''}(${params.text(given.payload)}::json) AS ${args}(${typed.join(', ')})`
  // one call per request: of a list, only the first element counts
  return rows(given.isList ? `(SELECT * FROM ${row} LIMIT 1) AS ${args}` : row, list.join(', '))
}

function named(parameter: CallPlan['routine']['parameters'][number], value: string): string {
  return `${parameter.variadic ? 'VARIADIC ' : ''}${identifier(parameter.name)} := ${value}`
}

// Passes on an array literal, the usual form of a list in a URL.
function variadicLiteral(values: string[]): string {
  const [only = ''] = values
  if (values.length === 1 && only.startsWith('{')) return only
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
