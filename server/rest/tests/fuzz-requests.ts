import fc from 'fast-check'
import { type Kind, library, type Model, operators } from './library-model.ts'

export interface FuzzedRequest {
  method: string
  path: string
  params: [key: string, value: string][]
  body: string
  prefer: string
  accept: string
}

const hostile = fc.oneof(
  fc.constantFrom(
    `'`,
    `"`,
    `''`,
    `'; drop table library.books; --`,
    `" or 1=1 --`,
    '\\',
    `\\'`,
    '$1',
    '$$',
    '/*',
    '*/',
    '\0',
    '\u202e',
    '💥',
    '\ud800',
    `x'||version()||'`,
    '";select 1;--',
    '),(',
    '%',
    '{',
    '}',
    '[',
    '(',
    ')',
    ',',
    '.',
    ':',
    '::',
    '!',
    '->',
    '->>',
    '...',
    '0'.repeat(400),
    '9'.repeat(40),
    '1e400',
    'NaN',
    'null',
    '{{',
    '\t',
    '\n',
    'ß',
    'ſ',
    '['.repeat(300),
    '{'.repeat(9),
    '(and'.repeat(30),
  ),
  fc.string({ maxLength: 20, unit: 'binary' }),
)

const good: Record<Kind, fc.Arbitrary<string>> = {
  number: fc.oneof(
    fc.integer({ min: -5, max: 400 }).map(String),
    fc.constantFrom('12.5', '9007199254740993', '99999999999999999999'),
  ),
  text: fc.oneof(
    fc.constantFrom('Condor', 'Ada Winter', 'The%', '*o*', '^C', ''),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
  ),
  bool: fc.constantFrom('true', 'false', 't', 'off'),
  date: fc.constantFrom('1975-01-10', 'today', '-infinity', '0001-01-01 BC'),
  time: fc.constantFrom('2024-01-01T08:00:00Z', 'now', '2024-02-30'),
  list: fc.constantFrom('{crime}', '{}', '{"a,b",c}', '{NULL}'),
  json: fc.constantFrom('{}', '{"copies":3}', '[1]', '"x"', 'null'),
  range: fc.constantFrom('[2000-01-01,2001-01-01)', 'empty', '(,)', '[1,2]'),
  words: fc.constantFrom('fat', "'fat' & 'cat'", 'fat | cat', '!fat'),
  status: fc.constantFrom('out', 'lost', 'none'),
}

const one = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list)
const rarely = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 25, arbitrary: usual }, { weight: 1, arbitrary: odd })
const modelOf = (table: string): Model => library[table] ?? { columns: {}, relations: {} }

function steps(kind: Kind): fc.Arbitrary<string> {
  if (kind !== 'json' && kind !== 'list') return fc.constant('')
  const key = rarely(fc.constantFrom('copies', 'home', 'awards', '0', '-1', '"odd, key"'), hostile)
  const step = fc.tuple(fc.constantFrom('->', '->>'), key).map((pair) => pair.join(''))
  return fc.array(step, { maxLength: 2 }).map((all) => all.join(''))
}

function operation(kind: Kind): fc.Arbitrary<string> {
  const value = rarely(good[kind], hostile)
  const many = fc
    .array(value, { maxLength: 4 })
    .map((values) => values.map((text) => `"${text.replaceAll(/["\\]/g, '')}"`).join())
  const huge = fc.constant(Array.from({ length: 1500 }, (_, at) => at).join())
  const plain = rarely(one(operators[kind]), fc.constantFrom('like', 'cs', 'noop', 'is', '')).chain((name) =>
    (name.endsWith(')') && /any|all/.test(name) ? many.map((list) => `{${list}}`) : value).map(
      (text) => `${name}.${text}`,
    ),
  )
  const within = rarely(many, huge).map((list) => `in.(${list})`)
  const is = fc.constantFrom('is.null', 'is.not_null', 'is.true', 'is.unknown')
  const test = fc.oneof(
    { weight: 5, arbitrary: plain },
    { weight: 2, arbitrary: within },
    { weight: 1, arbitrary: is },
  )
  return fc.tuple(fc.constantFrom('', '', 'not.'), test).map((pair) => pair.join(''))
}

function column(table: string): fc.Arbitrary<[name: string, kind: Kind]> {
  return one(Object.entries(modelOf(table).columns))
}

function test(table: string): fc.Arbitrary<[name: string, operation: string]> {
  return column(table).chain(([name, kind]) =>
    fc.tuple(
      steps(kind).map((path) => name + path),
      operation(kind),
    ),
  )
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
