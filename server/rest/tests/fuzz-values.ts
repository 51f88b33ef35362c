import fc from 'fast-check'
import { type FuzzSchema, type Kind, type Model, operators } from './library-model.ts'

export const hostile = fc.oneof(
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

const good: Record<Exclude<Kind, 'id'>, fc.Arbitrary<string>> = {
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

export const one = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list)
export const rarely = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 25, arbitrary: usual }, { weight: 1, arbitrary: odd })
export const modelOf = (schema: FuzzSchema, table: string): Model =>
  schema.tables[table] ?? { columns: {}, relations: {} }

export function steps(kind: Kind): fc.Arbitrary<string> {
  if (kind !== 'json' && kind !== 'list') return fc.constant('')
  const key = rarely(fc.constantFrom('copies', 'home', 'awards', '0', '-1', '"odd, key"'), hostile)
  const step = fc.tuple(fc.constantFrom('->', '->>'), key).map((pair) => pair.join(''))
  return fc.array(step, { maxLength: 2 }).map((all) => all.join(''))
}

function operation(schema: FuzzSchema, kind: Kind): fc.Arbitrary<string> {
  const value = rarely(kind === 'id' ? one(schema.ids) : good[kind], hostile)
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

export function column(schema: FuzzSchema, table: string): fc.Arbitrary<[name: string, kind: Kind]> {
  return one(Object.entries(modelOf(schema, table).columns))
}

export function test(schema: FuzzSchema, table: string): fc.Arbitrary<[name: string, operation: string]> {
  return column(schema, table).chain(([name, kind]) =>
    fc.tuple(
      steps(kind).map((path) => name + path),
      operation(schema, kind),
    ),
  )
}
