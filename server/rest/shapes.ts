import type { PlanLimits } from './plan/plan-read.ts'
import { type Prepared, prepare } from './prepare.ts'
import { type ReadOptions, type RestRequest, readRequest } from './request/read-request.ts'
import type { SchemaCache } from './schema/schema-cache.ts'

export interface PlannedRead {
  request: RestRequest
  prepared: Prepared
}

/**
 * A read without the values of its plain filters: `id=eq.1` and `id=eq.2` have one shape, and one statement with another
 * parameter.
 */
export interface Shape {
  key: string
  /** In the order of the URL. */
  values: string[]
  parameters: URLSearchParams
  headers: Headers
  /** The same read with other values. */
  withValues(values: string[]): Request
}

export interface Shapes {
  /** Undefined where the plan of the shape is not known. */
  find(shape: Shape, schema: SchemaCache): PlannedRead | undefined
  /** Plans a shape that arrives for the second time. */
  learn(shape: Shape, schema: SchemaCache): Promise<void>
}

interface Plan extends PlannedRead {
  /** The place of each value in the statement's parameters. */
  places: number[]
}

const maxShapes = 500
const maxKeyLength = 2_000

const reserved = /(?:^|\.)(?:select|columns|on_conflict|order|limit|offset|and|or)$/
const comparison = /^((?:not\.)?(?:eq|neq|gte?|lte?)\.)(.*)$/s
/** NUL, or the beginning of an array or JSON value, whose depth is limited. */
const special = /[\0[{(]/

/** @returns undefined for writes, functions and reads that are rare or long */
export function shapeOf(http: Request, { maxUrlBytes }: ReadOptions): Shape | undefined {
  const { method, url, headers } = http
  if ((method !== 'GET' && method !== 'HEAD') || url.length > maxUrlBytes || url.includes('/rpc/'))
    return undefined
  const { origin, pathname, searchParams } = new URL(url)
  const values: string[] = []
  const parts = [method, pathname]
  for (const name of ['accept', 'prefer', 'range', 'accept-profile']) parts.push(headers.get(name) ?? '')
  const terms: { name: string; before: string; isOpen: boolean }[] = []
  for (const [name, text] of searchParams) {
    const [, operator = '', value = ''] = (reserved.test(name) ? null : comparison.exec(text)) ?? []
    const isOpen = operator !== '' && !special.test(value)
    if (isOpen) values.push(value)
    terms.push({ name, before: isOpen ? operator : text, isOpen })
    parts.push(name, isOpen ? `${operator}\0` : text)
  }
  const key = JSON.stringify(parts)
  if (key.length > maxKeyLength) return undefined
  return {
    key,
    values,
    parameters: searchParams,
    headers,
    withValues(others) {
      const given = others.values()
      const query = new URLSearchParams(
        terms.map(({ name, before, isOpen }) => [name, isOpen ? before + given.next().value : before]),
      )
      return new Request(`${origin}${pathname}?${query}`, { method, headers })
    },
  }
}

/**
 * Reuses plans of reads by shape, as long as the schema stays. A shape is planned once with marks as values. If each mark
 * is one parameter as it is, later reads put their values in these places; otherwise each read of the shape is planned.
 */
export function createShapes(settings: ReadOptions & PlanLimits): Shapes {
  let planned: SchemaCache | undefined
  /** The least recently used first. */
  let known = new Map<string, Plan | 'seen once' | 'not reusable'>()

  function knownFor(schema: SchemaCache) {
    if (schema !== planned) known = new Map()
    planned = schema
    return known
  }

  return {
    find({ key, values, parameters, headers }, schema) {
      const plans = knownFor(schema)
      const plan = plans.get(key)
      if (!plan || typeof plan === 'string') return undefined
      plans.delete(key)
      plans.set(key, plan)
      const { request, prepared, places } = plan
      const params = [...prepared.statement.params]
      places.forEach((place, index) => {
        params[place] = values[index] ?? ''
      })
      return {
        request: { ...request, parameters, context: { ...request.context, headers } },
        prepared: { ...prepared, statement: { ...prepared.statement, params } },
      }
    },
    async learn(shape, schema) {
      const before = knownFor(schema).get(shape.key)
      if (before && before !== 'seen once') return
      const found = before ? ((await planOf(shape, schema, settings)) ?? 'not reusable') : 'seen once'
      const plans = knownFor(schema)
      plans.set(shape.key, found)
      const [oldest] = plans.keys()
      if (plans.size > maxShapes && oldest !== undefined) plans.delete(oldest)
    },
  }
}

/** Undefined if a value does more than to become a parameter. */
async function planOf(
  { values, withValues }: Shape,
  schema: SchemaCache,
  settings: ReadOptions & PlanLimits,
): Promise<Plan | undefined> {
  const marks = values.map((_, index) => `mark ${index} ${crypto.randomUUID()}`)
  const request = await readRequest(withValues(marks), settings)
  const prepared = prepare(request, schema, settings)
  if (prepared.countStatement) return undefined
  const { params } = prepared.statement
  const places = marks.map((mark) => params.indexOf(mark))
  const isWhole = params.filter((param) => param.includes('mark ')).length === marks.length
  return isWhole && !places.includes(-1) ? { request, prepared, places } : undefined
}
