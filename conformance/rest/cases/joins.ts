import { ask, type Exchange, type Family, get, patch, post, prefer, refused } from '../case.ts'

/** Inner joins, computed relations, and conditions and orders by related rows (docs/contracts/data-api.md 2). */

const ids = (...values: (number | string)[]) => values.map((id) => ({ id }))
const counted = prefer('count=exact')
const range = (value: string) => ({ 'content-range': value })
const whole = prefer('return=representation')

/** A read, and the count that a HEAD request returns for it. */
const joined = (path: string, rows: unknown[]): Exchange[] => [
  get(path, rows),
  ask('HEAD', path, '', {
    headers: counted,
    gives: { 'content-range': rows.length > 0 ? `0-${rows.length - 1}/${rows.length}` : '*/0' },
  }),
]

const maker = (id: number, of: number) => ({ id, makers: { id: of } })
const step = (id: number, piece: number, of: number) => ({
  id,
  pieces: { id: piece, makers: { id: of } },
})

export const innerJoins: Family = {
  name: 'inner joins',
  follows: { spec: 'EmbedInnerJoinSpec', inScope: 20 },
  examples: {
    'a parent: only rows that have one': [
      ...joined('/pieces?select=id,makers!inner(id)&order=id', [
        maker(1, 1),
        maker(2, 1),
        maker(3, 2),
        maker(4, 2),
      ]),
      get('/pieces?select=id,makers!left(id)&order=id', [
        maker(1, 1),
        maker(2, 1),
        maker(3, 2),
        maker(4, 2),
        { id: 5, makers: null },
      ]),
    ],
    'a parent: only rows whose parent passes the filter': [
      ...joined('/pieces?select=id,makers!inner(id)&makers.id=eq.1&order=id', [maker(1, 1), maker(2, 1)]),
      ...joined('/pieces?select=id,makers!inner(id)&makers.id=eq.2&order=id', [maker(3, 2), maker(4, 2)]),
      get('/pieces?select=id,makers!inner(id)&makers.id=eq.0', []),
    ],
    'a grandparent: only rows whose grandparent passes the filter': [
      ...joined('/steps?select=id,pieces!inner(id,makers!inner(id))&pieces.makers.id=eq.1&order=id', [
        step(1, 1, 1),
        step(2, 1, 1),
        step(3, 2, 1),
        step(4, 2, 1),
      ]),
      ...joined('/steps?select=id,pieces!inner(id,makers!inner(id))&pieces.makers.id=eq.2&order=id', [
        step(5, 3, 2),
        step(6, 3, 2),
        step(7, 4, 2),
        step(8, 4, 2),
      ]),
    ],
    'a grandparent: an inner join in an outer one leaves out parents, not rows': joined(
      '/steps?select=id,pieces(id,makers!inner(id))&pieces.makers.id=eq.2&order=id',
      [
        ...[1, 2, 3, 4].map((id) => ({ id, pieces: null })),
        step(5, 3, 2),
        step(6, 3, 2),
        step(7, 4, 2),
        step(8, 4, 2),
      ],
    ),
    'a parent through views': joined('/books?select=title,authors!inner(name)&authors.name=eq.George', [
      { title: 'Eighteen', authors: { name: 'George' } },
    ]),
    'children: only rows that have some': [
      ...joined('/things?select=id,child_things!inner(id)&order=id', [
        { id: 1, child_things: ids(1, 2, 4, 5) },
        { id: 2, child_things: ids(3, 6) },
      ]),
      get('/things?select=id,child_things!left(id)&order=id', [
        { id: 1, child_things: ids(1, 2, 4, 5) },
        { id: 2, child_things: ids(3, 6) },
        { id: 3, child_things: [] },
        { id: 4, child_things: [] },
      ]),
    ],
    'children: only rows one of whose children passes the filter': [
      ...joined('/things?select=id,child_things!inner(id)&child_things.id=eq.1', [
        { id: 1, child_things: ids(1) },
      ]),
      get('/things?select=id,child_things!inner(id)&child_things.id=eq.3', [{ id: 2, child_things: ids(3) }]),
      get('/things?select=id,child_things!inner(id)&child_things.id=eq.0', []),
    ],
    'grandchildren: only rows one of whose grandchildren passes the filter': [
      ...joined(
        '/things?select=id,child_things!inner(id,grandchild_things!inner(id))&child_things.grandchild_things.id=in.(1,5)',
        [
          {
            id: 1,
            child_things: [
              { id: 1, grandchild_things: ids(1) },
              { id: 2, grandchild_things: ids(5) },
            ],
          },
        ],
      ),
      get(
        '/things?select=id,child_things!inner(id,grandchild_things!inner(id))&child_things.grandchild_things.id=eq.2',
        [{ id: 1, child_things: [{ id: 1, grandchild_things: ids(2) }] }],
      ),
    ],
    'grandchildren: an outer join in an inner one leaves out no rows': joined(
      '/things?select=id,child_things!inner(id,grandchild_things(id))&child_things.grandchild_things.id=eq.2&order=id',
      [
        {
          id: 1,
          child_things: [
            { id: 1, grandchild_things: ids(2) },
            ...[2, 4, 5].map((id) => ({ id, grandchild_things: [] })),
          ],
        },
        { id: 2, child_things: [3, 6].map((id) => ({ id, grandchild_things: [] })) },
      ],
    ),
    'children through views': joined('/authors?select=*,books!inner(*)&books.title=eq.Eighteen', [
      {
        id: 1,
        name: 'George',
        books: [{ id: 1, title: 'Eighteen', printed_in: 1949, author_id: 1, publisher_id: 1 }],
      },
    ]),
    'many to many: only rows that have some': [
      ...joined('/goods?select=id,sellers!inner(id)&order=id&sellers.order=id', [
        { id: 1, sellers: ids(1, 2) },
        { id: 2, sellers: ids(1, 3) },
      ]),
      get('/goods?select=id,sellers!left(id)&order=id&sellers.order=id', [
        { id: 1, sellers: ids(1, 2) },
        { id: 2, sellers: ids(1, 3) },
        { id: 3, sellers: [] },
      ]),
    ],
    'many to many: only rows that pass the filter': [
      ...joined('/goods?select=id,sellers!inner(id)&sellers.id=eq.2', [{ id: 1, sellers: ids(2) }]),
      get('/goods?select=id,sellers!inner(id)&sellers.id=eq.3', [{ id: 2, sellers: ids(3) }]),
      get('/goods?select=id,sellers!inner(id)&sellers.id=eq.0', []),
    ],
    'many to many of many to many: only rows that pass the filter': [
      ...joined('/goods?select=id,sellers!inner(id,unions!inner(id))&sellers.unions.id=eq.3', [
        { id: 1, sellers: [{ id: 2, unions: ids(3) }] },
      ]),
      get('/goods?select=id,sellers!inner(id,unions!inner(id))&sellers.unions.id=eq.4', [
        { id: 1, sellers: [{ id: 2, unions: ids(4) }] },
      ]),
    ],
    'many to many: an outer join in an inner one leaves out no rows': joined(
      '/goods?select=id,sellers!inner(id,unions(id))&sellers.unions.id=eq.3&order=id&sellers.order=id',
      [
        {
          id: 1,
          sellers: [
            { id: 1, unions: [] },
            { id: 2, unions: ids(3) },
          ],
        },
        { id: 2, sellers: [1, 3].map((id) => ({ id, unions: [] })) },
      ],
    ),
    'many to many through views': [
      ...joined('/actors?select=*,films!inner(*)&films.title=eq.twelve', [
        { id: 1, name: 'john', films: [{ id: 12, title: 'twelve' }] },
      ]),
      get('/films?select=*,actors!inner(*)&actors.name=eq.john', [
        { id: 12, title: 'twelve', actors: [{ id: 1, name: 'john' }] },
      ]),
    ],
    'a parent and many to many at once': joined(
      '/pieces?select=name,makers!inner(name),hands!inner(name)&order=id&hands.order=id',
      [
        { name: 'Chest', makers: { name: 'Oak & Sons' }, hands: [{ name: 'Ada' }, { name: 'Cleo' }] },
        { name: 'Chair', makers: { name: 'Oak & Sons' }, hands: [{ name: 'Ada' }] },
        { name: 'Table', makers: { name: 'Pine Ltd' }, hands: [{ name: 'Bo' }, { name: 'Cleo' }] },
        { name: 'Desk', makers: { name: 'Pine Ltd' }, hands: [{ name: 'Bo' }] },
      ],
    ),
    'rows of a function': joined('/rpc/all_pieces?select=id,makers!inner(id)&makers.id=eq.1', [
      maker(1, 1),
      maker(2, 1),
    ]),
    'with a hint': [
      ...joined('/pieces?select=id,makers!maker!inner(id)&makers.id=eq.2&order=id', [
        maker(3, 2),
        maker(4, 2),
      ]),
      get('/pieces?select=id,maker!inner(id)&maker.id=eq.2&order=id', [
        { id: 3, maker: { id: 2 } },
        { id: 4, maker: { id: 2 } },
      ]),
    ],
    'several lists of children': [
      ...joined('/callers?select=id,contacts!inner(name),caller_notes!inner(other)&order=id', [
        { id: 1, contacts: [{ name: 'Wally' }, { name: 'Wilma' }], caller_notes: [{ other: '1 Main St' }] },
        { id: 2, contacts: [{ name: 'Tabby' }], caller_notes: [{ other: '4 Long St' }] },
        { id: 3, contacts: [{ name: 'Bob' }, { name: 'Bill' }], caller_notes: [{ other: '7 Palm Ln' }] },
      ]),
      get('/callers?select=id,contacts!inner(name),caller_notes!inner(other)&contacts.name=eq.Wally', [
        { id: 1, contacts: [{ name: 'Wally' }], caller_notes: [{ other: '1 Main St' }] },
      ]),
      get(
        '/callers?select=id,contacts!inner(name),caller_notes!inner(other)&caller_notes.other=eq.4%20Long%20St',
        [{ id: 2, contacts: [{ name: 'Tabby' }], caller_notes: [{ other: '4 Long St' }] }],
      ),
    ],
    'beside an outer join': [
      ...joined('/pieces?select=id,steps(name),makers!inner(name)&id=gte.4&steps.limit=0', [
        { id: 4, steps: [], makers: { name: 'Pine Ltd' } },
      ]),
      ...joined('/pieces?select=id,makers!inner(name),steps(name)&id=gte.4&steps.limit=0', [
        { id: 4, makers: { name: 'Pine Ltd' }, steps: [] },
      ]),
    ],
  },
}

const [ines, hugo] = [{ name: 'Ines' }, { name: 'Hugo' }]
const toysWith = (label: string) => [
  { name: 'Top', [label]: ines },
  { name: 'Kite', [label]: ines },
  { name: 'Yoyo', [label]: hugo },
  { name: 'Ball', [label]: hugo },
]
const inventorsWithToys = [
  { name: 'Ines', toys: [{ name: 'Top' }, { name: 'Kite' }] },
  { name: 'Hugo', toys: [{ name: 'Yoyo' }, { name: 'Ball' }] },
]

export const computedRelations: Family = {
  name: 'computed relations',
  follows: { spec: 'ComputedRelsSpec', inScope: 11 },
  examples: {
    'many to one by a set of one row': [
      get('/toys?select=name,inventor:their_inventor(name)&order=id', toysWith('inventor')),
    ],
    'many to one by one row': [
      get('/toys?select=name,inventor:one_inventor(name)&order=id', toysWith('inventor')),
    ],
    'one to many': [get('/inventors?select=name,toys:their_toys(name)&order=id', inventorsWithToys)],
    'inner joins with a count': [
      get(
        '/inventors?select=name,toys:their_toys!inner(name)&toys.name=eq.Top',
        [{ name: 'Ines', toys: [{ name: 'Top' }] }],
        { headers: counted, gives: range('0-0/1') },
      ),
      ...['their_inventor', 'one_inventor'].map((relation) =>
        get(
          `/toys?select=name,inventor:${relation}!inner(name)&inventor.name=like.*Hug*&order=id`,
          toysWith('inventor').slice(2),
          { headers: counted, gives: range('0-1/2') },
        ),
      ),
    ],
    'rows of a function': [
      get('/rpc/all_toys?select=name,inventor:their_inventor(name)', toysWith('inventor')),
      get('/rpc/all_inventors?select=name,toys:their_toys(name)', inventorsWithToys),
    ],
    'rows that were written': [
      post(
        '/toys?select=name,inventor:their_inventor(name)',
        { id: 5, name: 'Drum', inventor_id: 2 },
        [{ name: 'Drum', inventor: hugo }],
        { status: 201, headers: whole },
      ),
      patch(
        '/inventors?select=name,toys:their_toys(name)&id=eq.1',
        { name: 'Ines B.' },
        [{ name: 'Ines B.', toys: [{ name: 'Top' }, { name: 'Kite' }] }],
        { headers: whole },
      ),
      ask(
        'DELETE',
        '/toys?select=name,inventor:their_inventor(name)&id=eq.3',
        [{ name: 'Yoyo', inventor: hugo }],
        {
          headers: whole,
        },
      ),
    ],
    'of a table to itself': [
      get('/pages_within?select=name,child_pages(name),parent_page(name)&id=in.(0,1)&order=id', [
        {
          name: 'tardis',
          child_pages: [{ name: 'fezz' }, { name: 'foo' }, { name: 'bar' }],
          parent_page: { name: 'wat' },
        },
        { name: 'fezz', child_pages: [{ name: 'wut' }], parent_page: { name: 'tardis' } },
      ]),
    ],
    'before a foreign key of the same name': [
      get('/toys?select=*,inventors!inner(*)', []),
      get('/inventors?select=*,toys!inner(*)', []),
    ],
    'before ambiguous foreign keys of the same name': [
      get('/lefts?select=*,rights(*)', []),
      get('/rights?select=*,lefts(*)', []),
    ],
    'followed by foreign keys': [
      get('/fees?select=*,their_tones(*,halves(*))', []),
      get('/fees?select=*,their_tones(*,thirds(*,fees(*)))', []),
    ],
    'after a foreign key': [
      get('/pieces?select=name,makers(name,first_piece(name))&limit=1&order=id', [
        { name: 'Chest', makers: { name: 'Oak & Sons', first_piece: { name: 'Chest' } } },
      ]),
      get('/makers?select=name,pieces(name,their_maker(name))&limit=1&order=id', [
        {
          name: 'Oak & Sons',
          pieces: [
            { name: 'Chest', their_maker: { name: 'Oak & Sons' } },
            { name: 'Chair', their_maker: { name: 'Oak & Sons' } },
          ],
        },
      ]),
    ],
  },
}

const notToOne = (from: string, to: string) => ({
  code: 'PGRST118',
  message: `A related order on '${to}' is not possible`,
  details: `'${from}' and '${to}' do not form a many-to-one or one-to-one relationship`,
  hint: null,
})
const crate = (id: number, key: number) => ({ id, crate_notes: { id, doc: { key } } })
const withMakers = [
  { name: 'Chest', makers: { name: 'Oak & Sons' } },
  { name: 'Chair', makers: { name: 'Oak & Sons' } },
  { name: 'Table', makers: { name: 'Pine Ltd' } },
  { name: 'Desk', makers: { name: 'Pine Ltd' } },
]
const either =
  '/callers?select=*,caller_notes(),contacts()&caller_notes.other=ilike.*main*&contacts.name=ilike.*tabby*&or=(caller_notes.not.is.null,contacts.not.is.null)&order=id'
const northSouth = [
  { id: 1, name: 'North' },
  { id: 2, name: 'South' },
]

export const related: Family = {
  name: 'related rows',
  follows: { spec: 'RelatedQueriesSpec', inScope: 17 },
  examples: {
    'an order by a parent': [
      get('/pieces?select=id,makers(name)&order=makers(name).nullsfirst,id', [
        { id: 5, makers: null },
        ...[1, 2].map((id) => ({ id, makers: { name: 'Oak & Sons' } })),
        ...[3, 4].map((id) => ({ id, makers: { name: 'Pine Ltd' } })),
      ]),
      get('/pieces?select=id,maker:makers(name)&order=maker(name).asc,id', [
        ...[1, 2].map((id) => ({ id, maker: { name: 'Oak & Sons' } })),
        ...[3, 4].map((id) => ({ id, maker: { name: 'Pine Ltd' } })),
        { id: 5, maker: null },
      ]),
      get('/toys?select=id,their_inventor(id)&order=their_inventor(id).desc,id', [
        ...[3, 4].map((id) => ({ id, their_inventor: { id: 2 } })),
        ...[1, 2].map((id) => ({ id, their_inventor: { id: 1 } })),
      ]),
    ],
    'an order by JSON of a one-to-one': [
      get('/crates?select=id,crate_notes(id,doc)&order=crate_notes(doc->key).asc', [
        crate(2, 6),
        crate(3, 8),
        crate(1, 10),
      ]),
      get('/crates?select=id,crate_notes(id,doc)&order=crate_notes(doc->key).desc', [
        crate(1, 10),
        crate(3, 8),
        crate(2, 6),
      ]),
    ],
    'an order by what is not selected': [
      get('/pieces?select=id,makers(id)&order=makers(name).desc.nullslast,id&limit=1', [
        { id: 3, makers: { id: 2 } },
      ]),
      get('/pieces?select=id,makers()&order=makers(name).desc.nullslast,id&limit=1', ids(3)),
    ],
    'an order by the alias of a column': [
      get('/pieces?select=id,makers(label:name)&order=makers(label).desc.nullslast,id&limit=1', [
        { id: 3, makers: { label: 'Pine Ltd' } },
      ]),
    ],
    'an order inside an embed': [
      get('/hands?select=name,steps(id,pieces(id))&steps.order=pieces(id).desc,id&limit=1&order=id', [
        {
          name: 'Ada',
          steps: [
            { id: 3, pieces: { id: 2 } },
            { id: 4, pieces: { id: 2 } },
            { id: 1, pieces: { id: 1 } },
            { id: 2, pieces: { id: 1 } },
          ],
        },
      ]),
    ],
    'an order by many rows': [
      refused('GET', '/makers?select=*,pieces(*)&order=pieces(id)', 400, notToOne('makers', 'pieces')),
      refused('GET', '/makers?select=*,works:pieces(*)&order=works(id)', 400, notToOne('makers', 'works')),
      refused(
        'GET',
        '/inventors?select=id,their_toys(id)&order=their_toys(id).desc',
        400,
        notToOne('inventors', 'their_toys'),
      ),
    ],
    'an order by what is not embedded': [
      refused('GET', '/pieces?select=id,makers(name)&order=makersx(name).nullsfirst', 400, {
        code: 'PGRST108',
        message: "'makersx' is not an embedded resource in this request",
        details: null,
        hint: "Verify that 'makersx' is included in the 'select' query parameter.",
      }),
    ],
    'whether there is a parent': [
      get(
        '/pieces?select=name,makers()&makers=not.is.null&order=id',
        withMakers.map(({ name }) => ({ name })),
      ),
      get('/pieces?select=name,makers()&makers=is.null', [{ name: 'Orphan' }]),
      get('/pieces?select=name,their_maker()&their_maker=is.null', [{ name: 'Orphan' }]),
    ],
    'whether there are children': [
      get('/things?select=name,child_things()&child_things=not.is.null&order=id', [
        { name: 'thing 1' },
        { name: 'thing 2' },
      ]),
      get('/things?select=name,child_things()&child_things=is.null&order=id', [
        { name: 'thing 3' },
        { name: null },
      ]),
      get('/things?select=name,children:child_things()&children=is.null&order=id', [
        { name: 'thing 3' },
        { name: null },
      ]),
    ],
    'whether there are many to many': [
      get('/hands?select=name,steps()&steps.id=eq.1&steps=not.is.null&order=id', [
        { name: 'Ada' },
        { name: 'Cleo' },
      ]),
      get('/hands?select=name,steps()&steps.id=eq.1&steps=is.null', [{ name: 'Bo' }]),
    ],
    'whether there are grandchildren': [
      get(
        '/things?select=name,child_things(name,grandchild_things())&child_things.grandchild_things=not.is.null&child_things=not.is.null',
        [{ name: 'thing 1', child_things: [{ name: 'child 1' }, { name: 'child 2' }] }],
      ),
    ],
    'an or across embeds': [get(either, northSouth)],
    'a filter of a column that an embed is named after': [
      get('/pieces?select=name,maker_id,maker:maker_id(name)&maker_id=eq.2&order=id', [
        { name: 'Table', maker_id: 2, maker: { name: 'Pine Ltd' } },
        { name: 'Desk', maker_id: 2, maker: { name: 'Pine Ltd' } },
      ]),
    ],
    'a filter of a column that is the hint of an embed': [get('/letters?select=*,sender(*)&sender=eq.9', [])],
    'a filter of a column with the name of the relation': [get('/cups?select=*,state(*)&state=eq.3', [])],
    'a parent whose columns are null is one': [
      get('/of_null_names?select=name,null_names(name)&null_names=not.is.null&order=id', [
        { name: 'Test 1', null_names: { name: 'Not null' } },
        { name: 'Test 2', null_names: { name: null } },
      ]),
      get('/of_null_names?select=name,null_names()&null_names=is.null', [{ name: 'Test 3' }]),
    ],
    'an exact count': [
      get('/pieces?select=name,makers(name)&makers=not.is.null&order=id', withMakers, {
        headers: counted,
        gives: range('0-3/4'),
      }),
      get('/pieces?select=name,makers()&makers=is.null', [{ name: 'Orphan' }], {
        headers: counted,
        gives: range('0-0/1'),
      }),
      get(either, northSouth, { headers: counted, gives: range('0-1/2') }),
    ],
    'a planned count, and an estimated one': ['planned', 'estimated'].map((kind) =>
      get('/pieces?select=name,makers()&makers=is.null', [{ name: 'Orphan' }], {
        headers: prefer(`count=${kind}`),
        gives: { 'content-range': /^0-0\/\d+$/ },
      }),
    ),
  },
}
