import { describe, expect, test } from 'vitest'
import { RestError } from '../errors/rest-error.ts'
import { parseQueryString } from './query-string.ts'

const parse = (query: string, callsFunction = false) =>
  parseQueryString(new URLSearchParams(query), { callsFunction, maxDepth: 5 })

const refusal = (query: string) => {
  try {
    parse(query)
  } catch (error) {
    if (error instanceof RestError) return { message: error.message, details: error.details }
    throw error
  }
  throw new Error(`${query} was not refused`)
}

const column = (name: string, more = {}) => ({ kind: 'column', field: { name, path: [] }, ...more })

describe('select', () => {
  test.each([
    ['a-b,c d', [column('a-b'), column('c d')]],
    [' a , b ', [column('a'), column('b')]],
    ['naïve', [column('naïve')]],
    ['"a.b"', [column('a.b')]],
    ['x:a::int', [column('a', { alias: 'x', cast: 'int' })]],
    ['a::int', [column('a', { cast: 'int' })]],
    ['count', [column('count')]],
    ['count()', [column('*', { aggregate: 'count' })]],
    ['n:count()::text', [column('*', { alias: 'n', aggregate: 'count', aggregateCast: 'text' })]],
    ['a::int.sum()::text', [column('a', { cast: 'int', aggregate: 'sum', aggregateCast: 'text' })]],
    ['count.sum()', [column('count', { aggregate: 'sum' })]],
    [
      'a->b->>0',
      [
        {
          kind: 'column',
          field: {
            name: 'a',
            path: [
              { asText: false, at: 'b' },
              { asText: true, at: 0 },
            ],
          },
        },
      ],
    ],
    ['a->-1', [{ kind: 'column', field: { name: 'a', path: [{ asText: false, at: -1 }] } }]],
    ['a->1b', [{ kind: 'column', field: { name: 'a', path: [{ asText: false, at: '1b' }] } }]],
    ['a->!@#', [{ kind: 'column', field: { name: 'a', path: [{ asText: false, at: '!@#' }] } }]],
  ])('%s', (select, items) => {
    expect(parse(`select=${encodeURIComponent(select)}`).select).toEqual(items)
  })

  test.each([
    ['r(*)', { relation: 'r', inner: false, spread: false }],
    ['x:r(*)', { relation: 'r', alias: 'x' }],
    ['r!h(*)', { relation: 'r', hint: 'h' }],
    ['r!inner(*)', { relation: 'r', inner: true }],
    ['r!h!inner(*)', { relation: 'r', hint: 'h', inner: true }],
    ['r!inner!h(*)', { relation: 'r', hint: 'h', inner: true }],
    ['...r!left(*)', { relation: 'r', inner: false, spread: true }],
  ])('%s', (select, embed) => {
    expect(parse(`select=${select}`).select).toMatchObject([
      { kind: 'embed', select: [column('*')], ...embed },
    ])
  })

  test('accepts embeds within embeds', () => {
    expect(parse('select=a,r(b,s(c),d())').select).toMatchObject([
      column('a'),
      {
        relation: 'r',
        select: [column('b'), { relation: 's', select: [column('c')] }, { relation: 'd', select: [] }],
      },
    ])
  })
})

describe('filters', () => {
  const one = (query: string) => parse(query).conditions[0]

  test.each([
    ['a=eq.1', { kind: 'compare', operator: 'eq', value: '1' }],
    ['a=gte.', { kind: 'compare', operator: 'gte', value: '' }],
    ['a=eq.eq.b', { kind: 'compare', operator: 'eq', value: 'eq.b' }],
    ['a=like(any).{x*}', { kind: 'compare', operator: 'like', quantifier: 'any', value: '{x*}' }],
    ['a=in.(1,"b,c","d\\"e",f"g)', { kind: 'in', values: ['1', 'b,c', 'd"e', 'f"g'] }],
    ['a=in.()', { kind: 'in', values: [''] }],
    ['a=is.NULL', { kind: 'is', value: 'null' }],
    ['a=isdistinct.x', { kind: 'isdistinct', value: 'x' }],
    ['a=fts(english).x', { kind: 'search', operator: 'fts', language: 'english', value: 'x' }],
    ['a=nxr.[1,2)', { kind: 'plain', operator: 'nxr', value: '[1,2)' }],
  ])('%s', (query, operation) => {
    expect(one(query)).toEqual({
      path: [],
      what: { kind: 'filter', field: { name: 'a', path: [] }, negated: false, operation },
    })
  })

  test('accepts a path to an embed and into JSON', () => {
    expect(one('a.b.c->>d=not.eq.1')).toMatchObject({
      path: ['a', 'b'],
      what: { field: { name: 'c', path: [{ asText: true, at: 'd' }] }, negated: true },
    })
  })

  test('accepts logic about an embed', () => {
    expect(one('a.not.or=(b.eq.1,c.eq.2)')).toMatchObject({
      path: ['a'],
      what: { kind: 'logic', operator: 'or', negated: true },
    })
  })

  test('reads + as a space', () => {
    expect(one('a=eq.b+c')).toMatchObject({ what: { operation: { value: 'b c' } } })
  })
})

describe('arguments of a function', () => {
  test('are the parameters without an operator', () => {
    const query = parse('a=1&b=eq.2&c=&d=equal', true)
    expect(query.args).toEqual([
      ['a', '1'],
      ['c', ''],
      ['d', 'equal'],
    ])
    expect(query.conditions).toHaveLength(1)
  })
})

describe('refusals name the position and the expected tokens', () => {
  test.each([
    [
      'id=noop.0',
      '"failed to parse filter (noop.0)" (line 1, column 1)',
      'unexpected "o" expecting "not" or operator (eq, gt, ...)',
    ],
    [
      'select=id,clients(name[])',
      '"failed to parse select parameter (id,clients(name[]))" (line 1, column 16)',
      "unexpected '['",
    ],
    [
      'order=id.ac',
      '"failed to parse order (id.ac)" (line 1, column 4)',
      'unexpected "c" expecting "asc", "desc", "nullsfirst" or "nullslast"',
    ],
    [
      'order=id.asc.nlsfst',
      '"failed to parse order (id.asc.nlsfst)" (line 1, column 8)',
      'unexpected "l" expecting "nullsfirst" or "nullslast"',
    ],
    ['order=id.descc', '"failed to parse order (id.descc)" (line 1, column 8)', "unexpected 'c'"],
    ['id=in.1,2', '"failed to parse filter (in.1,2)" (line 1, column 4)', 'unexpected "1" expecting "("'],
    [
      'select=id,%F0%9F%92%A5',
      '"failed to parse select parameter (id,💥)" (line 1, column 4)',
      'unexpected "💥"',
    ],
  ])('%s', (query, message, details) => {
    const refused = refusal(query)
    expect(refused.message).toBe(message)
    expect(String(refused.details)).toContain(details)
  })
})
