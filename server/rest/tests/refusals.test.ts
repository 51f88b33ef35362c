import { expect, test } from 'vitest'
import { type Case, onEveryEngine, refused, runCases } from './cases.ts'

/** A call that fails as a function determines. */
const fails =
  (code: string, message = 'told so', more: { detail?: string; hint?: string } = {}): Case[1] =>
  (db) =>
    db.rpc('fail', { code, message, ...more })

// biome-ignore format: a table, one case a line where it fits
const names: Case[] = [
  ['an unknown table', (db) => db.from('nothing').select(),
    refused(404, 'PGRST205', {message: "Could not find the table 'library.nothing' in the schema cache",
      hint: null})],
  ['a table by a misspelt name', (db) => db.from('book').select(),
    refused(404, 'PGRST205', { hint: "Perhaps you meant the table 'library.books'" })],
  ['a table of a schema that is not exposed', (db) => db.from('hidden').select(), refused(404, 'PGRST205')],
  ['an unknown table to write to', (db) => db.from('nothing').insert({ a: 1 }), refused(404, 'PGRST205')],
  ['an unknown column', (db) => db.from('books').select('nothing'),
    refused(400, '42703', { message: 'column books.nothing does not exist', hint: null })],
  ['a column by a misspelt name', (db) => db.from('books').select('titel'),
    refused(400, '42703', { hint: 'Perhaps you meant to reference the column "books.title".' })],
  ['an unknown column of an embed', (db) => db.from('authors').select('books(nothing)'),
    refused(400, '42703', { message: 'column books_1.nothing does not exist' })],
  ['an unknown column in a filter', (db) => db.from('books').select('id').eq('nothing', 1),
    refused(400, '42703')],
  ['an unknown column in logic', (db) => db.from('books').select('id').or('nothing.eq.1'),
    refused(400, '42703')],
  ['an unknown column in the filter of an update',
    (db) => db.from('books').update({ pages: 1 }).eq('nothing', 1),
    refused(400, '42703')],
  ['an aggregate of an unknown column', (db) => db.from('books').select('nothing.sum()'),
    refused(400, '42703')],
  ['two embeds under one name', (db) => db.from('books').select('authors(id),authors(name)'),
    refused(400, '42712')],
]

// biome-ignore format: a table, one case a line where it fits
const syntax: Case[] = [
  ['an unknown operator', (db) => db.from('books').select().filter('id', 'noop', 1),
    refused(400, 'PGRST100', {message: '"failed to parse filter (noop.1)" (line 1, column 1)',
      details: 'unexpected "o" expecting "not" or operator (eq, gt, ...)'})],
  ['an operator without a value',
    (db) => db.from('books').select().filter('id', 'eq', undefined as never).filter('a', 'b', 'c'),
    refused(400, 'PGRST100')],
  ['an open bracket in select', (db) => db.from('books').select('id,authors(name'), refused(400, 'PGRST100')],
  ['nothing between commas in select', (db) => db.from('books').select('id,,title'),
    refused(400, 'PGRST100', {message: '"failed to parse select parameter (id,,title)" (line 1, column 4)'})],
  ['a cast to nothing', (db) => db.from('books').select('id::'), refused(400, 'PGRST100')],
  ['an unknown aggregate', (db) => db.from('books').select('id.median()'), refused(400, 'PGRST100')],
  ['an unknown direction', (db) => db.from('books').select().order('id.sideways'), refused(400, 'PGRST100')],
  ['logic without brackets', (db) => db.from('books').select().filter('or', 'id', 'x'),
    refused(400, 'PGRST100')],
  ['empty logic', (db) => db.from('books').select().or(''), refused(400, 'PGRST100')],
  ['an unknown value of is', (db) => db.from('books').select().filter('id', 'is', 'maybe'),
    refused(400, 'PGRST100',
      {details: expect.stringContaining('isVal: (null, not_null, true, false, unknown)')})],
  ['a list without brackets', (db) => db.from('books').select().filter('id', 'in', '1,2'),
    refused(400, 'PGRST100')],
  ['an invalid quantifier', (db) => db.from('books').select().filter('id', 'eq(some)', '{1}'),
    refused(400, 'PGRST100')],
  ['embeds six levels deep',
    (db) => db.from('books').select('authors(books(authors(books(authors(books(id))))))'),
    refused(400, 'PGRST100', { message: 'Embedded resources are nested too deeply' })],
  ['more embeds than the limit',
    (db) => db.from('books').select(Array.from({ length: 21 }, (_, at) => `a${at}:authors(id)`).join()),
    refused(400, 'PGRST100', { details: 'At most 20 embedded resources are allowed' })],
  ['more filters than are worth it', (db) => db.from('books').select().or(Array(201).fill('id.eq.1').join()),
    refused(400, 'PGRST100')],
  ['more columns than the limit', (db) => db.from('books').select(Array(1001).fill('id').join()),
    refused(400, 'PGRST100')],
]

// biome-ignore format: a table, one case a line where it fits
const statuses: Case[] = [
  ['P0001 is 400', (db) => db.rpc('bare_fail'),
    refused(400, 'P0001', { message: 'plain words', details: null, hint: null })],
  ['details and hint are passed on', fails('P0001', 'm', { detail: 'd', hint: 'h' }),
    refused(400, 'P0001', { message: 'm', details: 'd', hint: 'h' })],
  ['other PL/pgSQL errors are 500', fails('P0002'), refused(500, 'P0002')],
  ['a broken reference is 409', fails('23503'), refused(409, '23503')],
  ['a missing value is 400', fails('23502'), refused(400, '23502')],
  ['a data error is 400', fails('22012'), refused(400, '22012')],
  ['a read-only transaction is 405', fails('25006'), refused(405, '25006')],
  ['another transaction state is 500', fails('25001'), refused(500, '25001')],
  ['a missing privilege is 403', fails('42501'), refused(403, '42501')],
  ['an unknown table is 404', fails('42P01'), refused(404, '42P01')],
  ['an unknown function is 404', fails('42883'), refused(404, '42883')],
  ['an unknown handler is 406', fails('42883', 'function xmlagg(record) does not exist'),
    refused(406, '42883')],
  ['an infinitely recursive policy is 500', fails('42P17'), refused(500, '42P17')],
  ['more than one row in a subquery is 500', fails('21000'), refused(500, '21000')],
  ['a missing filter is 400', fails('21000', 'UPDATE requires a WHERE clause'), refused(400, '21000')],
  ['an unknown role is 401', fails('22023', 'role "x" does not exist'), refused(401, '22023')],
  ['another bad setting is 400', fails('22023'), refused(400, '22023')],
  ['no connection is 503', fails('08006'), refused(503, '08006')],
  ['insufficient resources are 503', fails('53100'), refused(503, '53100')],
  ['a configuration limit is 500', fails('53400'), refused(500, '53400')],
  ['a server shutdown is 503', fails('57P01'), refused(503, '57P01')],
  ['a crashed server is 503', fails('57P02'), refused(503, '57P02')],
  ['a server that starts is 503', fails('57P03'), refused(503, '57P03')],
  ['a canceled statement is 500', fails('57014'), refused(500, '57014')],
  ['a role that may not be taken is 403', fails('0P000'), refused(403, '0P000')],
  ['a refused sign-in is 403', fails('28000'), refused(403, '28000')],
  ['a serialization failure is 500', fails('40001'), refused(500, '40001')],
  ['a too complex statement is 500', fails('54001'), refused(500, '54001')],
  ['an object in use is 500', fails('55P03'), refused(500, '55P03')],
  ['an I/O error is 500', fails('58030'), refused(500, '58030')],
  ['an internal error is 500', fails('XX000'), refused(500, 'XX000')],
  ['PT and a number sets that status', fails('PT402', 'pay'), refused(402, 'PT402', { message: 'pay' })],
  ['PT and no status is 500', fails('PT999'), refused(500, 'PT999')],
  ['PGRST sets the whole response',
    fails('PGRST', '{"code": "123", "message": "m", "details": "d", "hint": "h"}', { detail: '{"status": 418, "headers": {"X-A": "b"}}' }),
    refused(418, '123', { message: 'm', details: 'd', hint: 'h' })],
  ['PGRST without JSON is explained', fails('PGRST', 'words', { detail: '{}' }),
    refused(500, 'PGRST121', { details: "Invalid JSON value for MESSAGE: 'words'" })],
  ['PGRST without a status is explained',
    fails('PGRST', '{"code": "1", "message": "m"}', { detail: '{"headers": {}}' }),
    refused(500, 'PGRST121')],
]

runCases('refusals: names', names)
runCases('refusals: syntax', syntax)
runCases('refusals: what Postgres says', statuses)

onEveryEngine('refusals on the wire', {}, (library) => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await library().fetch(path, init)
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  const refusal = async (path: string, init: RequestInit = {}) => {
    const { status, body } = await ask(path, init)
    return [status, (JSON.parse(body) as { code: string }).code]
  }

  test('always has the same four keys', async () => {
    const { headers, body } = await ask('/nothing')
    expect(Object.keys(JSON.parse(body)).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('proxy-status')).toContain('PGRST205')
  })

  test('has no body for HEAD', async () => {
    expect(await ask('/nothing', { method: 'HEAD' })).toMatchObject({ status: 404, body: '' })
  })

  test.each([
    ['the root', '/', {}, 404, 'PGRST126'],
    ['a path with too many segments', '/books/1', {}, 404, 'PGRST125'],
    ['a function path with too many segments', '/rpc/add/1', {}, 404, 'PGRST125'],
    ['a path that cannot be decoded', '/%ff', {}, 404, 'PGRST125'],
    ['an unknown method', '/books', { method: 'PURGE' }, 405, 'PGRST117'],
    ['an unsupported media type', '/books', { headers: { Accept: 'image/png' } }, 406, 'PGRST107'],
    [
      'the plan, which is off',
      '/books',
      { headers: { Accept: 'application/vnd.pgrst.plan+json' } },
      406,
      'PGRST107',
    ],
    ['geojson', '/books', { headers: { Accept: 'application/geo+json' } }, 406, 'PGRST107'],
    [
      'a schema that is not exposed',
      '/books',
      { headers: { 'Accept-Profile': 'internal' } },
      406,
      'PGRST106',
    ],
    [
      'an unknown preference under strict handling',
      '/books',
      { headers: { Prefer: 'handling=strict, foo, bar' } },
      400,
      'PGRST122',
    ],
    ['an unknown time zone', '/books', { headers: { Prefer: 'timezone=Jupiter/Red_Spot' } }, 400, '22023'],
    ['an invalid filter', '/books?apikey=secret', {}, 400, 'PGRST100'],
    ['a URL that is too long', `/books?title=eq.${'x'.repeat(17_000)}`, {}, 414, 'PGRST100'],
    ['a NUL character', '/books?title=eq.a%00b', {}, 400, '22021'],
    ['a NUL character in a name', '/books?select=a%00b:id', {}, 400, 'PGRST100'],
    ['a NUL character in a quoted name', '/books?select="a%00b":id', {}, 400, '22021'],
    ['an empty alias', '/books?select="":id', {}, 400, '42601'],
    ['an array with too many dimensions', '/books?genres=cs.{{{{{{{a}}}}}}}', {}, 400, '22P02'],
    ['JSON nested too deeply', `/books?details=cs.${'['.repeat(3000)}`, {}, 400, '22P02'],
    ['logic nested too deeply', `/books?or=${'(and'.repeat(200)}`, {}, 400, 'PGRST100'],
    ['a JSON path that is too long', `/books?select=details${'->a'.repeat(500)}`, {}, 400, 'PGRST100'],
    ['a search for a word that is too long', `/books?blurb=fts.${'x'.repeat(3000)}`, {}, 400, '22023'],
  ] as const)('refuses %s', async (_title, path, init, status, code) => {
    expect(await refusal(path, init as RequestInit)).toEqual([status, code])
  })

  test('names the exposed schemas', async () => {
    const { body } = await ask('/books', { headers: { 'Accept-Profile': 'internal' } })
    expect(JSON.parse(body)).toMatchObject({
      message: 'Invalid schema: internal',
      hint: 'Only the following schemas are exposed: library, archive',
    })
  })

  test('names the unknown preferences', async () => {
    const { body } = await ask('/books', { headers: { Prefer: 'handling=strict, foo, bar' } })
    expect(JSON.parse(body)).toMatchObject({
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: foo, bar',
    })
  })

  test('ignores unknown preferences otherwise', async () => {
    const { status, headers } = await ask('/books?limit=1', { headers: { Prefer: 'handling=lenient, foo' } })
    expect([status, headers.get('preference-applied')]).toEqual([200, 'handling=lenient'])
  })

  test('sets the headers that a function raises', async () => {
    const body = JSON.stringify({
      code: 'PGRST',
      message: '{"code": "1", "message": "m"}',
      detail: '{"status": 402, "headers": {"X-Price": "5"}}',
    })
    const { status, headers } = await ask('/rpc/fail', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect([status, headers.get('x-price')]).toEqual([402, '5'])
  })
})
