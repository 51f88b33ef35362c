import fc from 'fast-check'
import { column, hostile, modelOf, one, rarely, steps, test } from './fuzz-values.ts'
import { library } from './library-model.ts'

export interface FuzzedRequest {
  method: string
  path: string
  params: [key: string, value: string][]
  body: string
  prefer: string
  accept: string
}

function logic(table: string, depth: number): fc.Arbitrary<string> {
  // a value with a comma or bracket has to be quoted here
  const quoted = (operation: string) =>
    operation.replace(/^((?:not\.)?[a-z]+(?:\([a-z]+\))?\.)([^(].*[,)].*)$/s, '$1"$2"')
  const leaf = test(table).map(([name, operation]) => `${name}.${quoted(operation)}`)
  if (depth === 0) return leaf
  const branch = fc
    .tuple(
      fc.constantFrom('or', 'and', 'not.or', 'not.and'),
      fc.array(logic(table, depth - 1), { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, inner]) => `${operator}(${inner.join()})`)
  return fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: branch })
}

function selected(table: string, depth: number): fc.Arbitrary<string> {
  const { relations } = modelOf(table)
  const plain = column(table).chain(([name, kind]) =>
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
                  selected(target, depth - 1),
                )
                .map(([prefix, join, inner]) => `${prefix}${name}${join}(${inner})`),
            ),
          },
        )
  return fc.array(item, { minLength: 0, maxLength: 3 }).map((items) => items.join())
}

function params(table: string): fc.Arbitrary<[string, string][]> {
  const related = Object.entries(modelOf(table).relations)
  const select = selected(table, 3).map((text): [string, string] => ['select', text])
  const order = fc
    .tuple(column(table), fc.constantFrom('', '.asc', '.desc.nullslast', '.nullsfirst'))
    .map(([[name], how]): [string, string] => ['order', name + how])
  const tree = fc
    .tuple(fc.constantFrom('or', 'and', 'not.or'), fc.array(logic(table, 2), { minLength: 1, maxLength: 3 }))
    .map(([name, inner]): [string, string] => [name, `(${inner.join()})`])
  const rows = fc.tuple(
    fc.constantFrom('limit', 'offset'),
    fc.constantFrom('0', '1', '2', '5', 'x', '-1', '99999999999999999999'),
  )
  const inEmbed = one(related.length > 0 ? related : [['nothing', table] as [string, string]]).chain(
    ([name, target]) => {
      const path = name.split('!')[0] ?? name
      return fc.tuple(
        selected(target, 1).map((inner): [string, string] => [
          'select',
          `${Object.keys(modelOf(table).columns)[0]},${name}(${inner})`,
        ]),
        fc.oneof(
          test(target).map(([inner, operation]): [string, string] => [`${path}.${inner}`, operation]),
          column(target).map(([inner]): [string, string] => [`${path}.order`, inner]),
          column(target).map(([inner]): [string, string] => ['order', `${path}(${inner})`]),
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
          { weight: 4, arbitrary: test(table) },
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

const calls: [string, [string, string][]][] = [
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

const body = fc.oneof(
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
      fc.constantFrom('id', 'title', 'name', 'price', 'genres', 'details', 'period'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 3 },
    )
    .map((row) => JSON.stringify(row)),
)

const target = fc.oneof(
  {
    weight: 6,
    arbitrary: one(Object.keys(library)).chain((table) => fc.tuple(fc.constant(table), params(table))),
  },
  {
    weight: 1,
    arbitrary: one(calls).map(([name, args]): [string, [string, string][]] => [`rpc/${name}`, args]),
  },
)

/** Requests that make sense, every fourth of them damaged somewhere. */
export const fuzzedRequest: fc.Arbitrary<FuzzedRequest> = fc
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
    target,
    body,
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
