import { expect, test } from 'vitest'
import { ann, answers, type Case, onEveryEngine, refused, runCases } from './cases.ts'

const ids = (...list: number[]) => list.map((id) => ({ id }))

// biome-ignore format: a table, one case a line where it fits
const orders: Case[] = [
  ['orders ascending', (db) => db.from('books').select('id').order('price'), ids(5, 2, 3, 1, 4)],
  ['orders descending', (db) => db.from('books').select('id').order('price', { ascending: false }),
    ids(4, 1, 3, 2, 5)],
  ['orders nulls last when ascending', (db) => db.from('books').select('id').order('pages'), ids(5, 2, 3, 1, 4)],
  ['orders nulls first when descending', (db) => db.from('books').select('id').order('pages', { ascending: false }),
    ids(4, 1, 3, 2, 5)],
  ['orders nulls first as asked', (db) => db.from('books').select('id').order('pages', { nullsFirst: true }),
    ids(4, 5, 2, 3, 1)],
  ['orders nulls last as asked',
    (db) => db.from('books').select('id').order('pages', { ascending: false, nullsFirst: false }),
    ids(1, 3, 2, 5, 4)],
  ['orders by several columns',
    (db) => db.from('loans').select('id').order('status').order('id', { ascending: false }),
    ids(4, 1, 2, 3)],
  ['orders by a path',
    (db) => db.from('books').select('id').order('details->copies', { nullsFirst: true }).gt('id', 0)
      .not('details->copies', 'is', null),
    ids(2, 1, 3)],
  ['orders by a computed column', (db) => db.from('books').select('id').order('shout').limit(2), ids(5, 4)],
  ['orders by a column of one embedded',
    (db) => db.from('books').select('id,authors()').order('authors(name)', { ascending: false }).order('id'),
    ids(5, 3, 4, 1, 2)],
  ['orders by a column that is embedded',
    (db) => db.from('books').select('id,authors(name)').order('authors(name)').limit(1),
    [{ id: 1, authors: { name: 'Ada Winter' } }]],
  ['orders by an embed under its alias',
    (db) => db.from('books').select('id,a:authors()')
      .order('a(born_on)', { ascending: false, nullsFirst: false }).order('id').limit(3),
    ids(3, 4, 1)],
  ['orders by a path of one embedded',
    (db) => db.from('books').select('id,authors(profile)').order('authors(profile->prizes)').limit(1),
    [{ id: 3, authors: { profile: { prizes: 0, home: { city: 'Cusco' } } } }]],
  ['refuses to order by a to-many embed', (db) => db.from('authors').select('books(id)').order('books(id)'),
    refused(400, 'PGRST118', {message: "A related order on 'books' is not possible",
      details: "'authors' and 'books' do not form a many-to-one or one-to-one relationship"})],
  ['refuses to order by what is not embedded', (db) => db.from('books').select('id').order('authors(name)'),
    refused(400, 'PGRST108')],
  ['refuses to order by an unknown column', (db) => db.from('books').select('id').order('nothing'),
    refused(400, '42703')],
]

// biome-ignore format: a table, one case a line where it fits
const limits: Case[] = [
  ['limits', (db) => db.from('books').select('id').order('id').limit(2), ids(1, 2)],
  ['limits to zero rows', (db) => db.from('books').select('id').limit(0), []],
  ['returns a range', (db) => db.from('books').select('id').order('id').range(1, 2), ids(2, 3)],
  ['returns the part of a range that exists', (db) => db.from('books').select('id').order('id').range(3, 9),
    ids(4, 5)],
  ['returns nothing past the end', (db) => db.from('books').select('id').range(50, 59), []],
  ['refuses a negative limit', (db) => db.from('books').select('id').limit(-1),
    refused(416, 'PGRST103', {message: 'Requested range not satisfiable',
      details: 'Limit should be greater than or equal to zero.'})],
  ['ignores a negative offset', (db) => db.from('books').select('id').order('id').range(-1, 0),
    [{ id: 1 }, { id: 2 }]],
  ['refuses a negative limit in an embed',
    (db) => db.from('authors').select('books(id)').limit(-1, { referencedTable: 'books' }),
    refused(400, '2201W')],
]

// biome-ignore format: a table, one case a line where it fits
const counts: Case[] = [
  ['counts exactly beside all rows', (db) => db.from('books').select('id', { count: 'exact' }).order('id'),
    answers(200, ids(1, 2, 3, 4, 5), 5)],
  ['answers 206 for a part of the rows',
    (db) => db.from('books').select('id', { count: 'exact' }).order('id').limit(2),
    answers(206, ids(1, 2), 5)],
  ['counts what the filters leave',
    (db) => db.from('books').select('id', { count: 'exact' }).gt('price', 10).order('id'),
    answers(200, ids(1, 4), 2)],
  ['counts without rows', (db) => db.from('books').select('*', { count: 'exact', head: true }),
    answers(200, null, 5)],
  ['counts nothing', (db) => db.from('books').select('id', { count: 'exact' }).eq('id', 99),
    answers(200, [], 0)],
  ['counts one', (db) => db.from('books').select('id', { count: 'exact' }).eq('id', 1).single(),
    answers(200, { id: 1 }, 1)],
  ['counts with an inner join',
    (db) => db.from('books').select('id,book_texts!inner()', { count: 'exact' }).order('id'),
    answers(200, ids(1, 3), 2)],
  ['counts with a filtered inner join',
    (db) => db.from('authors').select('id,books!inner()', { count: 'exact' }).eq('books.title', 'Condor'),
    answers(200, ids(2), 1)],
  ['counts with a left join',
    (db) => db.from('books').select('id,book_texts()', { count: 'exact', head: true }),
    answers(200, null, 5)],
  ['counts with inner joins in a row',
    (db) => db.from('publishers')
      .select('id,books!inner(book_texts!inner())', { count: 'exact', head: true }),
    answers(200, null, 2)],
  ['counts with a junction',
    (db) => db.from('categories').select('id,books!inner()', { count: 'exact', head: true }),
    answers(200, null, 3)],
  ['counts parents without an embed',
    (db) => db.from('publishers').select('id,books()', { count: 'exact' }).is('books', null),
    answers(200, ids(3), 1)],
  ['counts parents with an embed',
    (db) => db.from('books').select('id,authors()', { count: 'exact', head: true })
      .not('authors', 'is', null),
    answers(200, null, 4)],
  ['counts with or',
    (db) => db.from('books').select('id', { count: 'exact', head: true }).or('id.eq.1,id.eq.2'),
    answers(200, null, 2)],
  ['counts past the end of a range', (db) => db.from('books').select('id', { count: 'exact' }).range(4, 9),
    answers(206, ids(5), 5)],
  ['returns nothing at the very end', (db) => db.from('books').select('id', { count: 'exact' }).range(5, 9),
    answers(206, [], 5)],
  ['refuses an offset past the end when counting',
    (db) => db.from('books').select('id', { count: 'exact' }).range(6, 9),
    refused(416, 'PGRST103', { details: 'An offset of 6 was requested, but there are only 5 rows.' })],
  ['estimates few rows exactly', (db) => db.from('books').select('id', { count: 'estimated', head: true }),
    answers(200, null, 5)],
  ['counts rows of a view', (db) => db.from('printed_books').select('id', { count: 'exact', head: true }),
    answers(200, null, 3)],
]

runCases('rows: order', orders)
runCases('rows: limits', limits)
runCases('rows: counts', counts)
runCases(
  'rows: the maximum',
  [
    ['caps a read', (db) => db.from('books').select('id').order('id'), ids(1, 2, 3)],
    ['caps a larger limit', (db) => db.from('books').select('id').order('id').limit(4), ids(1, 2, 3)],
    ['caps after an offset', (db) => db.from('books').select('id').order('id').range(1, 100), ids(2, 3, 4)],
    [
      'counts beyond the cap',
      (db) => db.from('books').select('id', { count: 'exact' }).order('id'),
      answers(206, ids(1, 2, 3), 5),
    ],
    ['caps the rows of a function', (db) => db.rpc('numbers', { upto: 10 }), [1, 2, 3]],
    [
      'caps embedded rows',
      (db) => db.from('publishers').select('books(id)').eq('id', 1),
      [{ books: ids(1, 2, 5) }],
    ],
    [
      'does not cap a write',
      (db) => db.from('books').update({ pages: 1 }).gt('id', 0).select('pages'),
      Array(5).fill({ pages: 1 }),
    ],
  ],
  { api: { maxRows: 3 } },
)

onEveryEngine('rows: on the wire', {}, (library) => {
  const of = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await library().fetch(path, { headers, method })
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      body: await response.text(),
    }
  }

  test.each([
    ['all rows', '/books?select=id', {}, 200, '0-4/*'],
    ['no rows', '/books?id=eq.99', {}, 200, '*/*'],
    ['a limit', '/books?limit=2', {}, 200, '0-1/*'],
    ['an offset', '/books?limit=2&offset=1', {}, 200, '1-2/*'],
    ['a count', '/books', { Prefer: 'count=exact' }, 200, '0-4/5'],
    ['a part with a count', '/books?limit=2&offset=1', { Prefer: 'count=exact' }, 206, '1-2/5'],
    ['no rows with a count', '/books?id=eq.99', { Prefer: 'count=exact' }, 200, '*/0'],
    ['a Range header', '/books', { Range: '0-1', 'Range-Unit': 'items' }, 200, '0-1/*'],
    ['an open Range header', '/books', { Range: '3-' }, 200, '3-4/*'],
    ['a Range header within limit and offset', '/books?limit=3', { Range: '1-9' }, 200, '1-2/*'],
    ['an invalid Range header', '/books', { Range: 'bytes=0-1' }, 200, '0-4/*'],
    ['a reversed Range header', '/books', { Range: '5-1' }, 416, null],
    ['a limit that is not a number', '/books?limit=many', {}, 200, '0-4/*'],
    ['an enormous offset', '/books?offset=99999999999999999999', {}, 200, '*/*'],
  ] as const)('%s', async (_title, path, headers, status, range) => {
    const answer = await of(path, headers as Record<string, string>)
    expect(answer).toMatchObject({ status, range })
  })

  test('HEAD answers like GET, without the body', async () => {
    const answer = await of('/books?limit=2', { Prefer: 'count=exact' }, 'HEAD')
    expect(answer).toEqual({ status: 206, range: '0-1/5', body: '' })
  })

  test('a Range header is ignored for HEAD', async () => {
    expect(await of('/books', { Range: '0-1' }, 'HEAD')).toMatchObject({ status: 200, range: '0-4/*' })
  })

  test('planned is the estimate of the planner', async () => {
    await library().execute('analyze library.books')
    expect(await of('/books', { Prefer: 'count=planned' })).toMatchObject({ range: '0-4/5' })
  })

  test.each(['', '/rest/v1'])('are found at the base path "%s"', async (base) => {
    const request = new Request(`http://library.test${base}/books?select=id&id=eq.1`)
    expect(await (await library().api.fetch(request, ann)).json()).toEqual(ids(1))
  })
})

onEveryEngine('rows: estimates', { maxRows: 3 }, (library) => {
  test('uses the planner’s estimate beyond the maximum of rows', async () => {
    await library().execute('analyze library.books')
    const { count } = await library().client().from('books').select('id', { count: 'estimated' })
    expect(count).toBe(5)
  })
})
