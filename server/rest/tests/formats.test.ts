import { expect, test } from 'vitest'
import { type Case, onEveryEngine, runCases } from './cases.ts'

const prefer = (Prefer: string): RequestInit => ({ headers: { Prefer } })
const accept = (Accept: string): RequestInit => ({ headers: { Accept } })

onEveryEngine('formats', {}, (library) => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await library().fetch(path, init)
    const { headers, status } = response
    return {
      status,
      type: headers.get('content-type'),
      applied: headers.get('preference-applied'),
      profile: headers.get('content-profile'),
      body: await response.text(),
    }
  }

  test.each([
    ['nothing in particular', '*/*', 'application/json; charset=utf-8'],
    ['JSON', 'application/json', 'application/json; charset=utf-8'],
    [
      'what a browser asks for',
      'text/html,application/xhtml+xml,*/*;q=0.8',
      'application/json; charset=utf-8',
    ],
    ['a list', 'application/vnd.pgrst.array+json', 'application/json; charset=utf-8'],
    [
      'a list without nulls',
      'application/vnd.pgrst.array+json;nulls=stripped',
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    ],
    ['one object', 'application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'one object by its older name',
      'application/vnd.pgrst.object',
      'application/vnd.pgrst.object+json; charset=utf-8',
    ],
    ['CSV', 'text/csv', 'text/csv; charset=utf-8'],
    ['the better of two', 'application/json;q=0.1, text/csv;q=0.9', 'text/csv; charset=utf-8'],
    ['the only supported one of two', 'image/png, text/csv', 'text/csv; charset=utf-8'],
  ])('returns %s', async (_title, wanted, type) => {
    expect(await ask('/books?id=eq.1&select=id', accept(wanted))).toMatchObject({ status: 200, type })
  })

  test('omits nulls on request', async () => {
    const list = await ask(
      '/publishers?order=id&limit=2',
      accept('application/vnd.pgrst.array+json;nulls=stripped'),
    )
    expect(JSON.parse(list.body)).toEqual([
      { id: 1, name: 'North Press', city: 'Oslo' },
      { id: 2, name: 'Harbour House' },
    ])
    const one = await ask('/publishers?id=eq.2', accept('application/vnd.pgrst.object+json;nulls=stripped'))
    expect(JSON.parse(one.body)).toEqual({ id: 2, name: 'Harbour House' })
  })

  test('names the columns in the first line of CSV', async () => {
    const { body } = await ask('/odd%20names?order="the id"', accept('text/csv'))
    const names = '"the id",a.dotted,it\'s,"quo""ted"'
    expect(body).toBe(`${names}\n1,dot,apostrophe,quote\n2,"a,b","(c)","d""e"`)
  })

  test('preserves backslashes and quotes in CSV', async () => {
    const { body } = await ask('/rpc/greet?name=%5C"x"', accept('text/csv'))
    expect(body).toBe('rest_scalar\n"Hello, \\""x"""')
  })

  test('returns CSV of no rows', async () => {
    expect((await ask('/books?id=eq.99', accept('text/csv'))).body).toBe('\n')
  })

  test('returns CSV of what a write returns', async () => {
    const headers = {
      Accept: 'text/csv',
      Prefer: 'return=representation, tx=rollback',
      'Content-Type': 'application/json',
    }
    const { body, status } = await ask('/categories', {
      method: 'POST',
      headers,
      body: '{"id": 9, "name": "N"}',
    })
    expect([status, body]).toEqual([201, 'id,name\n9,N'])
  })

  test('returns times in the requested zone', async () => {
    const path = '/books?id=eq.1&select=added_at'
    expect(await ask(path, prefer('timezone=America/Lima'))).toMatchObject({
      applied: 'timezone=America/Lima',
      body: '[{"added_at":"2024-01-01T03:00:00-05:00"}]',
    })
    expect((await ask(path)).body).toBe('[{"added_at":"2024-01-01T08:00:00+00:00"}]')
  })

  test('omits preferences that do not apply', async () => {
    expect(
      (await ask('/books?id=eq.1', prefer('return=representation, resolution=merge-duplicates'))).applied,
    ).toBeNull()
  })

  test('applies the first of a preference sent twice', async () => {
    expect((await ask('/books?id=eq.1', prefer('count=exact, count=planned'))).applied).toBe('count=exact')
  })

  test('names the schema it used', async () => {
    expect((await ask('/books?id=eq.1')).profile).toBe('library')
    expect((await ask('/records', { headers: { 'Accept-Profile': 'archive' } })).profile).toBe('archive')
  })

  test('names the methods a table supports', async () => {
    const verbs = async (table: string) =>
      (await library().fetch(`/${table}`, { method: 'OPTIONS' })).headers.get('allow')
    expect(await verbs('books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
    expect(await verbs('unkeyed')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    expect(await verbs('book_counts')).toBe('OPTIONS,GET,HEAD')
  })

  test('queries the database once', async () => {
    const before = library().sent.length
    await ask('/authors?select=name,books(title,categories(name))&books.order=title', prefer('count=exact'))
    expect(library().sent.length - before).toBe(1)
  })
})

// biome-ignore format: a table, one case a line where it fits
const archive: Case[] = [
  ['reads a table', (db) => db.from('records').select('label').order('id'),
    [{ label: 'old' }, { label: 'older' }]],
  ['calls a function', (db) => db.rpc('label_of', { wanted: 2 }), 'older'],
  ['calls a function by GET', (db) => db.rpc('label_of', { wanted: 1 }, { get: true }), 'old'],
]

runCases('formats: another schema', archive, { schema: 'archive' })

onEveryEngine('formats: plans', { planEnabled: true }, (library) => {
  test('shows the plan as text', async () => {
    const { data } = await library().client().from('books').select().explain()
    expect(data).toMatch(/^Aggregate {2}\(cost=/)
  })

  test('shows the plan as JSON, with the requested options', async () => {
    const { data } = await library()
      .client()
      .from('books')
      .select()
      .eq('id', 1)
      .explain({ format: 'json', verbose: true, analyze: true })
    expect(data).toMatchObject([{ Plan: { Output: expect.any(Array), 'Actual Rows': 1 } }])
  })

  test('shows the plan of a write without committing it', async () => {
    const db = library().client({ headers: { Prefer: 'tx=rollback' } })
    const { data } = await db.from('categories').insert({ id: 9, name: 'N' }).select().explain()
    expect(data).toContain('Insert on categories')
  })
})
