import { invalidRequest, missingParameter, unknownParameter, unsupported } from '../world/stripe-failure.ts'
import type { Raw, RawMap } from './form.ts'

/** `name` is the full path for error messages, such as `items[0][price]`. */
export interface Param<T> {
  read(raw: Raw, name: string): T
  required?: boolean
  /** Parameters of a nested map, or of each map of a list. */
  inside?: ParamTable
}
export type RequiredParam<T> = Param<T> & { required: true }

// biome-ignore lint/suspicious/noExplicitAny: a table of readers of different types
export type ParamTable = Record<string, Param<any>>

export type ReadParams<Table extends ParamTable> = {
  [Name in keyof Table]: Table[Name] extends RequiredParam<infer T>
    ? T
    : Table[Name] extends Param<infer T>
      ? T | undefined
      : never
}

/** @throws StripeFailure 400 `parameter_unknown`, `parameter_missing` or the parser's own error */
export function readParams<Table extends ParamTable>(
  table: Table,
  raw: RawMap,
  prefix = '',
): ReadParams<Table> {
  const named = (name: string) => (prefix ? `${prefix}[${name}]` : name)
  for (const name of Object.keys(raw)) {
    if (!Object.hasOwn(table, name)) throw unknownParameter(named(name))
  }
  const read: Record<string, unknown> = {}
  for (const [name, param] of Object.entries(table)) {
    const value = raw[name]
    if (value !== undefined) read[name] = param.read(value, named(name))
    else if (param.required) throw missingParameter(named(name))
  }
  return read as ReadParams<Table>
}

/** An empty string unsets it and reads as null. */
export const text: Param<string | null> = {
  read(raw, name) {
    // Postgres cannot store a null character in text.
    if (typeof raw !== 'string' || raw.includes('\0')) {
      throw invalidRequest(`Invalid string: ${name}`, { param: name })
    }
    return raw === '' ? null : raw
  },
}

export const webAddress: Param<string | null> = {
  read(raw, name) {
    const value = text.read(raw, name)
    if (value === null || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))) return value
    throw invalidRequest('Not a valid URL', { param: name, code: 'url_invalid' })
  },
}

export const integer: Param<number> = {
  read(raw, name) {
    if (typeof raw === 'string' && /^-?\d{1,15}$/.test(raw)) return Number(raw)
    throw invalidRequest(`Invalid integer: ${String(raw)}`, {
      param: name,
      code: 'parameter_invalid_integer',
    })
  },
}

export const decimal: Param<number> = {
  read(raw, name) {
    if (typeof raw === 'string' && /^-?\d+(\.\d+)?$/.test(raw)) return Number(raw)
    throw invalidRequest(`Invalid decimal: ${String(raw)}`, { param: name })
  },
}

export const boolean: Param<boolean> = {
  read(raw, name) {
    if (raw === 'true') return true
    if (raw === 'false') return false
    throw invalidRequest(`Invalid boolean: ${String(raw)}`, { param: name })
  },
}

/** Unix seconds. */
export const timestamp = integer

/** One of the supported values; other values are refused with 501. */
export function oneOf<const T extends string>(...values: T[]): Param<T> {
  return {
    read(raw, name) {
      const value = values.find((each) => each === raw)
      if (value === undefined) throw unsupported(`${name}=${String(raw)}`, name)
      return value
    },
  }
}

export function fields<Table extends ParamTable>(table: Table): Param<ReadParams<Table>> {
  return {
    inside: table,
    read(raw, name) {
      if (typeof raw === 'string') throw invalidRequest(`Invalid object: ${name}`, { param: name })
      return readParams(table, raw, name)
    },
  }
}

/** A list; an empty string is the empty list. */
export function listOf<T>(param: Param<T>): Param<T[]> {
  return {
    ...inner(param),
    read(raw, name) {
      if (raw === '') return []
      if (typeof raw === 'string') throw invalidRequest(`Invalid array: ${name}`, { param: name })
      return Object.entries(raw).map(([index, each]) => param.read(each, `${name}[${index}]`))
    },
  }
}

function inner(param: Param<unknown>): { inside?: ParamTable } {
  return param.inside ? { inside: param.inside } : {}
}

/** Null if sent as an empty string. */
export function orUnset<T>(param: Param<T>): Param<T | null> {
  return { ...inner(param), read: (raw, name) => (raw === '' ? null : param.read(raw, name)) }
}

/** Must be present and not empty. */
export function required<T>(param: Param<T>): RequiredParam<NonNullable<T>> {
  return {
    ...inner(param),
    required: true,
    read(raw, name) {
      const value = param.read(raw, name)
      if (value === null || value === undefined) {
        throw invalidRequest(
          `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`,
          { param: name, code: 'parameter_invalid_empty' },
        )
      }
      return value as NonNullable<T>
    },
  }
}

/** A change to metadata: null for a key removes it, null as a whole removes all. */
export type MetadataChange = Record<string, string | null> | null

export const metadata: Param<MetadataChange> = {
  read(raw, name) {
    if (raw === '') return null
    if (typeof raw === 'string') throw invalidRequest(`Invalid hash: ${name}`, { param: name })
    const entries = Object.entries(raw).map(([key, value]) => [key, text.read(value, `${name}[${key}]`)])
    if (entries.length > 50)
      throw invalidRequest('You cannot set more than 50 metadata keys.', { param: name })
    return Object.fromEntries(entries)
  },
}

export function mergeMetadata(before: Record<string, string>, change: MetadataChange | undefined) {
  if (change === undefined) return before
  if (change === null) return {}
  const merged: Record<string, string> = { ...before }
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  return merged
}

/** A moment or a range, as in the `created` filter of lists. */
export interface Range {
  gt?: number
  gte?: number
  lt?: number
  lte?: number
}

export const range: Param<Range> = {
  read(raw, name) {
    if (typeof raw === 'string') {
      const exactly = timestamp.read(raw, name)
      return { gte: exactly, lte: exactly }
    }
    return readParams({ gt: timestamp, gte: timestamp, lt: timestamp, lte: timestamp }, raw, name)
  },
}

export function isInRange(value: number, { gt, gte, lt, lte }: Range): boolean {
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  )
}
