import { expect, test } from 'vitest'
import { ann, answers, type Case, onEveryEngine, refused, runCases } from './cases.ts'

// The grammar is proved by conformance/rest/cases/. These cases reach code that no case there reaches.

const titles = (...list: string[]) => list.map((title) => ({ title }))

// biome-ignore format: a table, one case a line where it fits
const reads: Case[] = [
  ['follows a path in json', (db) => db.from('books').select('notes->>a').eq('id', 2), [{ a: '2' }]],
  ['accepts a quoted key that looks like SQL as a key',
    (db) => db.from('authors').select(`k:profile->>"x'||version()||'"`).eq('id', 1),
    [{ k: null }]],
  ['returns numbers beyond the safe integers',
    (db) => db.from('books').select('price::text,sold::text').eq('sold', '9007199254740993'),
    [{ price: '12.50', sold: '9007199254740993' }]],
  ['distinguishes long aliases',
    (db) => db.from('books').select(`${'x'.repeat(60)}a:authors(id),${'x'.repeat(60)}b:authors(name)`).eq('id', 1),
    [{ [`${'x'.repeat(60)}a`]: { id: 1 }, [`${'x'.repeat(60)}b`]: { name: 'Ada Winter' } }]],
  ['embeds a relation and its inverse', (db) => db.from('authors').select('books(authors(name))').eq('id', 1),
    [{ books: [{ authors: { name: 'Ada Winter' } }, { authors: { name: 'Ada Winter' } }] }]],
  ['drops parents by a to-many embed that selects nothing',
    (db) => db.from('publishers').select('id,books!inner()').order('id'),
    [{ id: 1 }, { id: 2 }]],
  ['joins conditions on embeds with or',
    (db) => db.from('books').select('id,authors(),book_texts()')
      .or('authors.is.null,book_texts.not.is.null').order('id'),
    [{ id: 1 }, { id: 3 }, { id: 5 }]],
  ['still filters a column that an embed is named after',
    (db) => db.from('loans').select('id,reader(city)').eq('reader', 'ben').order('id'),
    [{ id: 2, reader: { city: 'Lima' } }, { id: 4, reader: { city: 'Lima' } }]],
  ['counts with a filtered inner join',
    (db) => db.from('authors').select('id,books!inner()', { count: 'exact' }).eq('books.title', 'Condor'),
    answers(200, [{ id: 2 }], 1)],
  ['orders by an embed under its alias',
    (db) => db.from('books').select('id,a:authors()')
      .order('a(born_on)', { ascending: false, nullsFirst: false }).order('id').limit(3),
    [{ id: 3 }, { id: 4 }, { id: 1 }]],
]

// biome-ignore format: a table, one case a line where it fits
const refusals: Case[] = [
  ['a hint that matches nothing', (db) => db.from('loans').select('readers!nobody(city)'),
    refused(400, 'PGRST200', { hint: null })],
  ['an order on what is not embedded',
    (db) => db.from('books').select('id').order('name', { referencedTable: 'authors' }),
    refused(400, 'PGRST108')],
  ['a limit on what is not embedded',
    (db) => db.from('books').select('id').limit(1, { referencedTable: 'authors' }),
    refused(400, 'PGRST108')],
  ['another operator on an embed', (db) => db.from('publishers').select('id,books()').eq('books', 1),
    refused(400, 'PGRST120', { message: "Bad operator on the 'books' embedded resource" })],
  ['an order by what is not embedded', (db) => db.from('books').select('id').order('authors(name)'),
    refused(400, 'PGRST108')],
  ['a negative limit', (db) => db.from('books').select('id').limit(-1),
    refused(416, 'PGRST103', { details: 'Limit should be greater than or equal to zero.' })],
  ['a negative limit in an embed',
    (db) => db.from('authors').select('books(id)').limit(-1, { referencedTable: 'books' }),
    refused(400, '2201W')],
  ['an upsert by an unknown key', (db) => db.from('counters').upsert({ name: 'x' }, { onConflict: 'nothing' }),
    refused(400, '42703')],
  ['an upsert that affects one row twice',
    (db) => db.from('categories').upsert([{ id: 1, name: 'A' }, { id: 1, name: 'B' }]),
    refused(500, '21000')],
  ['an update of all rows', (db) => db.from('books').update({ pages: 1 }),
    refused(400, '21000', { message: 'UPDATE requires a WHERE clause' })],
]

runCases('own cases: reads', reads)
runCases('own cases: refuses', refusals)

onEveryEngine('own cases on the wire', {}, (library) => {
  const send = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
    const prefer = ['tx=rollback', headers.Prefer].filter(Boolean).join(', ')
    const response = await library().fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers, Prefer: prefer },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  const refusal = async (...request: Parameters<typeof send>) => {
    const { status, body } = await send(...request)
    return [status, (JSON.parse(body) as { code: string }).code]
  }
  const whole = { Prefer: 'return=representation' }

  test('accepts CSV with quotes', async () => {
    const csv = 'id,name\n8,"a, ""b"""\n9,NULL\n'
    const headers = { ...whole, 'Content-Type': 'text/csv' }
    const answer = await send('POST', '/publishers', csv.replace('NULL', 'c'), headers)
    expect(JSON.parse(answer.body)).toEqual([
      { id: 8, name: 'a, "b"', city: null },
      { id: 9, name: 'c', city: null },
    ])
    expect(await refusal('POST', '/publishers', csv, headers)).toEqual([400, '23502'])
  })

  test('loses no digit of a number', async () => {
    const body =
      '{"title": "Big", "sold": 9007199254740993, "price": 1234567890.12, "details": {"n": 12345678901234567890.123456789}}'
    const answer = await send('POST', '/books?select=sold,price,details', body, whole)
    expect(answer.body).toBe(
      '[{"sold":9007199254740993,"price":1234567890.12,"details":{"n": 12345678901234567890.123456789}}]',
    )
  })

  test.each([
    ['an empty body', ''],
    ['a body that is not JSON', '{"id": '],
    ['a list of values', '[1, 2]'],
    ['JSON nested too deeply', `{"id": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
    ['an unsupported content type', 'x', 'text/html'],
    ['text for a table', 'x', 'text/plain'],
    ['bytes for a table', 'x', 'application/octet-stream'],
    ['a short line of CSV', 'id,name\n8\n', 'text/csv'],
  ])('refuses %s', async (_title, body, type = 'application/json') => {
    expect(await refusal('POST', '/categories', body, { 'Content-Type': type })).toEqual([400, 'PGRST102'])
  })

  test('PUT refuses a payload without the key, and a table without one', async () => {
    expect(await refusal('PUT', '/categories?id=eq.2', '{"name":"X"}')).toEqual([400, 'PGRST115'])
    expect(await refusal('PUT', '/unkeyed?word=eq.x', '{"word":"x"}')).toEqual([405, 'PGRST105'])
  })

  test('sends a Location of one row with a key only', async () => {
    const header = { Prefer: 'return=headers-only' }
    const one = await send('POST', '/books', '{"id": 9007199254740993, "title": "Big"}', header)
    const several = await send('POST', '/categories', '[{"id":8,"name":"A"},{"id":9,"name":"B"}]', header)
    const keyless = await send('POST', '/unkeyed', '{"word": "z"}', header)
    expect([one, several, keyless].map(({ headers }) => headers.get('location'))).toEqual([
      '/books?id=eq.9007199254740993',
      null,
      null,
    ])
  })

  test('names the methods of a table and of a function', async () => {
    const verbs = async (path: string) => (await send('OPTIONS', path)).headers.get('allow')
    expect(await verbs('/unkeyed')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    expect(await verbs('/book_counts')).toBe('OPTIONS,GET,HEAD')
    expect(await verbs('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST')
    expect(await verbs('/rpc/bump')).toBe('OPTIONS,POST')
  })

  test('accepts a list of a function in one value of the query', async () => {
    expect(await send('GET', '/rpc/join_words?words={a,b}')).toMatchObject({ status: 200, body: '"a b"' })
  })

  test('a function without a body parameter refuses a text', async () => {
    expect(await refusal('POST', '/rpc/add', 'words', { 'Content-Type': 'text/plain' })).toEqual([
      404,
      'PGRST202',
    ])
  })

  test('queries the database once', async () => {
    const before = library().sent.length
    const path = '/authors?select=name,books(title,categories(name))&books.order=title'
    await send('GET', path, undefined, { Prefer: 'count=exact' })
    expect(library().sent.length - before).toBe(1)
  })

  test.each(['', '/rest/v1'])('is found at the base path "%s"', async (base) => {
    const request = new Request(`http://library.test${base}/books?select=title&id=eq.3`)
    expect(await (await library().api.fetch(request, ann)).json()).toEqual(titles('Condor'))
  })
})
