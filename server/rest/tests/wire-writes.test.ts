import { expect, test } from 'vitest'
import { onEveryEngine } from './cases.ts'

interface Write {
  method: string
  path: string
  body?: string
  headers?: Record<string, string>
}

const put = (path: string, body: unknown, prefer = ''): Write => ({
  method: 'PUT',
  path,
  body: JSON.stringify(body),
  headers: { Prefer: prefer },
})

const post = (path: string, body: string, headers: Record<string, string> = {}): Write => ({
  method: 'POST',
  path,
  body,
  headers,
})

onEveryEngine('writes on the wire', {}, (library) => {
  const send = async ({ method, path, body, headers = {} }: Write) => {
    const prefer = ['tx=rollback', headers.Prefer ?? headers.prefer].filter(Boolean).join(', ')
    const all = { 'Content-Type': 'application/json', ...headers, Prefer: prefer }
    const response = await library().fetch(path, {
      method,
      headers: all,
      ...(body !== undefined && { body }),
    })
    return { status: response.status, headers: response.headers, body: await response.text() }
  }
  const refusal = async (write: Write) => {
    const { status, body } = await send(write)
    return [status, (JSON.parse(body) as { code: string }).code]
  }

  test('PUT inserts the row it names', async () => {
    const answer = await send(put('/categories?id=eq.9', { id: 9, name: 'New' }, 'return=representation'))
    expect(answer).toMatchObject({ status: 201, body: '[{"id":9,"name":"New"}]' })
  })

  test('PUT replaces the row it names', async () => {
    const answer = await send(put('/categories?id=eq.1', { id: 1, name: 'New' }, 'return=representation'))
    expect(answer).toMatchObject({ status: 200, body: '[{"id":1,"name":"New"}]' })
  })

  test('PUT returns no body unless requested', async () => {
    expect(await send(put('/categories?id=eq.1', { id: 1, name: 'New' }))).toMatchObject({
      status: 204,
      body: '',
    })
  })

  test.each([
    ['another row', put('/categories?id=eq.2', { id: 1, name: 'X' }), 400, 'PGRST115'],
    ['a payload without the key', put('/categories?id=eq.2', { name: 'X' }), 400, 'PGRST115'],
    ['no key', put('/categories?name=eq.X', { id: 1, name: 'X' }), 405, 'PGRST105'],
    ['part of the key', put('/shelves?room=eq.A', { room: 'A', number: 1 }), 405, 'PGRST105'],
    ['another operator', put('/categories?id=gte.1', { id: 1, name: 'X' }), 405, 'PGRST105'],
    ['logic', put('/categories?or=(id.eq.1)', { id: 1, name: 'X' }), 405, 'PGRST105'],
    ['nothing', put('/categories', { id: 1, name: 'X' }), 405, 'PGRST105'],
    ['a limit', put('/categories?id=eq.1&limit=1', { id: 1, name: 'X' }), 400, 'PGRST114'],
    ['a table without a key', put('/unkeyed?word=eq.x', { word: 'x' }), 405, 'PGRST105'],
  ])('PUT refuses %s', async (_title, write, status, code) => {
    expect(await refusal(write)).toEqual([status, code])
  })

  test('PUT accepts a composite key', async () => {
    const body = { room: 'A', number: 1, label: 'X' }
    const answer = await send(put('/shelves?room=eq.A&number=eq.1', body, 'return=representation'))
    expect(answer).toMatchObject({ status: 200, body: '[{"room":"A","number":1,"label":"X"}]' })
  })

  test.each([
    ['one column', '/categories', '{"id": 9, "name": "N"}', '/categories?id=eq.9'],
    ['several columns', '/shelves', '{"room": "C d", "number": 4}', '/shelves?room=eq.C%20d&number=eq.4'],
    [
      'a number beyond the safe integers',
      '/books',
      '{"id": 9007199254740993, "title": "Big"}',
      '/books?id=eq.9007199254740993',
    ],
  ])('sends the Location of the new row: %s', async (_title, path, body, location) => {
    const answer = await send(post(path, body, { Prefer: 'return=headers-only' }))
    expect(answer).toMatchObject({ status: 201, body: '' })
    expect(answer.headers.get('location')).toBe(location)
  })

  test('sends no Location for several rows or without a key', async () => {
    const several = await send(
      post('/categories', '[{"id": 8, "name": "A"}, {"id": 9, "name": "B"}]', {
        Prefer: 'return=headers-only',
      }),
    )
    const keyless = await send(post('/unkeyed', '{"word": "z"}', { Prefer: 'return=headers-only' }))
    expect([several.headers.get('location'), keyless.headers.get('location')]).toEqual([null, null])
  })

  test('names the preferences it applied', async () => {
    const { headers } = await send(
      post('/categories', '{"id": 9, "name": "N"}', {
        Prefer:
          'return=representation, count=exact, resolution=merge-duplicates, missing=default, handling=lenient, nonsense',
      }),
    )
    expect(headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, missing=default, return=representation, count=exact, tx=rollback, handling=lenient',
    )
    expect(headers.get('content-range')).toBe('*/1')
  })

  test.each([
    ['POST', '/categories', '{"id": 9, "name": "N"}', '*/*'],
    ['PATCH', '/books?id=lte.2', '{"pages": 1}', '0-1/*'],
    ['PATCH', '/books?id=eq.99', '{"pages": 1}', '*/*'],
    ['DELETE', '/unkeyed?word=eq.x', undefined, '*/*'],
  ])('sends the range of a %s to %s', async (method, path, body, range) => {
    const { headers } = await send({ method, path, ...(body !== undefined && { body }) })
    expect(headers.get('content-range')).toBe(range)
  })

  test('accepts CSV', async () => {
    const csv = 'id,name\n8,"a, ""b"""\n9,NULL\n'
    const headers = { 'Content-Type': 'text/csv', Prefer: 'return=representation' }
    const answer = await send(post('/publishers', csv.replace('NULL', 'c'), headers))
    expect(JSON.parse(answer.body)).toEqual([
      { id: 8, name: 'a, "b"', city: null },
      { id: 9, name: 'c', city: null },
    ])
    expect(await refusal(post('/publishers', csv, headers))).toEqual([400, '23502'])
    expect(await refusal(post('/publishers', 'id,name\n8\n', headers))).toEqual([400, 'PGRST102'])
  })

  test('accepts a form', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Prefer: 'return=representation' }
    const answer = await send(post('/publishers?select=name', 'id=8&name=A+%26+B', headers))
    expect(JSON.parse(answer.body)).toEqual([{ name: 'A & B' }])
  })

  test('writes only the named columns', async () => {
    const answer = await send(
      post('/books?columns=title,pages&select=title,pages,price', '[{"title": "A", "price": 1}]', {
        Prefer: 'return=representation',
      }),
    )
    expect(answer.body).toBe('[{"title":"A","pages":null,"price":9.99}]')
    expect(await refusal(post('/books?columns=title,nothing', '[{"title": "A"}]'))).toEqual([400, 'PGRST204'])
  })

  test('loses no digit of a number', async () => {
    const body =
      '{"title": "Big", "sold": 9007199254740993, "price": 1234567890.12, "details": {"n": 12345678901234567890.123456789}}'
    const answer = await send(
      post('/books?select=sold,price,details', body, { Prefer: 'return=representation' }),
    )
    expect(answer.body).toBe(
      '[{"sold":9007199254740993,"price":1234567890.12,"details":{"n": 12345678901234567890.123456789}}]',
    )
  })

  test.each([
    ['an empty body', '', 'PGRST102'],
    ['a body that is not JSON', '{"id": ', 'PGRST102'],
    ['rows with different keys', '[{"id": 8, "name": "A"}, {"id": 9}]', 'PGRST102'],
    ['a list of values', '[1, 2]', 'PGRST102'],
    ['JSON nested too deeply', `{"id": ${'['.repeat(5000)}${']'.repeat(5000)}}`, 'PGRST102'],
  ])('refuses %s', async (_title, body, code) => {
    expect(await refusal(post('/categories', body))).toEqual([400, code])
  })

  test('refuses an unsupported content type', async () => {
    expect(await refusal(post('/categories', 'x', { 'Content-Type': 'text/html' }))).toEqual([
      400,
      'PGRST102',
    ])
  })
})
