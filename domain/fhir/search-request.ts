import { fhirTexts } from '../texts/fhir.ts'
import { FhirProblem } from './problem.ts'
import type { FhirType } from './scopes.ts'
import { searchParameters } from './search-parameters.ts'

const texts = fhirTexts.problems

/** @internal */
export const defaultCount = 50
/** @internal */
export const mostCount = 200
const mostValues = 50

/** A parameter: one of its values must match. A name may occur several times; all must match. */
export interface Criterion {
  name: string
  values: string[]
}

export interface SearchRequest {
  criteria: Criterion[]
  count: number
  /** The id after which the page begins; null: the first page. */
  after: string | null
}

/** Parameters of the answer's form, which do not select resources. */
const formParameters = ['_format', '_pretty']

/**
 * Unknown parameters and modifiers are refused: a search that ignored one would return more patients than were asked for.
 * @throws FhirProblem
 */
export function parseSearch(type: FhirType, parameters: URLSearchParams): SearchRequest {
  const request: SearchRequest = { criteria: [], count: defaultCount, after: null }
  for (const [name, value] of parameters) {
    if (formParameters.includes(name)) continue
    if (name === '_count') request.count = countOf(value)
    else if (name === '_cursor') request.after = value
    else if (!Object.hasOwn(searchParameters[type], name))
      throw new FhirProblem(400, 'not-supported', texts.unknownParameter(name))
    else request.criteria.push({ name, values: valuesOf(name, value) })
  }
  if (request.criteria.flatMap(({ values }) => values).length > mostValues)
    throw new FhirProblem(400, 'too-costly', texts.tooManyValues)
  return request
}

function countOf(value: string): number {
  if (!/^\d{1,6}$/.test(value) || Number(value) === 0) throw badValue('_count')
  return Math.min(Number(value), mostCount)
}

function valuesOf(name: string, value: string): string[] {
  // `\,` is a comma within a value
  const values = value.split(/(?<!\\),/).map((each) => each.replaceAll('\\,', ',').trim())
  if (values.some((each) => each === '')) throw badValue(name)
  return values
}

export const badValue = (name: string) => new FhirProblem(400, 'invalid', texts.badValue(name))

/** The parameters of a page: those of the search, without another page's cursor. */
export function pageParameters(parameters: URLSearchParams, after: string | null): URLSearchParams {
  const page = new URLSearchParams(parameters)
  page.delete('_cursor')
  if (after !== null) page.set('_cursor', after)
  return page
}
