import { refuse } from '../errors/rest-error.ts'
import type { Payload } from '../request/payload.ts'
import type { RestRequest } from '../request/read-request.ts'
import type { Routine, RoutineParameter } from '../schema/routines.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import type { Table } from '../schema/tables.ts'
import { type CallSite, findRoutine } from './find-routine.ts'
import { text } from './lookup.ts'
import { scalarColumn } from './read-plan.ts'

export interface CallPlan {
  routine: Routine
  arguments?:
    | { kind: 'from-json'; payload: string; isList: boolean; parameters: RoutineParameter[] }
    | { kind: 'from-url'; values: { parameter: RoutineParameter; values: string[] }[] }
    | { kind: 'whole-body'; payload: string; parameter: RoutineParameter }
}

/** @throws RestError PGRST202, 203, 128 */
export function planCall(cache: SchemaCache, request: RestRequest): CallPlan {
  const sent = request.byUrl ? request.query.args : request.payload?.fields
  const names = sent?.map(([name]) => name) ?? request.query.columns ?? request.payload?.keys ?? []
  const call: CallSite = { schema: request.schema, name: request.target.name, args: [...new Set(names)] }
  const { payload } = request
  if (payload) call.body = bodyOf(payload)
  const routine = findRoutine(cache, call)
  const { handling, maxAffected } = request.preferences
  if (handling === 'strict' && maxAffected !== undefined && !routine.returnsSet) throw refuse.maxAffectedRpc()
  const given = routine.parameters.filter(({ name }) => call.args.includes(name))
  const [first] = routine.parameters
  if (first?.name === '') {
    return {
      routine,
      arguments: { kind: 'whole-body', payload: payload?.text ?? '', parameter: first },
    }
  }
  if (given.length === 0) return { routine }
  if (sent) {
    const values = given.map((parameter) => ({
      parameter,
      values: sent.filter(([name]) => name === parameter.name).map(([, value]) => value),
    }))
    return { routine, arguments: { kind: 'from-url', values } }
  }
  if (!payload) throw new Error('a call by POST without a payload was planned')
  return {
    routine,
    arguments: {
      kind: 'from-json',
      payload: payload.text,
      isList: payload.form === 'json-array',
      parameters: given,
    },
  }
}

function bodyOf({ form, isJson }: Payload): CallSite['body'] {
  if (form === 'text' || form === 'xml' || form === 'bytes') return form
  return isJson ? 'json' : 'fields'
}

/** A scalar result is a table of one column. */
export function resultTable(routine: Routine): Table {
  if (routine.resultTable) return routine.resultTable
  const column = { name: scalarColumn, type: text, baseType: text }
  return {
    schema: routine.schema,
    name: routine.name,
    comment: '',
    isView: false,
    columns: new Map([[scalarColumn, column]]),
    primaryKey: [],
    computed: new Map(),
    insertable: false,
    updatable: false,
    deletable: false,
  }
}
