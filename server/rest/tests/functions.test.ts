import { expect, test } from 'vitest'
import { answers, type Case, onEveryEngine, refused, runCases } from './cases.ts'

const titles = (...list: string[]) => list.map((title) => ({ title }))

// biome-ignore format: a table, one case a line where it fits
const calls: Case[] = [
  ['calls a function', (db) => db.rpc('add', { a: 1, b: 2 }), 3],
  ['calls a function by GET', (db) => db.rpc('add', { a: 1, b: 2 }, { get: true }), 3],
  ['calls a function by HEAD', (db) => db.rpc('add', { a: 1, b: 2 }, { head: true }), answers(200, null)],
  ['accepts arguments in any order', (db) => db.rpc('join_words', { words: ['a', 'b'] }), 'a b'],
  ['uses the default of an argument', (db) => db.rpc('greet'), 'Hello, reader'],
  ['uses the argument instead of the default', (db) => db.rpc('greet', { name: 'Ann' }), 'Hello, Ann'],
  ['returns a null', (db) => db.rpc('null_text'), null],
  ['returns nothing', (db) => db.rpc('nothing'), answers(204, null)],
  ['returns a list of values', (db) => db.rpc('numbers', { upto: 3 }), [1, 2, 3]],
  ['returns an empty list of values', (db) => db.rpc('numbers', { upto: 0 }), []],
  ['returns rows of a table', (db) => db.rpc('books_of', { writer: 1 }).select('id,title'),
    [{ id: 1, title: 'The Long Night' }, { id: 2, title: 'Snow, and Other Poems' }]],
  ['returns one row of a table', (db) => db.rpc('book', { wanted: 3 }).select('title'), { title: 'Condor' }],
  ['returns rows of its own columns', (db) => db.rpc('price_list').eq('cents', 350),
    [{ title: 'Anonymous Letters', cents: 350 }]],
  ['returns one row of its own columns', (db) => db.rpc('corners'), { lowest: 3.5, highest: 20 }],
  ['returns JSON unchanged', (db) => db.rpc('echo', { any: ['thing', { at: 'all' }] }),
    { any: ['thing', { at: 'all' }] }],
  ['passes the whole body to an unnamed parameter', (db) => db.rpc('measure', { '': 'ab' }), 9],
  ['calls the overload that fits', (db) => db.rpc('variant', { a: 1, b: 2 }), 'two'],
  ['calls the overload with fewer arguments', (db) => db.rpc('variant', { a: 1 }), 'one'],
  ['calls the overload by the name of the argument', (db) => db.rpc('variant', { doc: {} }), 'doc'],
  ['changes data', (db) => db.rpc('bump', { counter: 'visits' }), 11],
  ['returns the rows it changed', (db) => db.rpc('retire', { below: 8 }).select('id,in_print').order('id'),
    [{ id: 2, in_print: false }, { id: 5, in_print: false }]],
  ['allows as many rows as max-affected',
    (db) => db.rpc('retire', { below: 8 }).select('id').order('id').maxAffected(2),
    [{ id: 2 }, { id: 5 }]],
  ['refuses more rows than allowed', (db) => db.rpc('retire', { below: 8 }).maxAffected(1),
    refused(400, 'PGRST124')],
  ['refuses max-affected for a single value', (db) => db.rpc('add', { a: 1, b: 2 }).maxAffected(1),
    refused(400, 'PGRST128')],
]

// biome-ignore format: a table, one case a line where it fits
const results: Case[] = [
  ['filters the rows', (db) => db.rpc('books_of', { writer: 1 }).select('title').gt('price', 10),
    titles('The Long Night')],
  ['filters the rows of a GET',
    (db) => db.rpc('books_of', { writer: 1 }, { get: true }).select('title').gt('price', 10),
    titles('The Long Night')],
  ['orders the rows', (db) => db.rpc('books_of', { writer: 2 }).select('title').order('title'),
    titles('Bread (100% rye)', 'Condor')],
  ['limits the rows', (db) => db.rpc('books_of', { writer: 2 }).select('title').limit(1), titles('Condor')],
  ['offsets the rows', (db) => db.rpc('numbers', { upto: 9 }).range(3, 5), [4, 5, 6]],
  ['counts the rows', (db) => db.rpc('books_of', { writer: 2 }, { count: 'exact' }).select('title').limit(1),
    answers(206, titles('Condor'), 2)],
  ['counts without rows', (db) => db.rpc('books_of', { writer: 2 }, { head: true, count: 'exact' }),
    answers(200, null, 2)],
  ['embeds in the rows', (db) => db.rpc('books_of', { writer: 1 }).select('title,authors(name)').limit(1),
    [{ title: 'The Long Night', authors: { name: 'Ada Winter' } }]],
  ['embeds many in the one row', (db) => db.rpc('book', { wanted: 2 }).select('categories(name)'),
    { categories: [{ name: 'Fiction' }, { name: 'Poetry' }] }],
  ['reads a computed column of the rows', (db) => db.rpc('books_of', { writer: 2 }).select('shout').limit(1),
    [{ shout: 'CONDOR' }]],
  ['returns one of the rows as an object', (db) => db.rpc('books_of', { writer: 2 }).select('title').limit(1).single(),
    { title: 'Condor' }],
  ['refuses several rows where one is asked for', (db) => db.rpc('books_of', { writer: 2 }).single(),
    refused(406, 'PGRST116')],
  ['returns one value as a single object', (db) => db.rpc('add', { a: 1, b: 2 }).single(), 3],
  ['groups the rows', (db) => db.rpc('books_of', { writer: 1 }).select('price.sum()'), [{ sum: 19.5 }]],
  ['returns the rows as CSV', (db) => db.rpc('price_list').limit(2).csv(),
    'title,cents\n"The Long Night",1250\n"Snow, and Other Poems",700'],
]

// biome-ignore format: a table, one case a line where it fits
const refusals: Case[] = [
  ['an unknown function', (db) => db.rpc('nonsense'),
    refused(404, 'PGRST202',
      {message: 'Could not find the function library.nonsense without parameters in the schema cache',
      details: 'Searched for the function library.nonsense without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: null})],
  ['a function by a misspelt name', (db) => db.rpc('books_off', { writer: 1 }),
    refused(404, 'PGRST202', { hint: 'Perhaps you meant to call the function library.books_of' })],
  ['unknown arguments', (db) => db.rpc('add', { a: 1, c: 2 }),
    refused(404, 'PGRST202', {message: 'Could not find the function library.add(a, c) in the schema cache',
      details: 'Searched for the function library.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function library.add(a, b)'})],
  ['unknown arguments, by GET', (db) => db.rpc('add', { a: 1 }, { get: true }),
    refused(404, 'PGRST202',
      {details: 'Searched for the function library.add with parameter a, but no matches were found in the schema cache.'})],
  ['ambiguous overloads', (db) => db.rpc('pick', { a: 1 }),
    refused(300, 'PGRST203',
      {message: 'Could not choose the best candidate function between: library.pick(a => integer), library.pick(a => text)',
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved'})],
  ['overloads that differ only in a default', (db) => db.rpc('maybe'),
    refused(300, 'PGRST203', { message: expect.stringContaining('library.maybe(), library.maybe( => text)') })],
  ['an argument of the wrong type', (db) => db.rpc('add', { a: 'one', b: 2 }), refused(400, '22P02')],
  ['a change by GET', (db) => db.rpc('bump', { counter: 'visits' }, { get: true }), refused(405, '25006')],
  ['a function that is not granted', (db) => db.rpc('staff_only'),
    refused(403, '42501', { message: 'permission denied for function staff_only' })],
  ['a function of another schema', (db) => db.rpc('label_of', { wanted: 1 }), refused(404, 'PGRST202')],
]

runCases('functions: calls', calls)
runCases('functions: what they return', results)
runCases('functions: refuses', refusals)

onEveryEngine('functions on the wire', {}, (library) => {
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await library().fetch(`/rpc${path}`, init)
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  const post = (path: string, type: string, body: BodyInit) =>
    call(path, { method: 'POST', headers: { 'Content-Type': type }, body })

  test('loses no digit of a number', async () => {
    expect((await call('/big_number')).body).toBe('9007199254740993')
  })

  test.each([
    ['one value of a list', '/join_words?words=a', '"a"'],
    ['several values of a list', '/join_words?words=a&words=b%20c&words=%22', '"a b c \\""'],
    ['a list in one value', '/join_words?words={a,b}', '"a b"'],
    ['an argument that could be a filter, as a filter', '/books_of?writer=1&title=eq.Nothing', '[]'],
  ])('accepts %s from the URL', async (_title, path, body) => {
    expect(await call(path)).toMatchObject({ status: 200, body })
  })

  test('accepts a form', async () => {
    expect(await post('/add', 'application/x-www-form-urlencoded', 'a=1&b=2')).toMatchObject({
      status: 200,
      body: '3',
    })
  })

  test('accepts the whole body as one argument', async () => {
    expect(await post('/measure', 'text/plain', 'a few words')).toMatchObject({ status: 200, body: '11' })
    expect(await post('/weigh', 'application/octet-stream', new Uint8Array([0, 1, 255]))).toMatchObject({
      status: 200,
      body: '3',
    })
    expect(await post('/echo', 'application/json', '[1, 2.50, null]')).toMatchObject({
      status: 200,
      body: '[1, 2.50, null]',
    })
    expect(await post('/echo', 'application/json', '5')).toMatchObject({ status: 200, body: '5' })
  })

  test('refuses a whole body for a function without such a parameter', async () => {
    const { status, body } = await post('/add', 'text/plain', 'words')
    expect([status, JSON.parse(body)]).toMatchObject([
      404,
      { code: 'PGRST202', details: expect.stringContaining('single unnamed text parameter') },
    ])
  })

  test('needs no body for a function without arguments', async () => {
    expect(await call('/nothing', { method: 'POST' })).toMatchObject({ status: 204, body: '' })
  })

  test('accepts the named columns as arguments', async () => {
    expect(await post('/add?columns=a,b', 'application/json', '{"a": 1, "b": 2, "c": 3}')).toMatchObject({
      body: '3',
    })
  })

  test('returns no body where the client wants none', async () => {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=minimal, count=exact' },
      body: '{"writer": 2}',
    }
    const { status, body, headers } = await call('/books_of', init)
    expect([status, body, headers.get('content-range')]).toEqual([204, '', '0-1/2'])
  })

  test('lets a function set status and headers', async () => {
    const { status, headers, body } = await call('/teapot')
    expect([status, headers.get('x-pot'), headers.get('cache-control')]).toEqual([
      418,
      'short and stout',
      'no-store',
    ])
    expect(body).toContain('418')
  })

  test.each([
    ['/bad_headers', 'PGRST111'],
    ['/bad_status', 'PGRST112'],
  ])('refuses invalid ones set by a function: %s', async (path, code) => {
    const { status, body } = await call(path)
    expect([status, JSON.parse(body)]).toMatchObject([500, { code }])
  })

  test.each(['PATCH', 'PUT', 'DELETE'])('refuses %s', async (method) => {
    const { status, body } = await call('/add', { method })
    expect([status, JSON.parse(body)]).toMatchObject([
      405,
      { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` },
    ])
  })

  test('names the methods a function supports', async () => {
    expect((await call('/add', { method: 'OPTIONS' })).headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST')
    expect((await call('/bump', { method: 'OPTIONS' })).headers.get('allow')).toBe('OPTIONS,POST')
  })

  test('runs as the caller', async () => {
    expect(JSON.parse((await call('/whoami')).body)).toEqual({ role: 'member', sub: 'ann' })
  })
})
