import fc from 'fast-check'
import { column, hostile, modelOf, one, rarely, steps, test } from './fuzz-values.ts'
import { type FuzzSchema, library } from './library-model.ts'

export interface FuzzedRequest {
  method: string
  path: string
  params: [key: string, value: string][]
  body: string
  prefer: string
  accept: string
}

function logic(schema: FuzzSchema, table: string, depth: number): fc.Arbitrary<string> {
  // a value with a comma or bracket must be quoted here
  const quoted = (operation: string) =>
    operation.replace(/^((?:not\.)?[a-z]+(?:\([a-z]+\))?\.)([^(].*[,)].*)$/s, '$1"$2"')
  const leaf = test(schema, table).map(([name, operation]) => `${name}.${quoted(operation)}`)
  if (depth === 0) return leaf
  const branch = fc
    .tuple(
      fc.constantFrom('or', 'and', 'not.or', 'not.and'),
      fc.array(logic(schema, table, depth - 1), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, inner]) => `${operator}(${inner.join()})`)
  return fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: branch })
}

function selected(schema: FuzzSchema, table: string, depth: number): fc.Arbitrary<string> {
  const { relations } = modelOf(schema, table)
  const plain = column(schema, table).chain(([name, kind]) =>
    fc
      .tuple(
        fc.constantFrom('', '', 'a:', '"odd (one)":'),
        steps(kind),
        rarely(fc.constantFrom('', '', '', '::text'), fc.constantFrom('::jsonb', '::int', '::nonsense')),
        rarely(fc.constantFrom('', '', '', '.count()'), fc.constantFrom('.max()', '.sum()::text')),
      )
      .map(([alias, path, cast, aggregate]) => alias + name + path + cast + aggregate),
  )
  const rows = fc.constantFrom('*', 'count()', 'n:count()', 'count')
  const leaf = fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: rows })
  const names = Object.entries(relations)
  const item =
    depth === 0 || names.length === 0
      ? leaf
      : fc.oneof(
          { weight: 3, arbitrary: leaf },
          {
            weight: 2,
            arbitrary: one(names).chain(([name, target]) =>
              fc
                .tuple(
                  fc.constantFrom('', '', 'e:', '...'),
                  fc.constantFrom('', '', '!inner', '!left'),
                  selected(schema, target, depth - 1),
                )
                .map(([prefix, join, inner]) => `${prefix}${name}${join}(${inner})`),
            ),
          },
        )
  return fc.array(item, { minLength: 0, maxLength: 3 }).map((items) => items.join())
}

function params(schema: FuzzSchema, table: string): fc.Arbitrary<[string, string][]> {
  const related = Object.entries(modelOf(schema, table).relations)
  const select = selected(schema, table, 3).map((text): [string, string] => ['select', text])
  const order = fc
    .tuple(column(schema, table), fc.constantFrom('', '.asc', '.desc.nullslast', '.nullsfirst'))
    .map(([[name], how]): [string, string] => ['order', name + how])
  const tree = fc
    .tuple(
      fc.constantFrom('or', 'and', 'not.or'),
      fc.array(logic(schema, table, 2), { minLength: 1, maxLength: 3 }),
    )
    .map(([name, inner]): [string, string] => [name, `(${inner.join()})`])
  const rows = fc.tuple(
    fc.constantFrom('limit', 'offset'),
    fc.constantFrom('0', '1', '2', '5', 'x', '-1', '99999999999999999999'),
  )
  const inEmbed = one(related.length > 0 ? related : [['nothing', table] as [string, string]]).chain(
    ([name, target]) => {
      const path = name.split('!')[0] ?? name
      return fc.tuple(
        selected(schema, target, 1).map((inner): [string, string] => [
          'select',
          `${Object.keys(modelOf(schema, table).columns)[0]},${name}(${inner})`,
        ]),
        fc.oneof(
          test(schema, target).map(([inner, operation]): [string, string] => [`${path}.${inner}`, operation]),
          column(schema, target).map(([inner]): [string, string] => [`${path}.order`, inner]),
          column(schema, target).map(([inner]): [string, string] => ['order', `${path}(${inner})`]),
          fc
            .constantFrom('is.null', 'not.is.null', 'eq.1')
            .map((operation): [string, string] => [path, operation]),
          fc.constantFrom('0', '1', '-1').map((count): [string, string] => [`${path}.limit`, count]),
        ),
      )
    },
  )
  const alone = fc
    .tuple(
      fc.option(select),
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: test(schema, table) },
          { weight: 1, arbitrary: order },
          { weight: 1, arbitrary: tree },
          { weight: 1, arbitrary: rows },
        ),
        { maxLength: 3 },
      ),
    )
    .map(([first, rest]) => (first ? [first, ...rest] : rest))
  return fc.oneof({ weight: 2, arbitrary: alone }, { weight: 1, arbitrary: inEmbed })
}

const libraryCalls: FuzzSchema['calls'] = [
  [
    'add',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['greet', [['name', 'x']]],
  ['numbers', [['upto', '3']]],
  [
    'join_words',
    [
      ['words', 'a'],
      ['words', '{b}'],
    ],
  ],
  [
    'books_of',
    [
      ['writer', '1'],
      ['select', 'title,authors(name)'],
    ],
  ],
  ['book', [['wanted', '1']]],
  [
    'price_list',
    [
      ['cents', 'gt.5'],
      ['order', 'cents'],
    ],
  ],
  ['bump', [['counter', 'visits']]],
  ['pick', [['a', '1']]],
  ['nothing', []],
]

const body = ({ written, ids }: FuzzSchema) =>
  fc.oneof(
    fc.constantFrom(
      '{}',
      '[]',
      '',
      '5',
      '[1]',
      '{"id": 1, "title": "x"}',
      '[{"title": "a"}, {"title": "b"}]',
      '{"a": 1, "b": 2}',
      '{"name": "\\u0000"}',
      '{"title": "\\ud800"}',
      '{"name": "x", "id": 77}',
    ),
    fc
      .dictionary(
        one(written),
        fc.oneof({ weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) }, { weight: 1, arbitrary: one(ids) }),
        { maxKeys: 3 },
      )
      .map((row) => JSON.stringify(row)),
  )

const target = (schema: FuzzSchema) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: one(Object.keys(schema.tables)).chain((table) =>
        fc.tuple(fc.constant(table), params(schema, table)),
      ),
    },
    {
      weight: 1,
      arbitrary: one(schema.calls).map(([name, args]): [string, [string, string][]] => [`rpc/${name}`, args]),
    },
  )

export const librarySchema: FuzzSchema = {
  tables: library,
  calls: libraryCalls,
  ids: ['1', '77'],
  written: ['id', 'title', 'name', 'price', 'genres', 'details', 'period'],
}

/** A quarter of the requests is damaged somewhere. */
export const fuzzedRequests = (schema: FuzzSchema): fc.Arbitrary<FuzzedRequest> =>
  fc
    .record({
      method: fc.constantFrom(
        'GET',
        'GET',
        'GET',
        'GET',
        'GET',
        'GET',
        'HEAD',
        'HEAD',
        'POST',
        'PATCH',
        'DELETE',
        'PUT',
      ),
      target: target(schema),
      body: body(schema),
      prefer: fc.constantFrom(
        '',
        '',
        'return=representation',
        'return=representation',
        'count=exact',
        'count=planned',
        'resolution=merge-duplicates,return=representation',
        'missing=default',
        'handling=strict,max-affected=1',
        'return=headers-only',
        'nonsense',
      ),
      accept: rarely(
        fc.constantFrom(
          '*/*',
          '*/*',
          'text/csv',
          'application/vnd.pgrst.object+json',
          'application/vnd.pgrst.array+json;nulls=stripped',
        ),
        fc.constant('image/png'),
      ),
      damage: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.record({ where: fc.nat(), what: hostile, inKey: fc.boolean() }) },
      ),
    })
    .map(({ target: [path, all], damage, ...rest }) => {
      const params = all.map(([key, value]): [string, string] => [key, value])
      const hit = damage && params[damage.where % Math.max(params.length, 1)]
      if (damage && hit) {
        const side = damage.inKey ? 0 : 1
        const at = damage.where % (hit[side].length + 1)
        hit[side] = hit[side].slice(0, at) + damage.what + hit[side].slice(at)
      }
      return { path: damage && !hit ? path + damage.what : path, params, ...rest }
    })

/** Path and query below the API's base, and the request. Rolled back where the API honors `tx=rollback`. */
export function sendable({
  method,
  path,
  params,
  body,
  prefer,
  accept,
}: FuzzedRequest): [string, RequestInit] {
  const query = params.map((pair) => pair.map(encode).join('=')).join('&')
  return [
    `/${path.split('/').map(encode).join('/')}?${query}`,
    {
      method,
      headers: { Prefer: `tx=rollback,${prefer}`, Accept: accept, 'Content-Type': 'application/json' },
      ...(['POST', 'PATCH', 'PUT'].includes(method) && { body }),
    },
  ]
}

// lone surrogates cannot be encoded, so they cannot reach a server
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

// 21000 is Postgres' error for an upsert that affects one row twice; by contract its status is 500
export function isOwnFailure({ status, body }: { status: number; body: string }): boolean {
  return status >= 500 && !body.includes('"code":"21000"')
}
