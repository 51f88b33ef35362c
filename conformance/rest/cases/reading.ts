import { accept, type Exchange, type Family, get, refused } from '../case.ts'

/** Filters, select, embeds, orders and formats of reads (docs/contracts/data-api.md 2). */

const list = (...values: number[]) => values.map((id) => ({ id }))
const range = (value: string) => ({ gives: { 'content-range': value } })
const chores = {
  done: { id: 1, name: 'sweep', done: true },
  open: { id: 2, name: 'oil', done: false },
  unknown: { id: 3, name: 'sort', done: null },
}
const low = { k: 'xyyx', extra: 'u' }
const high = { k: 'xYYx', extra: 'v' }
const empty = { a: null, b: null }
const filled = [
  { a: '1', b: '0' },
  { a: '2', b: '0' },
]

const english = "'fun':5 'imposs':9 'kind':3"
const possible = "'also':2 'fun':3 'possibl':8"
const cats = "'ate':3 'cat':2 'fat':1 'rat':4"
const french = "'amus':5 'fair':7 'impossibl':9 'peu':4"
const german = "'art':4 'spass':5 'unmog':7"
const words = (filter: string, ...found: string[]): Exchange =>
  get(
    `/words?list=${filter}`,
    found.map((text) => ({ list: text })),
  )

const sentences = {
  english: "It's kind of fun to do the impossible",
  possible: 'But also fun to do what is possible',
  cats: 'Fat cats ate rats',
  french: "C'est un peu amusant de faire l'impossible",
  german: 'Es ist eine Art Spaß, das Unmögliche zu machen',
}
const texts = (filter: string, ...found: (keyof typeof sentences)[]): Exchange[] => [
  get(
    `/texts?select=body&body=${filter}`,
    found.map((key) => ({ body: sentences[key] })),
  ),
  get(
    `/texts?select=doc&doc=${filter}`,
    found.map((key) => ({ doc: { body: sentences[key] } })),
  ),
]
const simple = "'do':7 'fun':5 'impossible':9 'it':1 'kind':3 'of':4 's':2 'the':8 'to':6"

const filters: Family['examples'] = {
  'a column may be called count': [get('/tallies', [{ count: 1, t: 2 }])],
  'a column may be called t': [get('/tallies?select=t', [{ t: 2 }])],
  'an unknown table': [
    refused('GET', '/parcels', 404, {
      code: 'PGRST205',
      message: "Could not find the table 'workshop.parcels' in the schema cache",
      details: null,
    }),
  ],
  eq: [get('/parts?id=eq.5', list(5), range('0-0/*'))],
  'not.eq': [
    get('/parts?id=not.eq.5&order=id', list(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), range('0-13/*')),
  ],
  'several conditions with not': [get('/tags?k=like.*yx&extra=not.eq.u', [])],
  'not.lt and not.gt': [
    get('/parts?id=not.lt.14&order=id.asc', list(14, 15), range('0-1/*')),
    get('/parts?id=not.gt.2&order=id.asc', list(1, 2), range('0-1/*')),
  ],
  in: [get('/parts?id=in.(1,3,5)', list(1, 3, 5), range('0-2/*'))],
  'not.in': [get('/parts?id=not.in.(2,4,6,7,8,9,10,11,12,13,14,15)', list(1, 3, 5), range('0-2/*'))],
  'not.is.null': [get('/loose?a=not.is.null', filled)],
  'is.not_null': [get('/loose?a=is.not_null', filled)],
  'is.null, in a text and in a number': [
    get('/loose?a=is.null', [empty]),
    get('/gaps?a=is.null', [{ a: null }]),
  ],
  'not.is.not_null': [get('/loose?a=not.is.not_null', [empty])],
  'is with three values of truth': [
    get('/chores?done=is.true', [chores.done]),
    get('/chores?done=is.false', [chores.open]),
    get('/chores?done=is.unknown', [chores.unknown]),
  ],
  'is with null in any case': [
    get('/chores?done=is.NULL', [chores.unknown]),
    get('/chores?done=is.NoT_NuLl', [chores.done, chores.open]),
  ],
  'is with a truth in any case': [
    get('/chores?done=is.TRUE', [chores.done]),
    get('/chores?done=is.FAlSe', [chores.open]),
    get('/chores?done=is.UnKnOwN', [chores.unknown]),
  ],
  'is with anything else': [
    refused('GET', '/chores?done=is.nil', 400, { code: 'PGRST100' }),
    refused('GET', '/chores?done=is.ok', 400, { code: 'PGRST100' }),
  ],
  like: [get('/tags?k=like.*yx', [low]), get('/tags?k=like.xy*', [low]), get('/tags?k=like.*YY*', [high])],
  'not.like': [get('/tags?k=not.like.*yx', [high])],
  ilike: [
    get('/tags?k=ilike.xy*&order=extra.asc', [low, high]),
    get('/tags?k=ilike.*YY*&order=extra.asc', [low, high]),
  ],
  'not.ilike': [get('/tags?k=not.ilike.xy*&order=extra.asc', [])],
  match: [get('/tags?k=match.yx$', [low]), get('/tags?k=match.^xy', [low]), get('/tags?k=match.YY', [high])],
  'not.match': [get('/tags?k=not.match.yx$', [high])],
  imatch: [
    get('/tags?k=imatch.^xy&order=extra.asc', [low, high]),
    get('/tags?k=imatch..*YY.*&order=extra.asc', [low, high]),
  ],
  'not.imatch': [get('/tags?k=not.imatch.^xy&order=extra.asc', [])],
}

const search: Family['examples'] = {
  fts: [words('fts.impossible', english)],
  'fts with and, or, not': [
    words('fts.fun%26possible', possible),
    words('fts.impossible%7Cpossible', english, possible),
    words('fts.fun%26!possible', english),
  ],
  plfts: [words('plfts.The%20Fat%20Rats', cats)],
  wfts: [words('wfts.The%20Fat%20Rats', cats)],
  'wfts with and, or, not': [
    words('wfts.fun%20and%20possible', possible),
    words('wfts.impossible%20or%20possible', english, possible),
    words('wfts.fun%20and%20-possible', english),
  ],
  'a language': [
    words('fts(french).amusant', french),
    words('plfts(french).amusant%20impossible', french),
    words('wfts(french).amusant%20impossible', french),
  ],
  'a negated search': [
    words('not.fts.impossible%7Cfat%7Cfun', french, german),
    words('not.fts(english).impossible%7Cfat%7Cfun', french, german),
    words('not.plfts.The%20Fat%20Rats', english, possible, french, german),
    words('not.wfts(english).impossible%20or%20fat%20or%20fun', french, german),
  ],
  phfts: [words('phfts.The%20Fat%20Cats', cats)],
  'phfts with a language': [words('phfts(german).Art%20Spass', german)],
  'not.phfts': [words('not.phfts(english).The%20Fat%20Cats', english, possible, french, german)],
  'searches in an or': [
    get(
      '/words?or=(list.phfts(german).Art%20Spass, list.phfts(french).amusant, list.fts(english).impossible)',
      [{ list: english }, { list: french }, { list: german }],
    ),
  ],
  'a computed list of words': [get('/texts?select=list&list=fts(simple).of', [{ list: simple }])],
  'a domain over a list of words': [
    get('/texts?select=short_list&short_list=fts(simple).of', [{ short_list: simple }]),
  ],
  'a text or JSON column': texts('fts.impossible', 'english', 'french'),
  'a text with and, or, not': [
    ...texts('fts.fun%26possible', 'possible'),
    ...texts('fts.impossible%7Cpossible', 'english', 'possible', 'french'),
    ...texts('fts.fun%26!possible', 'english'),
  ],
  'plfts in a text': texts('plfts.The%20Fat%20Rats', 'cats'),
  'wfts in a text': texts('wfts.The%20Fat%20Rats', 'cats'),
  'wfts with and, or, not in a text': [
    ...texts('wfts.fun%20and%20possible', 'possible'),
    ...texts('wfts.impossible%20or%20possible', 'english', 'possible', 'french'),
    ...texts('wfts.fun%20and%20-possible', 'english'),
  ],
  'the language is that of the text as well': [
    ...texts('fts(french).amusant', 'french'),
    ...texts('plfts(french).amusant%20impossible', 'french'),
    ...texts('wfts(french).amusant%20impossible', 'french'),
  ],
  'a negated search in a text': [
    ...texts('not.fts.impossible%7Cfat%7Cfun', 'german'),
    ...texts('not.plfts.The%20Fat%20Rats', 'english', 'possible', 'french', 'german'),
    ...texts('not.wfts(english).impossible%20or%20fat%20or%20fun', 'german'),
  ],
  'phfts in a text': texts('phfts.The%20Fat%20Cats', 'cats'),
  'phfts with a language in a text': texts('phfts(german).Art%20Spass', 'german'),
  'not.phfts in a text': texts(
    'not.phfts(english).The%20Fat%20Cats',
    'english',
    'possible',
    'french',
    'german',
  ),
  'searches of a text in an or': [
    get(
      '/texts?select=body&or=(body.phfts(german).Art%20Spass, body.phfts(french).amusant, body.fts(english).impossible)',
      [{ body: sentences.english }, { body: sentences.french }, { body: sentences.german }],
    ),
  ],
}

const otherFilters: Family['examples'] = {
  'a computed column': [get('/parts?always=eq.true&order=id.asc&limit=3', list(1, 2, 3))],
  'the order of a computed column': [get('/parts?order=reversed.desc&limit=3', list(1, 2, 3))],
  'a computed column of another schema': [refused('GET', '/parts?never=is.false', 400, { code: '42703' })],
  'rows two embeds deep': [
    get('/makers?select=id,pieces(id,steps(id,name))&pieces.steps.name=like.Draw*', [
      {
        id: 1,
        pieces: [
          { id: 1, steps: [{ id: 1, name: 'Draw the chest' }] },
          { id: 2, steps: [{ id: 3, name: 'Draw the chair' }] },
        ],
      },
      {
        id: 2,
        pieces: [
          { id: 3, steps: [{ id: 5, name: 'Draw the table' }] },
          { id: 4, steps: [{ id: 7, name: 'Draw the desk' }] },
        ],
      },
    ]),
  ],
  'a filter on something that is not embedded': [
    refused('GET', '/makers?select=*&no_pieces.name=like.*x*', 400, {
      code: 'PGRST108',
      message: "'no_pieces' is not an embedded resource in this request",
      hint: "Verify that 'no_pieces' is included in the 'select' query parameter.",
      details: null,
    }),
    refused('GET', '/makers?select=*,old_pieces:pieces(*)&old_piecesss.name=ilike.*x*', 400, {
      code: 'PGRST108',
      message: "'old_piecesss' is not an embedded resource in this request",
    }),
    refused('GET', '/makers?select=id,pieces(id,steps(id,name))&pieces.steps2.name=like.x*', 400, {
      code: 'PGRST108',
      message: "'steps2' is not an embedded resource in this request",
    }),
  ],
  cs: [get('/boxes?select=id&numbers=cs.{2}', list(2, 3))],
  cd: [get('/boxes?select=id&numbers=cd.{1,2,4}', list(1, 2))],
  isdistinct: [get('/loose?select=a&a=isdistinct.2', [{ a: null }, { a: '1' }])],
  'not.isdistinct': [get('/loose?select=a&a=not.isdistinct.2', [{ a: '2' }])],
}

const box = {
  id: 3,
  name: 'Three',
  settings: { foo: { int: 1, bar: 'baz' } },
  numbers: [1, 2, 3],
  'odd-name': 3,
}
const chest = { id: 1, name: 'Chest' }
const chestSteps = [
  { id: 1, name: 'Draw the chest' },
  { id: 2, name: 'Cut the lid' },
]
const touched = [
  { name: 'bill', content: '12 boards' },
  { name: 'label', content: 'fragile' },
  { name: 'plan', content: 'a chest' },
]
const remark = { id: 1, author_id: 1, hand_id: 2, step_id: 6, content: 'Needs to be smooth' }

const select: Family['examples'] = {
  'all columns by default': [get('/boxes?id=eq.3', [box])],
  'a dash in a name': [get('/boxes?id=eq.3&select=id,odd-name', [{ id: 3, 'odd-name': 3 }])],
  'one column': [get('/boxes?select=id', list(1, 2, 3))],
  'an alias': [get('/boxes?id=eq.1&select=myId:id', [{ myId: 1 }])],
  'a cast': [get('/boxes?select=id::text', [{ id: '1' }, { id: '2' }, { id: '3' }])],
  'an alias and a cast': [get('/boxes?id=eq.1&select=myId:id::text', [{ myId: '1' }])],
  'a JSON column': [get('/boxes?id=eq.1&select=settings', [{ settings: box.settings }])],
  'a cast to an unknown type': [
    refused('GET', '/boxes?select=id::nosuchtype', 400, {
      code: '42704',
      message: 'type "nosuchtype" does not exist',
    }),
  ],
  'a cast to a type with an underscore': [
    get('/oids?select=id,one::int,several::_int4', [{ id: 1, one: 12345, several: [1, 2, 3, 4, 5] }]),
  ],
  'parent and children': [
    get('/pieces?id=eq.1&select=id, name, makers(*), steps(id, name)', [
      { ...chest, makers: { id: 1, name: 'Oak & Sons' }, steps: chestSteps },
    ]),
  ],
  'a parent by an alias': [
    get('/pieces?select=name,maker:makers(makerId:id,name)', [
      { name: 'Chest', maker: { name: 'Oak & Sons', makerId: 1 } },
      { name: 'Chair', maker: { name: 'Oak & Sons', makerId: 1 } },
      { name: 'Table', maker: { name: 'Pine Ltd', makerId: 2 } },
      { name: 'Desk', maker: { name: 'Pine Ltd', makerId: 2 } },
      { name: 'Orphan', maker: null },
    ]),
  ],
  'one column of a key of two': [
    get('/remarks?select=*,hands_steps(handId:hand_id)', [{ ...remark, hands_steps: { handId: 2 } }]),
    get('/remarks?select=*,hands_steps(stepId:step_id)', [{ ...remark, hands_steps: { stepId: 6 } }]),
  ],
  'parent and children by aliases': [
    get('/pieces?id=eq.1&select=myId:id, name, its_maker:makers(*), its_steps:steps(id, name)', [
      { myId: 1, name: 'Chest', its_maker: { id: 1, name: 'Oak & Sons' }, its_steps: chestSteps },
    ]),
  ],
  'some columns of a parent': [
    get('/pieces?id=eq.1&select=id, name, makers(id)', [{ ...chest, makers: { id: 1 } }]),
  ],
  'a missing parent': [
    get('/pieces?id=in.(1,5)&select=id,makers(id)', [
      { id: 1, makers: { id: 1 } },
      { id: 5, makers: null },
    ]),
  ],
  'no children': [get('/pieces?id=in.(5)&select=id,steps(id)', [{ id: 5, steps: [] }])],
  'two levels': [
    get('/makers?id=eq.1&select=id,pieces(id,steps(id))', [
      {
        id: 1,
        pieces: [
          { id: 1, steps: list(1, 2) },
          { id: 2, steps: list(3, 4) },
        ],
      },
    ]),
  ],
  'many to many': [
    get('/steps?select=id,hands(id)&id=in.(1,2,8)', [
      { id: 1, hands: list(1, 3) },
      { id: 2, hands: list(1) },
      { id: 8, hands: [] },
    ]),
  ],
  'many to many by an alias': [
    get('/steps?id=eq.1&select=id,theHands:hands(id)', [{ id: 1, theHands: list(1, 3) }]),
  ],
  'many to many from the other side': [
    get('/hands?select=id,steps(id)', [
      { id: 1, steps: list(1, 2, 3, 4) },
      { id: 2, steps: list(5, 6, 7) },
      { id: 3, steps: list(1, 5) },
    ]),
  ],
  'many to many by keys of two columns': [
    get('/papers?name=eq.plan&piece_id=eq.1&select=name,hands_steps(hand_id,step_id)', [
      {
        name: 'plan',
        hands_steps: [
          { hand_id: 1, step_id: 1 },
          { hand_id: 3, step_id: 1 },
        ],
      },
    ]),
  ],
  'their data': [
    get('/hands_steps?hand_id=eq.1&step_id=eq.1&select=hand_id,papers(name,content)&papers.order=name', [
      { hand_id: 1, papers: touched },
    ]),
  ],
  'their data with the junction as hint': [
    get(
      '/hands_steps?hand_id=eq.1&step_id=eq.1&select=hand_id,papers!touched_papers(name,content)&papers.order=name',
      [{ hand_id: 1, papers: touched }],
    ),
  ],
  'children by a key of two columns': [
    get('/hands_steps?hand_id=eq.2&step_id=eq.6&select=*, remarks(content)', [
      { hand_id: 2, step_id: 6, remarks: [{ content: remark.content }] },
    ]),
  ],
  'two keys outside the primary key make no junction': [get('/trays?select=*,wells(*)', [])],
  'one to one by a shared primary key': [
    get('/lodgings?select=address,apprentices(name)', [
      { address: 'Street 1', apprentices: { name: 'Ann' } },
      { address: 'Street 2', apprentices: { name: 'Ben' } },
    ]),
    get('/apprentices?select=name,lodgings(address)', [
      { name: 'Ann', lodgings: { address: 'Street 1' } },
      { name: 'Ben', lodgings: { address: 'Street 2' } },
    ]),
  ],
  'one to one by a unique key': [
    get('/benches?select=name,vises(name)&id=eq.1', [{ name: 'Long bench', vises: { name: 'Big vise' } }]),
    get('/vises?select=name,benches(name)&id=eq.1', [{ name: 'Big vise', benches: { name: 'Long bench' } }]),
  ],
  'a column or a constraint as target': [
    get('/vises?select=name,bench_id(name)&id=eq.1', [
      { name: 'Big vise', bench_id: { name: 'Long bench' } },
    ]),
    get('/vises?select=name,vises_bench_fkey(name)&id=eq.1', [
      { name: 'Big vise', vises_bench_fkey: { name: 'Long bench' } },
    ]),
    get('/benches?select=name,vises_bench_fkey(name)&id=eq.1', [
      { name: 'Long bench', vises_bench_fkey: { name: 'Big vise' } },
    ]),
    get('/benches?select=name,id(name)&id=eq.1', [{ name: 'Long bench', id: { name: 'Big vise' } }]),
  ],
  'a column as hint': [
    ...['id', 'bench_id'].map((hint) =>
      get(`/benches?select=name,vises!${hint}(name)&id=eq.1`, [
        { name: 'Long bench', vises: { name: 'Big vise' } },
      ]),
    ),
    ...['id', 'bench_id'].map((hint) =>
      get(`/vises?select=name,benches!${hint}(name)&id=eq.1`, [
        { name: 'Big vise', benches: { name: 'Long bench' } },
      ]),
    ),
  ],
  'a computed column shown': [get('/parts?id=eq.1&select=id,always', [{ id: 1, always: true }])],
  'a computed column of a function': [get('/rpc/find_part?id=1&select=id,always', [{ id: 1, always: true }])],
  'a computed column of two tables': [
    get('/parts?id=eq.1&select=id,shared', [{ id: 1, shared: true }]),
    get('/spares?id=eq.1&select=id,shared', [{ id: 1, shared: true }]),
  ],
  'a computed column of two tables, of a function': [
    get('/rpc/find_part?id=1&select=id,shared', [{ id: 1, shared: true }]),
  ],
}

const noRelation = (from: string, to: string, instead: string) => ({
  code: 'PGRST200',
  message: `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
  details: `Searched for a foreign key relationship between '${from}' and '${to}' in the schema 'workshop', but no matches were found.`,
  hint: `Perhaps you meant '${instead}' instead of '${to}'.`,
})

const partitions: Family['examples'] = {
  'the parent of a partitioned table': [
    get('/tools?name=in.(Adze,Chisel)&select=name,year,brands(name)&order=name.asc', [
      { name: 'Adze', year: 1981, brands: { name: 'Adler' } },
      { name: 'Chisel', year: 2021, brands: { name: 'Condor' } },
    ]),
  ],
  'partitioned children': [
    get('/brands?select=name,tools(name,year)&order=name.asc&tools.order=name.asc', [
      { name: 'Adler', tools: [{ name: 'Adze', year: 1981 }] },
      { name: 'Biber', tools: [{ name: 'Bevel', year: 1997 }] },
      {
        name: 'Condor',
        tools: [
          { name: 'Chisel', year: 2021 },
          { name: 'Drill', year: 2013 },
        ],
      },
    ]),
  ],
  'children of a partitioned table': [
    get('/tools?name=in.(Adze,Bevel)&select=name,borrowers(name)&order=name.asc', [
      { name: 'Adze', borrowers: [] },
      { name: 'Bevel', borrowers: [{ name: 'Ben' }] },
    ]),
  ],
  'a partitioned parent': [
    get('/borrowers?select=name,tools(name,year)&order=name.asc', [
      { name: 'Ann', tools: null },
      { name: 'Ben', tools: { name: 'Bevel', year: 1997 } },
    ]),
  ],
  'partitioned children of a partitioned table': [
    get('/tools?name=in.(Adze,Drill)&select=name,tool_sales(sold_on,quantity)&order=name.asc', [
      {
        name: 'Adze',
        tool_sales: [
          { sold_on: '2021-01-14', quantity: 7 },
          { sold_on: '2021-01-15', quantity: 9 },
        ],
      },
      { name: 'Drill', tool_sales: [] },
    ]),
  ],
  'a partitioned parent of a partitioned table': [
    get('/tool_sales?sold_on=in.(2021-01-15,2021-02-11)&select=quantity,tools(name)&order=sold_on.asc', [
      { quantity: 9, tools: { name: 'Adze' } },
      { quantity: 1, tools: { name: 'Chisel' } },
    ]),
  ],
  'many to many among partitioned tables, through the whole junction only': [
    get('/tools?select=name,shops(name,city)&order=name.asc&limit=3', [
      { name: 'Adze', shops: [{ name: 'Hill', city: 'Oslo' }] },
      { name: 'Bevel', shops: [] },
      { name: 'Chisel', shops: [{ name: 'Vale', city: 'Lima' }] },
    ]),
  ],
  'a partition is no child': [
    refused(
      'GET',
      '/tools?select=name,tool_sales_early(quantity)',
      400,
      noRelation('tools', 'tool_sales_early', 'tool_sales'),
    ),
  ],
  'a partition cannot be read': [
    refused('GET', '/tool_sales_early?select=id,tools(name)', 404, {
      code: 'PGRST205',
      message: "Could not find the table 'workshop.tool_sales_early' in the schema cache",
    }),
  ],
  'a partition is no parent': [
    refused(
      'GET',
      '/tool_sales?select=quantity,tools_default(name)',
      400,
      noRelation('tool_sales', 'tools_default', 'tools'),
    ),
  ],
  'a default partition cannot be read': [
    refused('GET', '/tools_default?select=id,tool_sales(sold_on)', 404, { code: 'PGRST205' }),
  ],
}

const views: Family['examples'] = {
  'keys of tables that are not exposed': [get('/buyers_view?select=*,orders_view(*)')],
  'keys through a stored view': [get('/pieces_stored?select=*,hands(*)')],
  'two parents': [
    get('/articleStars?select=createdAt,article:articles(id),hand:hands(name)&limit=1', [
      { createdAt: '2015-12-08T04:22:57.472738', article: { id: 1 }, hand: { name: 'Ada' } },
    ]),
  ],
  'keys that the view renames': [
    get('/articles?id=eq.2&select=id,articleStars(hands(*))', [
      { id: 2, articleStars: [{ hands: { id: 3, name: 'Cleo' } }] },
    ]),
  ],
  'parents and children of a view': [
    get('/pieces_view?id=eq.1&select=id, name, makers(*), steps(id, name)', [
      { ...chest, makers: { id: 1, name: 'Oak & Sons' }, steps: chestSteps },
    ]),
  ],
  'parents and children by renamed keys': [
    get('/pieces_renamed?piece=eq.1&select=piece, name, makers(*), steps(id, name)', [
      { piece: 1, name: 'Chest', makers: { id: 1, name: 'Oak & Sons' }, steps: chestSteps },
    ]),
  ],
  'several views of one hidden table': [
    get('/books?select=title,author:authors(name)&id=eq.4', [{ title: 'Bird', author: { name: 'Harper' } }]),
    get('/early_books?select=title,author:authors(name)&limit=1', [
      { title: 'Eighteen', author: { name: 'George' } },
    ]),
    get('/late_books?select=title,author:authors(name)&limit=1', [
      { title: 'Rye', author: { name: 'Jerome' } },
    ]),
  ],
  'a view of a view': [get('/buyers_view_view?select=*,orders_view(*)')],
  'a view with subselects': [
    get('/authors_counted?select=name,early,late,books(title)&id=eq.1', [
      { name: 'George', early: 1, late: 0, books: [{ title: 'Eighteen' }] },
    ]),
  ],
  'a view with a case': [
    get('/authors_judged?select=*,books(title)&id=eq.3', [
      { id: 3, name: 'Jerome', early: false, books: [{ title: 'Rye' }] },
    ]),
  ],
  'a view with a subselect in its from': [
    get('/books_with_publisher?select=title,publisher,author:authors(name)&id=eq.1', [
      { title: 'Eighteen', publisher: 'North Press', author: { name: 'George' } },
    ]),
  ],
  'a view with a subselect in a call': [
    get('/authors_called?select=*,books(title)&id=eq.3', [
      { id: 3, name: 'Jerome', early: false, books: [{ title: 'Rye' }] },
    ]),
  ],
  'a view with a with': [
    get('/odd_years?select=title,printed_in,publisher,author:authors(name)&id=eq.1', [
      { title: 'Eighteen', printed_in: 1949, publisher: 'North Press', author: { name: 'George' } },
    ]),
  ],
  'capital letters': [
    get('/Foo?select=*,Bar(*)', [{ id: 1, name: 'foo', Bar: [{ id: 1, fooId: 1, name: 'bar' }] }]),
  ],
  'a key of many columns': [
    get('/players_view?select=id,contracts(price)&id=in.(1,7)', [
      { id: 1, contracts: [{ price: 10 }] },
      { id: 7, contracts: [] },
    ]),
    get('/contracts?select=cup,players_view(first_name)&limit=1', [
      { cup: 'cup 1', players_view: { first_name: 'first 1' } },
    ]),
  ],
  'a key of many columns between views': [
    get('/players_view?select=id,contracts_view(price)&id=in.(1,7)', [
      { id: 1, contracts_view: [{ price: 10 }] },
      { id: 7, contracts_view: [] },
    ]),
    get('/contracts_view?select=cup,players_view(first_name)&limit=1', [
      { cup: 'cup 1', players_view: { first_name: 'first 1' } },
    ]),
  ],
  'columns in another order than in the table': [get('/v1?select=v2(*)', [{ v2: [{ d1: 1, d2: 1 }] }])],
  'a view that groups': [
    get('/pieces_by_maker?select=pieces,maker:makers(name)&order=pieces,maker_id', [
      { pieces: 1, maker: null },
      { pieces: 2, maker: { name: 'Oak & Sons' } },
      { pieces: 2, maker: { name: 'Pine Ltd' } },
    ]),
  ],
  'a view with a subselect in a where': [
    get('/authors_with_things?select=name,things,books(title)&id=eq.1', [
      { name: 'George', things: [3, 4], books: [{ title: 'Eighteen' }] },
    ]),
  ],
  'one to one between views': [
    get('/apprentices_view?select=name,lodgings(address)&id=eq.1', [
      { name: 'Ann', lodgings: { address: 'Street 1' } },
    ]),
    get('/apprentices_view?select=name,lodgings_view(address)&id=eq.1', [
      { name: 'Ann', lodgings_view: { address: 'Street 1' } },
    ]),
    get('/lodgings_view?select=address,apprentices(name)&id=eq.1', [
      { address: 'Street 1', apprentices: { name: 'Ann' } },
    ]),
    get('/lodgings_view?select=address,apprentices_view(name)&id=eq.1', [
      { address: 'Street 1', apprentices_view: { name: 'Ann' } },
    ]),
  ],
  'a key to a unique column': [
    get('/referrals?select=site,page:pages(url)', [
      { site: 'git.test', page: { url: 'http://docs.test/api' } },
      { site: 'hub.test', page: { url: 'http://docs.test/admin' } },
    ]),
  ],
}

const aliased: Family['examples'] = {
  'children twice by aliases': [
    get('/rooms?select=id,zones:zones(id),shelves:zones(id)&zones.kind=eq.2&shelves.kind=eq.3', [
      { id: 1, zones: list(1, 2), shelves: list(3, 4) },
    ]),
  ],
  'many to many twice by aliases': [
    get(
      '/hands?id=eq.2&select=id,drawn:steps(id),cut:steps(id)&drawn.name=like.*Draw*&cut.name=like.*Plane*',
      [{ id: 2, drawn: list(5, 7), cut: list(6) }],
    ),
  ],
  'an embed inside an alias': [
    get(
      '/pieces?id=in.(1,5)&select=id,drawn:steps(name,hands(id,name))&drawn.name=like.Draw*&drawn.hands.id=in.(1,2)',
      [
        { id: 1, drawn: [{ name: 'Draw the chest', hands: [{ id: 1, name: 'Ada' }] }] },
        { id: 5, drawn: [] },
      ],
    ),
  ],
  'logic inside aliases': [
    get(
      '/things?select=id,children:child_things(id,more:grandchild_things(id))&children.and=(id.in.(1,2,3))&children.more.or=(id.eq.1,id.eq.2)',
      [
        {
          id: 1,
          children: [
            { id: 1, more: list(1, 2) },
            { id: 2, more: [] },
          ],
        },
        { id: 2, children: [{ id: 3, more: [] }] },
        { id: 3, children: [] },
        { id: 4, children: [] },
      ],
    ),
  ],
}

const orders: Family['examples'] = {
  asc: [get('/parts?id=lte.2&order=id.asc', list(1, 2), range('0-1/*'))],
  desc: [get('/parts?id=lte.2&order=id.desc', list(2, 1), range('0-1/*'))],
  nullsfirst: [get('/loose?order=a.nullsfirst', [empty, ...filled], range('0-2/*'))],
  'asc.nullslast': [get('/loose?order=a.asc.nullslast', [...filled, empty], range('0-2/*'))],
  'desc.nullsfirst': [get('/loose?order=a.desc.nullsfirst', [empty, ...filled.toReversed()])],
  'desc.nullslast': [get('/loose?order=a.desc.nullslast', [...filled.toReversed(), empty])],
  'two columns': [get('/pieces?select=id&order=maker_id.desc.nullslast,id.desc', list(4, 3, 2, 1, 5))],
  'a column alone': [get('/parts?id=lte.2&order=id', list(1, 2))],
  'nothing but an order': [get('/parts?order=id.asc')],
  'the order of children': [
    get('/pieces?id=eq.1&select=id, name, steps(id, name)&steps.order=name.asc', [
      { ...chest, steps: chestSteps.toReversed() },
    ]),
  ],
  'the order of children by their alias': [
    get('/pieces?id=eq.1&select=id, name, the_steps:steps(id, name)&the_steps.order=name.asc', [
      { ...chest, the_steps: chestSteps.toReversed() },
    ]),
  ],
  'the order two levels deep': [
    get(
      '/pieces?id=eq.1&select=id,steps(id,hands(id,name))&steps.order=name.asc&steps.hands.order=name.desc',
      [
        {
          id: 1,
          steps: [
            { id: 2, hands: [{ id: 1, name: 'Ada' }] },
            {
              id: 1,
              hands: [
                { id: 3, name: 'Cleo' },
                { id: 1, name: 'Ada' },
              ],
            },
          ],
        },
      ],
    ),
  ],
  'the order of a parent changes nothing': [
    get('/pieces?id=eq.1&select=id, name, makers(id, name)&makers.order=name.asc', [
      { ...chest, makers: { id: 1, name: 'Oak & Sons' } },
    ]),
  ],
  'a malformed order': [
    refused('GET', '/parts?order=id.asc.nullslasttt', 400, {
      code: 'PGRST100',
      message: '"failed to parse order (id.asc.nullslasttt)" (line 1, column 17)',
      details: 'unexpected \'t\' expecting "," or end of input',
      hint: null,
    }),
  ],
  'the relation of an alias': [
    get(
      '/pieces?id=eq.1&select=id,the_steps:steps(id)&steps.name=like.Cut*&steps.order=name.asc&steps.limit=1',
      [{ id: 1, the_steps: list(2) }],
    ),
  ],
}

const csv = { gives: { 'content-type': 'text/csv; charset=utf-8' } }

const formats: Family['examples'] = {
  'an unknown type': [
    refused(
      'GET',
      '/tags',
      406,
      {
        code: 'PGRST107',
        message: 'None of these media types are available: text/unknowntype',
        details: null,
      },
      { headers: accept('text/unknowntype') },
    ),
  ],
  'any type': [get('/tags', undefined, { headers: accept('*/*') })],
  'any type after an unknown one': [get('/tags', undefined, { headers: accept('text/unknowntype, */*') })],
  'a type before any type': [get('/tags', undefined, { headers: accept('text/csv, */*'), ...csv })],
  'the first of two': [get('/tags', undefined, { headers: accept('text/csv, application/json'), ...csv })],
  'an unknown type before a known one': [
    get('/tags', undefined, { headers: accept('text/unknowntype, text/csv') }),
  ],
  CSV: [
    get('/tags?order=k.desc', 'k,extra\nxyyx,u\nxYYx,v', { headers: accept('text/csv; version=1'), ...csv }),
  ],
  'Content-Location in alphabetical order': [
    get('/loose?b=eq.1&a=eq.1', [], { gives: { 'content-location': '/loose?a=eq.1&b=eq.1' } }),
  ],
  'Content-Location without parameters': [
    get('/tags', undefined, { gives: { 'content-location': '/tags' } }),
  ],
}

const names: Family['examples'] = {
  'odd and capital names': [
    get(
      '/Esc4pe;',
      [1, 2, 3, 4, 5].map((so6meId) => ({ so6meId })),
    ),
    get('/ghostParts', [{ escapeId: 1 }, { escapeId: 3 }, { escapeId: 5 }]),
  ],
  'no operator': [
    refused('GET', '/ghostParts?id=0', 400, {
      code: 'PGRST100',
      message: '"failed to parse filter (0)" (line 1, column 1)',
      details: 'unexpected "0" expecting "not" or operator (eq, gt, ...)',
    }),
  ],
  'odd names embedded': [
    get('/Esc4pe;?select=ghostParts(*)&so6meId=lt.3', [
      { ghostParts: { escapeId: 1 } },
      { ghostParts: null },
    ]),
  ],
  'blanks in a name': [
    get('/Tools%20Today?select=A%20Tool%20Model&A%20Tool%20Model=like.*91*', [
      { 'A Tool Model': ' IBM,9113-550 (P5-550)' },
      { 'A Tool Model': ' IBM,9131-52A (P5-52A)' },
    ]),
  ],
  'reserved characters in quotes': [
    get(
      '/reserved?select=%22:arr-%3Eow::cast%22,%22(inside,parens)%22,%22a.dotted.column%22,%22%20%20col%20%20w%20%20space%20%20%22&%22*id*%22=eq.1',
      [
        {
          ':arr->ow::cast': ' arrow-1 ',
          '(inside,parens)': ' parens-1 ',
          'a.dotted.column': ' dotted-1 ',
          '  col  w  space  ': ' space-1',
        },
      ],
    ),
  ],
  'dollars without quotes': [get('/do$llar$s?select=a$num$&a$num$=eq.100', [{ a$num$: 100 }])],
}

const named = (...found: string[]) => found.map((name) => ({ name }))
const quoted = 'Double"Quote"McGraw"'

const lists: Family['examples'] = {
  'quoted values': [
    get('/comma_names?name=in.("Hebdon, John")', named('Hebdon, John')),
    get('/comma_names?name=in.("Hebdon, John","Williams, Mary")', named('Hebdon, John', 'Williams, Mary')),
    get(
      '/comma_names?name=not.in.("Hebdon, John","Williams, Mary","Smith, Joseph")&limit=2',
      named('David White', 'Larry Thompson'),
    ),
  ],
  'values with and without quotes': [
    get('/comma_names?name=in.(David White,"Hebdon, John")', named('Hebdon, John', 'David White')),
    get('/comma_names?name=in.("Double O Seven(007)")', named('Double O Seven(007)')),
  ],
  'escaped quotes': [get('/comma_names?name=in.("Double\\"Quote\\"McGraw\\"")', named(quoted))],
  'escaped backslashes': [
    get('/comma_names?name=in.("\\\\")', named('\\')),
    get('/comma_names?name=in.("/\\\\Slash/\\\\Beast/\\\\")', named('/\\Slash/\\Beast/\\')),
  ],
  'anything may be escaped': [get('/comma_names?name=in.("D\\a\\vid W\\h\\ite")', named('David White'))],
  'single quotes without quotes around': [
    get('/comma_names?name=in.(")', named('"')),
    get('/comma_names?name=in.(Double"Quote"McGraw")', named(quoted)),
  ],
  'backslashes without quotes': [
    get('/comma_names?name=in.(\\)', named('\\')),
    get('/comma_names?name=in.(/\\Slash/\\Beast/\\)', named('/\\Slash/\\Beast/\\')),
  ],
  ...Object.fromEntries(
    ['int', 'text', 'bool', 'bin', 'char', 'date', 'real', 'time'].map((type) => [
      `an empty list of a ${type}`,
      [get(`/many_types?${type}_data=in.()`, [])],
    ]),
  ),
  'not in an empty list': [get('/many_types?int_data=not.in.()&select=int_data', [{ int_data: 1 }])],
  'a list of blanks is empty': [get('/many_types?int_data=in.(    )', [])],
  'an empty value among others': [
    refused('GET', '/many_types?int_data=in.( ,3,4)', 400, {
      code: '22P02',
      message: 'invalid input syntax for type integer: ""',
    }),
  ],
}

const hands = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bo' },
  { id: 3, name: 'Cleo' },
]
const pieces = [
  { id: 1, name: 'Chest', maker_id: 1 },
  { id: 2, name: 'Chair', maker_id: 1 },
  { id: 3, name: 'Table', maker_id: 2 },
  { id: 4, name: 'Desk', maker_id: 2 },
  { id: 5, name: 'Orphan', maker_id: null },
]
const somePieces = (...ids: number[]) => pieces.filter(({ id }) => ids.includes(id))

const rest: Family['examples'] = {
  'children of a table with a column of its name': [
    get('/being?select=*,descendant(*)&limit=1', [
      { being: 1, descendant: [1, 2, 3].map((descendant) => ({ descendant, being: 1 })) },
    ]),
  ],
  'many to many with columns of the tables’ names': [
    get('/being?select=*,piece_of(*)&limit=1', [{ being: 1, piece_of: [{ piece_of: 1 }] }]),
  ],
  'the operators of an extension outside the search path': {
    settings: { extraSearchPath: [] },
    exchanges: [get('/paths?path=cd.Top.Science', undefined, { status: 400 })],
  },
  'no Content-Profile with one schema': [get('/parts', undefined, { gives: { 'content-profile': null } })],
  'an empty embed of a parent': [
    get(
      '/pieces?select=id,name,makers()',
      pieces.map(({ id, name }) => ({ id, name })),
    ),
    get('/pieces?select=id,makers!inner()&makers.id=eq.2', list(3, 4)),
  ],
  'an empty embed of children': [
    get('/makers?select=id,pieces()', list(1, 2)),
    get('/makers?select=id,pieces!inner()&pieces.name=eq.Table', list(2)),
  ],
  'an empty embed of many to many': [
    get('/hands?select=*,steps!inner()', hands),
    get('/hands?select=*,steps!inner()&steps.id=eq.3', [hands[0]]),
  ],
  'empty embeds in embeds': [
    get('/hands?select=*,hands_steps(steps(pieces()))', hands),
    get('/hands?select=*,hands_steps!inner(steps!inner(pieces()))&hands_steps.steps.id=eq.3', [hands[0]]),
    get('/hands?select=*,steps(pieces(makers()),hands_steps())', hands),
    get('/hands?select=*,steps!inner(pieces(makers()),hands_steps(),name)&steps.id=eq.3', [
      { ...hands[0], steps: [{ name: 'Draw the chair' }] },
    ]),
  ],
  'an empty select is all columns': [get('/pieces?select=', pieces), get('/rpc/all_pieces?select=', pieces)],
  'eq(any)': [get('/pieces?id=eq(any).{3,4,5}', somePieces(3, 4, 5))],
  'gt(all), gte(all)': [
    get('/pieces?id=gt(all).{4,3}', somePieces(5)),
    get('/pieces?id=gte(all).{4,3}', somePieces(4, 5)),
  ],
  'lt(all), lte(all)': [
    get('/pieces?id=lt(all).{4,3}', somePieces(1, 2)),
    get('/pieces?id=lte(all).{4,3}', somePieces(1, 2, 3)),
  ],
  'like(any), ilike(all)': [
    get('/articles?body=like(any).{%plan%,%brain%}&select=id', list(1, 2)),
    get('/articles?body=ilike(all).{%plan%,%stop%}&select=id', list(1)),
  ],
  'match(any), imatch(any)': [
    get('/articles?body=match(any).{there,thing}&select=id', list(1)),
    get('/articles?body=imatch(any).{there,thing}&select=id', list(1, 2)),
  ],
  'an empty value': [get('/blanks?text=eq.&select=id,text', [{ id: 1, text: '' }])],
  'a view that selects from itself': [
    refused('GET', '/endless?select=*', 500, {
      code: '42P17',
      message: 'infinite recursion detected in rules for relation "endless"',
    }),
  ],
  'an address of too many parts': [
    refused('GET', '/first/second/third?select=*', 404, {
      code: 'PGRST125',
      message: 'Invalid path specified in request URL',
    }),
  ],
}

export const reading: Family = {
  name: 'reading',
  follows: { spec: 'QuerySpec', inScope: 195 },
  examples: {
    ...filters,
    ...search,
    ...otherFilters,
    ...select,
    ...partitions,
    ...views,
    ...aliased,
    ...orders,
    ...formats,
    ...names,
    ...lists,
    ...rest,
  },
}
