import { ask, type Family, get, patch, post, prefer, refused } from '../case.ts'

/** JSON, composite and list columns, and logic trees (docs/contracts/data-api.md 2). */

const ids = (...values: number[]) => values.map((id) => ({ id }))
const data = (...values: unknown[]) => values.map((value) => ({ data: value }))
const whole = prefer('return=representation')
const tree = (id: number) => treesById[id]
const treesById: Record<number, unknown> = {
  1: [1, 2, 3],
  3: [
    [9, 8, 7],
    [11, 12, 13],
  ],
  5: [{ a: 'A' }, { b: 'B' }],
  6: [{ a: [1, 2, 3] }, { b: [4, 5] }],
}
const [byId, none, first] = [{ id: 3 }, { id: 0 }, { id: 1, foo: { bar: 'baz' } }]
const noOperator = (message: string) => ({
  code: '42883',
  message,
  details: null,
  hint: 'No operator matches the given name and argument types. You might need to add explicit type casts.',
})
const [half, more] = [
  { number: { r: 0.5, i: 0.5 }, person: 'A' },
  { number: { r: 0.6, i: 0.6 }, person: 'B' },
]

export const json: Family = {
  name: 'json',
  follows: { spec: 'JsonOperatorSpec', inScope: 37 },
  examples: {
    'a key as text, with a cast': [
      get('/boxes?id=eq.1&select=settings->>foo::json', [{ foo: { int: 1, bar: 'baz' } }]),
    ],
    'a key as text, with an alias and a cast': [
      get('/boxes?id=eq.1&select=mine:settings->>foo::json', [{ mine: { int: 1, bar: 'baz' } }]),
    ],
    'a cast that fails': [
      refused('GET', '/boxes?select=settings->foo->>bar::integer', 400, {
        code: '22P02',
        message: 'invalid input syntax for type integer: "baz"',
        details: null,
        hint: null,
      }),
    ],
    'a key of a key': [get('/boxes?id=eq.1&select=settings->foo->>bar', [{ bar: 'baz' }])],
    'a key of a key, with an alias': [
      get('/boxes?id=eq.1&select=mine:settings->foo->>bar', [{ mine: 'baz' }]),
    ],
    'a key of a key, with a cast': [get('/boxes?id=eq.1&select=settings->foo->>int::integer', [{ int: 1 }])],
    'a key of a key, with an alias and a cast': [
      get('/boxes?id=eq.1&select=mine:settings->foo->>int::integer', [{ mine: 1 }]),
    ],
    'keys of special characters': [
      get('/trees?id=eq.10&select=data->!@%23$%^%26*_d->>!@%23$%^%26*_e::integer', [{ '!@#$%^&*_e': 3 }]),
    ],
    'a key of a reserved character': [
      refused('GET', '/trees?id=eq.10&select=data->(!@%23$%^%26*_d->>!@%23$%^%26*_e::integer', 400, {
        code: 'PGRST100',
        message:
          '"failed to parse select parameter (data->(!@#$%^&*_d->>!@#$%^&*_e::integer)" (line 1, column 7)',
        details: 'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
        hint: null,
      }),
    ],
    'a step after a text': [
      refused(
        'GET',
        '/trees?select=data->>c->1',
        404,
        noOperator('operator does not exist: text -> integer'),
      ),
      refused(
        'GET',
        '/trees?select=data->>c->b',
        404,
        noOperator('operator does not exist: text -> unknown'),
      ),
    ],
    'an item of a list': [
      get('/trees?select=data->>0::int&id=in.(1,2)&order=id', data(1, 4)),
      get('/trees?select=idx0:data->>0::int,idx1:data->>1::int&id=in.(1,2)&order=id', [
        { idx0: 1, idx1: 2 },
        { idx0: 4, idx1: 5 },
      ]),
    ],
    'an item of a list in a list': [
      get('/trees?select=data->0->>1::int&id=in.(3,4)&order=id', data(8, 7)),
      get('/trees?select=data->0->0->>1::int&id=in.(3,4)&order=id', data(null, 6)),
    ],
    'a key of an item': [
      get('/trees?select=data->0->>a&id=in.(5,6)&order=id', [{ a: 'A' }, { a: '[1,2,3]' }]),
      get('/trees?select=data->0->a->>2&id=in.(5,6)&order=id', [{ a: null }, { a: '3' }]),
    ],
    'an item of a key': [
      get('/trees?select=data->c->>0::json&id=in.(7,8)&order=id', [{ c: 1 }, { c: { d: [4, 5, 6, 7, 8] } }]),
      get('/trees?select=data->c->0->d->>4::int&id=in.(7,8)&order=id', [{ d: null }, { d: 8 }]),
    ],
    'keys that begin with a digit': [
      get('/trees?select=data->0->0xy1->1->23-xy-45->1->xy-6->>0::int&id=eq.9', [{ 'xy-6': 3 }]),
    ],
    'a key as JSON': [
      get('/trees?select=data->c&id=in.(7,8)&order=id', [{ c: [1, 2, 3] }, { c: [{ d: [4, 5, 6, 7, 8] }] }]),
    ],
    'an item as JSON': [
      get('/trees?select=data->0->a&id=in.(5,6)&order=id', [{ a: 'A' }, { a: [1, 2, 3] }]),
      get('/trees?select=data->c->0->d&id=eq.8', [{ d: [4, 5, 6, 7, 8] }]),
    ],
    'a part of a composite': [
      get('/liked_numbers?select=number->i&order=person', [{ i: 0.5 }, { i: 0.6 }]),
      get('/liked_numbers?select=number->>i&order=person', [{ i: '0.5' }, { i: '0.6' }]),
    ],
    'an item of a column of lists': [
      get('/grids?select=a:numbers->0,b:numbers->1,c:rows->0->0,d:rows->1->2&order=id', [
        { a: 1, b: 2, c: 1, d: 6 },
        { a: 11, b: 12, c: 11, d: 16 },
      ]),
      get('/grids?select=a:numbers->>0,c:rows->0->>0&order=id', [
        { a: '1', c: '1' },
        { a: '11', c: '11' },
      ]),
    ],
    'a filter': [
      get('/sheets?data->foo->>bar=eq.baz', data(first)),
      get('/sheets?data->foo->>bar=eq.fake', []),
    ],
    'a negated filter': [get('/sheets?data->foo->>bar=not.eq.baz', [])],
    'a filter of one step': [get('/sheets?data->>id=eq.1', data(first))],
    'filters in an or': [
      get('/grandchild_things?or=(doc->a->>b.eq.foo, doc->>b.eq.bar)&select=id&order=id', ids(4, 5)),
    ],
    'a filter by a key of special characters': [
      get('/trees?select=data->!@%23$%^%26*_d&data->!@%23$%^%26*_d->>!@%23$%^%26*_e=eq.3', [
        { '!@#$%^&*_d': { '!@#$%^&*_e': 3 } },
      ]),
    ],
    'a filter by an item': [
      get('/trees?select=data&data->>0=eq.1', data(tree(1))),
      get('/trees?select=data&data->1->>2=eq.13', data(tree(3))),
      get('/trees?select=data&data->1->>b=eq.B', data(tree(5))),
      get('/trees?select=data&data->1->b->>1=eq.5', data(tree(6))),
    ],
    'a filter by equal jsonb': [
      get('/facts?data=eq.{"e":1}', [{ id: 4, data: { e: 1 } }]),
      get('/facts?data->a=eq.{"b":2}', [{ id: 1, data: { a: { b: 2 } } }]),
      get('/facts?data->c=eq.[1,2,3]', [{ id: 2, data: { c: [1, 2, 3] } }]),
      get('/facts?data->0=eq.{"d":"test"}', [{ id: 3, data: [{ d: 'test' }] }]),
    ],
    'a filter by a part of a composite': [get('/liked_numbers?number->>i=gt.0.5', [more])],
    'a filter by an item of a column of lists': [
      get('/grids?select=id&numbers->0=eq.1', ids(0)),
      get('/grids?select=id&numbers->>0=eq.11', ids(1)),
      get('/grids?select=id&rows->1->1=eq.5', ids(0)),
      get('/grids?select=id&rows->2->>2=eq.19', ids(1)),
    ],
    'an order': [get('/sheets?order=data->>id.asc', data(none, first, byId))],
    'an order by a key of a key': [
      get('/sheets?order=data->foo->>bar.nullsfirst,data->>id.desc', data(byId, none, first)),
    ],
    'an order by a part of a composite': [
      get('/liked_numbers?order=number->i.asc', [half, more]),
      get('/liked_numbers?order=number->>i.desc', [more, half]),
    ],
    'an order by an item of a column of lists': [
      get('/grids?select=id&order=numbers->0.desc', ids(1, 0)),
      get('/grids?select=id&order=rows->2->2.asc', ids(0, 1)),
    ],
    'a value that needs escapes': [
      patch('/sheets?data->>id=eq.3', { data: { id: ' "escaped' } }, data({ id: ' "escaped' }), {
        headers: whole,
      }),
    ],
    'an item counted from the end': [
      get('/trees?select=data->>-1::int&id=in.(1,2)&order=id', data(3, 6)),
      get('/trees?select=data->0->>-2::int&id=in.(3,4)&order=id', data(8, 7)),
      get('/trees?select=data->-2->>a&id=in.(5,6)&order=id', [{ a: 'A' }, { a: '[1,2,3]' }]),
    ],
    'a filter by an item counted from the end': [
      get('/trees?select=data&data->>-3=eq.1', data(tree(1))),
      get('/trees?select=data&data->-1->>-3=eq.11', data(tree(3))),
      get('/trees?select=data&data->-1->>b=eq.B', data(tree(5))),
      get('/trees?select=data&data->-1->b->>-1=eq.5', data(tree(6))),
    ],
    'two minus signs': [
      refused('GET', '/trees?select=data->>--34', 400, {
        code: 'PGRST100',
        message: '"failed to parse select parameter (data->>--34)" (line 1, column 9)',
        details: 'unexpected "-" expecting digit',
        hint: null,
      }),
    ],
    'composites in the rows of a function': [
      get('/rpc/complex_rows?select=val->r&val->i=gt.0.5&order=val->>i.desc', [{ r: 0.3 }, { r: 0.2 }]),
    ],
  },
}

const found = (table: string, ...filters: [string, ...number[]][]) =>
  filters.map(([filter, ...rows]) => get(`/${table}?${filter}&select=id&order=id`, ids(...rows)))
const all = [1, 2, 3, 4]
const english = "'fun':5 'imposs':9 'kind':3"
const possible = "'also':2 'fun':3 'possibl':8"
const cats = "'ate':3 'cat':2 'fat':1 'rat':4"
const french = "'amus':5 'fair':7 'impossibl':9 'peu':4"
const german = "'art':4 'spass':5 'unmog':7"
const nullOrTest = '/entries?select=id&or=(name.is.null,name.like.*test*)'

export const logic: Family = {
  name: 'logic',
  follows: { spec: 'AndOrParamsSpec', inScope: 41 },
  examples: {
    or: found('entries', ['or=(id.eq.1,id.eq.2)', 1, 2]),
    'not.or': found('entries', ['not.or=(id.eq.1,id.eq.2)', 3, 4]),
    'beside a filter': found('entries', ['or=(id.eq.1,id.eq.2)&name=eq.entry 1', 1]),
    'in an embed': [
      get('/things?child_things.or=(id.eq.1,name.eq.child 2)&select=id,child_things(id)&order=id', [
        { id: 1, child_things: ids(1, 2) },
        ...[2, 3, 4].map((id) => ({ id, child_things: [] })),
      ]),
    ],
    'in an embed of an embed': [
      get(
        '/things?child_things.grandchild_things.or=(id.eq.1,id.eq.2)&select=id,child_things(id,grandchild_things(id))&order=id&id=lte.2',
        [
          {
            id: 1,
            child_things: [
              { id: 1, grandchild_things: ids(1, 2) },
              ...[2, 4, 5].map((id) => ({ id, grandchild_things: [] })),
            ],
          },
          { id: 2, child_things: [3, 6].map((id) => ({ id, grandchild_things: [] })) },
        ],
      ),
    ],
    'and in or': found('entries', ['or=(and(name.eq.entry 2,id.eq.2),and(name.eq.entry 1,id.eq.1))', 1, 2]),
    'not.and in or': [
      get(
        '/entries?or=(not.and(name.eq.entry 2,id.eq.2),not.and(name.eq.entry 1,id.eq.1))&select=id&order=id',
        ids(...all),
      ),
    ],
    'and beside or': found('entries', ['and=(id.eq.1,name.eq.entry 1)&or=(id.eq.1,id.eq.2)', 1]),
    'eq and neq, and one bracket too many': found('entries', ['and=(id.eq.1,id.neq.2))', 1]),
    'lt and gt': found('entries', ['or=(id.lt.2,id.gt.3)', 1, 4]),
    'lte and gte': found('entries', ['or=(id.lte.2,id.gte.3)', ...all]),
    'like and ilike': found('entries', ['or=(name.like.*1,name.ilike.*ENTRY 2)', 1, 2]),
    in: found('entries', ['or=(id.in.(1,2),id.in.(3,4))', ...all]),
    is: found('entries', ['and=(name.is.null,arr.is.null)', 4]),
    'fts on lists of words': [
      ...found('entries', ['or=(list.fts.bar,list.fts.baz)', 1, 2]),
      get(
        '/words?or=(list.plfts(german).Art%20Spass, list.plfts(french).amusant%20impossible, list.fts(english).impossible)',
        [english, french, german].map((list) => ({ list })),
      ),
    ],
    'fts on text and JSON': [
      get('/grandchild_things?or=(doc.fts.bar,doc.fts.foo)&select=doc&order=id', [
        { doc: { a: { b: 'foo' } } },
        { doc: { b: 'bar' } },
      ]),
      get(
        '/texts?and=(body.not.plfts(german).Art%20Spass, body.not.plfts(french).amusant%20impossible, body.not.fts(english).impossible)&select=body',
        [{ body: 'But also fun to do what is possible' }, { body: 'Fat cats ate rats' }],
      ),
    ],
    isdistinct: found('entries', ['and=(id.gte.2,arr.isdistinct.{1,2})', 3, 4]),
    wfts: [
      get(
        '/words?or=(list.plfts(german).Art,list.plfts(french).amusant,list.not.wfts(english).impossible)',
        [possible, cats, french, german].map((list) => ({ list })),
      ),
    ],
    'cs and cd': found('entries', ['or=(arr.cs.{1,2,3},arr.cd.{1})', 1, 3]),
    'the operators of ranges': found(
      'spans',
      ['span=eq.[1,3]', 1],
      ['span=neq.[1,3]', 2, 3, 4],
      ['span=lt.[1,10]', 1],
      ['span=gt.[8,11]', 4],
      ['span=lte.[1,3]', 1],
      ['span=gte.[2,3]', 2, 3, 4],
      ['span=cs.[1,2]', 1],
      ['span=cd.[1,6]', 1, 2],
      ['span=ov.[0,4]', 1, 2],
      ['span=sl.[9,10]', 1, 2],
      ['span=sr.[3,4]', 3, 4],
      ['span=nxr.[4,7]', 1, 2],
      ['span=nxl.[4,7]', 3, 4],
      ['span=adj.(3,10]', 1],
      ['span=isdistinct.[1,3]', 2, 3, 4, 5],
    ),
    'the operators of lists': found(
      'entries',
      ['arr=eq.{1,2,3}', 3],
      ['arr=neq.{1,2}', 1, 3],
      ['arr=lt.{2,3}', 1, 2, 3],
      ['arr=lt.{2,0}', 1, 2, 3],
      ['arr=gt.{1,1}', 2, 3],
      ['arr=gt.{3}'],
      ['arr=lte.{2,1}', 1, 2, 3],
      ['arr=lte.{1,2,3}', 1, 2, 3],
      ['arr=lte.{1,2}', 1, 2],
      ['arr=cs.{1,2}', 2, 3],
      ['arr=cd.{1,2,6}', 1, 2],
      ['arr=ov.{3}', 3],
      ['arr=ov.{2,3}', 2, 3],
      ['arr=isdistinct.{1,2}', 1, 3, 4],
    ),
    'not with eq, cs and like': found('entries', [
      'and=(arr.not.cs.{1,2,3},and(id.not.eq.2,name.not.like.*3))',
      1,
    ]),
    'not with in, is and fts': found('entries', [
      'and=(id.not.in.(1,3),and(name.not.is.null,list.not.fts.foo))',
      2,
    ]),
    'not with lt, gte and cd': found('entries', ['and=(arr.not.cd.{1},or(id.not.lt.1,id.not.gte.3))', 2, 3]),
    'not with gt, lte and ilike': found('entries', [
      'and=(name.not.ilike.*TRY2,or(id.not.gt.4,id.not.lte.1))',
      1,
      2,
      3,
    ]),
    'not with isdistinct': found('entries', ['and=(id.not.eq.2,arr.not.isdistinct.{1,2,3})', 3]),
    'eq with quotes': found('grandchild_things', [
      'or=(name.eq."(grandchild,entity,4)",name.eq."(grandchild,entity,5)")',
      4,
      5,
    ]),
    'like and ilike with quotes': found('grandchild_things', [
      'or=(name.like."*ity,4*",name.ilike."*ITY,5)")',
      4,
      5,
    ]),
    'in with quotes': found('grandchild_things', ['or=(id.in.("1","2"),id.in.("3","4"))', ...all]),
    blanks: found('entries', ['and=( and ( id.in.( 1, 2, 3 ) , id.eq.3 ) , or ( id.eq.2 , id.eq.3 ) )', 3]),
    'no condition': [
      refused('GET', '/entries?or=()', 400, {
        code: 'PGRST100',
        message: '"failed to parse logic tree (())" (line 1, column 4)',
        details:
          'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
        hint: null,
      }),
    ],
    'one condition': found('entries', ['or=(id.eq.1)', 1], ['and=(id.eq.1)', 1]),
    'three conditions': found(
      'grandchild_things',
      ['or=(id.eq.1, id.eq.2, id.eq.3)', 1, 2, 3],
      ['and=(id.in.(1,2), id.in.(3,1), id.in.(1,4))', 1],
    ),
    'four conditions with and and or': found(
      'grandchild_things',
      ['or=( id.eq.1, id.eq.2, and(id.in.(1,3), id.in.(2,3)), id.eq.4 )', ...all],
      ['and=( id.eq.1, not.or(id.eq.2, id.eq.3), id.in.(1,4), or(id.eq.1, id.eq.4) )', 1],
    ),
    'in an embed of inserted rows': [
      post(
        '/child_things?select=id,things(id)&things.or=(id.eq.2,id.eq.3)&things.order=id',
        [1, 2, 3].map((parent_id) => ({ id: 6 + parent_id, name: 'new', parent_id })),
        [
          { id: 7, things: null },
          { id: 8, things: { id: 2 } },
          { id: 9, things: { id: 3 } },
        ],
        { status: 201, headers: whole },
      ),
    ],
    'in an update': [
      patch(
        '/grandchild_things?or=(id.eq.1,id.eq.2)&select=id,name',
        { name: 'updated' },
        [1, 2].map((id) => ({ id, name: 'updated' })),
        { headers: whole },
      ),
    ],
    'in an update of the filtered column': [
      patch(
        '/entries?select=id,name&or=(name.is.null,name.like.*test*)',
        { name: 'updated' },
        [{ id: 4, name: 'updated' }],
        { headers: whole },
      ),
    ],
    'in an update, by what is not selected': [
      patch(nullOrTest, { name: 'updated' }, ids(4), { headers: whole }),
    ],
    'in a delete': [
      ask(
        'DELETE',
        '/grandchild_things?or=(id.eq.1,id.eq.2)&select=id,name',
        [1, 2].map((id) => ({ id, name: `grandchild ${id}` })),
        { headers: whole },
      ),
    ],
    'in a delete, by what is not selected': [ask('DELETE', nullOrTest, ids(4), { headers: whole })],
    'columns that begin with and, or or': [get('/grandchild_things?or=(and_date.eq.x, or_date.eq.x)', [])],
  },
}
