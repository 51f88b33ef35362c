import type { Action } from '#server/clinic/action.ts'

/** At any depth. */
export interface InputField {
  path: string[]
  type: string
  /** Of a text: `date`, `datetime`, `uuid` ... */
  format?: string
}

interface Definition {
  type: string
  format?: string
  shape?: Record<string, Schema>
  options?: Schema[]
  items?: Schema[]
  element?: Schema
  innerType?: Schema
  in?: Schema
  valueType?: Schema
}
interface Schema {
  _zod: { def: Definition }
}

/** Every leaf field of an action's input; one that accepts several kinds of values appears once for each. */
export function inputFields(action: Pick<Action, 'name'> & { input: unknown }): InputField[] {
  return fieldsOf(action.input as Schema, [])
}

function fieldsOf({ _zod: { def } }: Schema, path: string[]): InputField[] {
  const { shape, options, items, element, innerType, in: input, valueType } = def
  if (shape) return Object.entries(shape).flatMap(([key, each]) => fieldsOf(each, [...path, key]))
  if (options) return options.flatMap((each) => fieldsOf(each, path))
  if (items) return items.flatMap((each, at) => fieldsOf(each, [...path, String(at)]))
  if (element) return fieldsOf(element, [...path, '0'])
  if (valueType) return fieldsOf(valueType, [...path, 'key'])
  const inner = innerType ?? input
  if (inner) return fieldsOf(inner, path)
  return [{ path, type: def.type, ...(def.format && { format: def.format }) }]
}

/** A copy of the input with another value at a field, whose parents are created if missing. */
export function withField(input: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value
  const isPlace = /^\d+$/.test(key)
  const own = typeof input === 'object' && input !== null ? input : undefined
  const copy: Record<string, unknown> | unknown[] =
    own === undefined ? (isPlace ? [] : {}) : Array.isArray(own) ? [...own] : { ...own }
  const at = copy as Record<string, unknown>
  at[key] = withField(at[key], rest, value)
  return copy
}
