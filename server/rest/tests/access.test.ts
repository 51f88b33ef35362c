import { expect, test } from 'vitest'
import { ann, anonymous, answers, type Case, onEveryEngine, refused, runCases } from './cases.ts'

// biome-ignore format: a table, one case a line where it fits
const asAnn: Case[] = [
  ['sees only its own rows', (db) => db.from('diaries').select('entry'), [{ entry: 'mine' }]],
  ['counts only its own rows', (db) => db.from('diaries').select('*', { count: 'exact', head: true }),
    answers(200, null, 1)],
  ['aggregates only its own rows', (db) => db.from('diaries').select('count()'), [{ count: 1 }]],
  ["finds nobody else's row by its key", (db) => db.from('diaries').select('entry').eq('id', 2), []],
  ["finds nobody else's row by or", (db) => db.from('diaries').select('id').or('id.eq.1,id.eq.2'),
    [{ id: 1 }]],
  ['writes its own row', (db) => db.from('diaries').insert({ owner: 'ann', entry: 'new' }).select('entry'),
    answers(201, [{ entry: 'new' }])],
  ["may not write somebody else's row", (db) => db.from('diaries').insert({ owner: 'ben', entry: 'new' }),
    refused(403, '42501', { message: 'new row violates row-level security policy for table "diaries"' })],
  ['may not assign a row to another person', (db) => db.from('diaries').update({ owner: 'ben' }).eq('id', 1),
    refused(403, '42501')],
  ["changes nothing of somebody else's",
    (db) => db.from('diaries').update({ entry: 'x' }).eq('id', 2).select(),
    []],
  ["deletes nothing of somebody else's", (db) => db.from('diaries').delete().eq('id', 2).select(), []],
  ["cannot take somebody else's row over",
    (db) => db.from('diaries').upsert({ id: 2, owner: 'ann', entry: 'x' }),
    refused(403, '42501')],
  ['reads the columns that are granted', (db) => db.from('members').select('id,name').eq('id', 1),
    [{ id: 1, name: 'Ann' }]],
  ['may not read the others', (db) => db.from('members').select('secret'),
    refused(403, '42501', { message: 'permission denied for table members' })],
  ['may not read all columns where one is withheld', (db) => db.from('members').select(),
    refused(403, '42501')],
  ['may not filter by a column that is withheld',
    (db) => db.from('members').select('id').eq('secret', 's3cret'),
    refused(403, '42501')],
  ['may not order by a column that is withheld', (db) => db.from('members').select('id').order('secret'),
    refused(403, '42501')],
  ['may not sum up a column that is withheld', (db) => db.from('members').select('secret.max()'),
    refused(403, '42501')],
  ['writes the columns that are granted',
    (db) => db.from('members').insert({ id: 9, name: 'Nil' }).select('id,name'),
    answers(201, [{ id: 9, name: 'Nil' }])],
  ['may not write the others', (db) => db.from('members').insert({ id: 9, name: 'Nil', secret: 'x' }),
    refused(403, '42501')],
  ['may not get all columns back from a write',
    (db) => db.from('members').insert({ id: 9, name: 'Nil' }).select(),
    refused(403, '42501')],
  ['writes without reading anything', (db) => db.from('members').delete().eq('id', 1), answers(204, null)],
  ['may not read a table that is not granted', (db) => db.from('vault').select(), refused(403, '42501')],
  ['may not write where only reading is granted',
    (db) => db.schema('archive' as 'public').from('records').insert({ id: 9 }),
    refused(403, '42501')],
]

// biome-ignore format: a table, one case a line where it fits
const asAnybody: Case[] = [
  ['reads what is granted', (db) => db.from('categories').select('name').eq('id', 1), [{ name: 'Fiction' }]],
  ['writes what is granted, without reading it back', (db) => db.from('unkeyed').insert({ word: 'z' }),
    answers(201, null)],
  ['is asked to sign in for a table that is not granted', (db) => db.from('vault').select(), refused(401, '42501')],
  ['is asked to sign in for a column that is not granted', (db) => db.from('members').select('secret'),
    refused(401, '42501')],
  ['is asked to sign in for a write that is not granted', (db) => db.from('categories').insert({ id: 9, name: 'N' }),
    refused(401, '42501')],
  ['is asked to sign in for a function that is not granted', (db) => db.rpc('staff_only'), refused(401, '42501')],
]

runCases('access: a signed-in person', asAnn)
runCases('access: an anonymous caller', asAnybody, { caller: anonymous })

onEveryEngine('access on the wire', {}, (library) => {
  test('requires an anonymous caller to sign in, in a header too', async () => {
    const response = await library().fetch('/vault', { caller: anonymous })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  })

  test('refuses an unknown role', async () => {
    const response = await library().fetch('/books', { caller: { ...ann, role: 'nobody_at_all' } })
    expect([response.status, await response.json()]).toMatchObject([401, { code: '22023' }])
  })

  test.each([
    ['a unique key', '/categories', { id: 1, name: 'x' }, '23505', 'Key (id) already exists.'],
    [
      'a unique key of text',
      '/categories',
      { id: 9, name: 'Fiction' },
      '23505',
      'Key (name) already exists.',
    ],
  ])('does not quote the row that is already there: %s', async (_title, path, body, code, details) => {
    const response = await library().fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect([response.status, await response.json()]).toMatchObject([409, { code, details }])
  })

  test('runs reads read-only', async () => {
    const { error } = await library().client().rpc('bump', { counter: 'visits' }, { get: true })
    expect(error?.message).toBe('cannot execute UPDATE in a read-only transaction')
  })
})
