import { describe, expect, it, test } from 'vitest'
import { searchBundle } from './bundle.ts'
import { defaultCount, mostCount, parseSearch } from './search-request.ts'

const parse = (query: string) => parseSearch('Patient', new URLSearchParams(query))

describe('a search', () => {
  it('has one criterion for each occurrence of a parameter', () => {
    expect(parse('name=nora&name=berg,b%5C,c&_count=10&_format=json')).toEqual({
      criteria: [
        { name: 'name', values: ['nora'] },
        { name: 'name', values: ['berg', 'b,c'] },
      ],
      count: 10,
      after: null,
    })
  })

  it('has a usual page and a largest one', () => {
    expect(parse('').count).toBe(defaultCount)
    expect(parse('_count=100000').count).toBe(mostCount)
  })

  it.each([
    ['gender=female', 'The search parameter gender is not supported here.'],
    ['name:exact=Nora', 'The search parameter name:exact is not supported here.'],
    ['_include=Patient:general-practitioner', 'The search parameter _include is not supported here.'],
    ['constructor=x', 'The search parameter constructor is not supported here.'],
    ['name=', 'The value of name is not valid.'],
    ['_count=0', 'The value of _count is not valid.'],
    ['_count=-1', 'The value of _count is not valid.'],
    [`_id=${Array.from({ length: 51 }, (_, at) => at).join(',')}`, 'A search has at most 50 values.'],
  ])('refuses %s', (query, message) => {
    expect(() => parse(query)).toThrow(message)
  })
})

test('a page links to the next one with the same parameters', () => {
  const place = { base: 'https://sunrise.carefold.example/fhir/r4' }
  const parameters = new URLSearchParams('name=nora&_count=1&_cursor=a')
  const { link, total } = searchBundle(place, 'Patient', { parameters, resources: [], next: 'b' })
  expect(link).toEqual([
    { relation: 'self', url: `${place.base}/Patient?name=nora&_count=1&_cursor=a` },
    { relation: 'next', url: `${place.base}/Patient?name=nora&_count=1&_cursor=b` },
  ])
  expect(total).toBeUndefined()
})
