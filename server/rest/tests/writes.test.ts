import { expect, test } from 'vitest'
import { answers, type Case, onEveryEngine, refused, runCases } from './cases.ts'

// biome-ignore format: a table, one case a line where it fits
const inserts: Case[] = [
  ['inserts one row and returns no body', (db) => db.from('categories').insert({ id: 9, name: 'New' }),
    answers(201, null)],
  ['inserts one row and returns it', (db) => db.from('categories').insert({ id: 9, name: 'New' }).select(),
    answers(201, [{ id: 9, name: 'New' }])],
  ['inserts one row and returns it as an object',
    (db) => db.from('categories').insert({ id: 9, name: 'New' }).select().single(),
    answers(201, { id: 9, name: 'New' })],
  ['returns the columns asked for',
    (db) => db.from('categories').insert({ id: 9, name: 'New' }).select('name'),
    answers(201, [{ name: 'New' }])],
  ['returns renamed and cast columns',
    (db) => db.from('categories').insert({ id: 9, name: 'New' }).select('key:id::text'),
    answers(201, [{ key: '9' }])],
  ['returns a computed column', (db) => db.from('books').insert({ title: 'Loud' }).select('shout'),
    answers(201, [{ shout: 'LOUD' }])],
  ['returns embeds',
    (db) => db.from('books').insert({ title: 'New', author_id: 2 }).select('title,authors(name)'),
    answers(201, [{ title: 'New', authors: { name: 'Bo Summer' } }])],
  ['returns embeds over functions',
    (db) => db.from('authors').insert({ id: 9, name: 'Nil' }).select('name,cheap_books(title)'),
    answers(201, [{ name: 'Nil', cheap_books: [] }])],
  ['returns many rows', (db) => db.from('authors').insert({ id: 9, name: 'Nil' }).select('name,books(title)'),
    answers(201, [{ name: 'Nil', books: [] }])],
  ['uses defaults for columns not sent',
    (db) => db.from('books').insert({ title: 'New' }).select('price,in_print'),
    answers(201, [{ price: 9.99, in_print: true }])],
  ['inserts nulls as sent',
    (db) => db.from('books').insert({ title: 'New', in_print: null }).select('in_print'),
    answers(201, [{ in_print: null }])],
  ['inserts a row of defaults', (db) => db.from('counters').insert({}).select('name,hits'),
    answers(201, [{ name: 'nameless', hits: 0 }])],
  ['inserts several rows',
    (db) => db.from('categories').insert([{ id: 8, name: 'A' }, { id: 9, name: 'B' }]).select(),
    answers(201, [{ id: 8, name: 'A' }, { id: 9, name: 'B' }])],
  ['inserts several rows with different keys',
    (db) => db.from('books').insert([{ title: 'A', pages: 3 }, { title: 'B' }]).select('title,pages'),
    answers(201, [{ title: 'A', pages: 3 }, { title: 'B', pages: null }])],
  ['fills missing keys with null',
    (db) => db.from('books').insert([{ title: 'A', in_print: false }, { title: 'B' }]).select('in_print'),
    answers(201, [{ in_print: false }, { in_print: null }])],
  ['fills missing keys with defaults as asked',
    (db) => db.from('books').insert([{ title: 'A', price: 3 }, { title: 'B' }], { defaultToNull: false })
      .select('price'),
    answers(201, [{ price: 3 }, { price: 9.99 }])],
  ['does not replace an explicit null by the default',
    (db) => db.from('books')
      .insert([{ title: 'A', in_print: null }, { title: 'B' }], { defaultToNull: false }).select('in_print'),
    answers(201, [{ in_print: null }, { in_print: true }])],
  ['inserts nothing for an empty list', (db) => db.from('categories').insert([]).select(), answers(201, [])],
  ['counts what it inserts',
    (db) => db.from('categories').insert([{ id: 8, name: 'A' }, { id: 9, name: 'B' }], { count: 'exact' }),
    answers(201, null, 2)],
  ['inserts JSON, arrays, ranges and numbers unchanged',
    (db) => db.from('books')
      .insert({ title: 'T', details: { a: [1, { b: null }] }, genres: ['x', 'y,z'], period: '[2020-01-01,2021-01-01)', price: 1234567.89 }).select('details,genres,period,price'),
    answers(201,
      [{ details: { a: [1, { b: null }] }, genres: ['x', 'y,z'], period: '[2020-01-01,2021-01-01)', price: 1234567.89 }])],
  ['inserts into a table without a key', (db) => db.from('unkeyed').insert({ word: 'z' }).select(),
    answers(201, [{ word: 'z' }])],
  ['inserts through a view',
    (db) => db.from('printed_books').insert({ title: 'Through', writer_id: 1 }).select('title,writer_id'),
    answers(201, [{ title: 'Through', writer_id: 1 }])],
  ['accepts unusual names',
    (db) => db.from('odd names').insert({ 'the id': 7, "it's": "a'b", 'quo"ted': 'c"d' })
      .select('"it\'s","quo\\"ted"'),
    answers(201, [{ "it's": "a'b", 'quo"ted': 'c"d' }])],
  ['orders what it returns',
    (db) => db.from('categories').insert([{ id: 8, name: 'B' }, { id: 9, name: 'A' }]).select('name')
      .order('name'),
    answers(201, [{ name: 'A' }, { name: 'B' }])],
  ['refuses a duplicate key', (db) => db.from('categories').insert({ id: 1, name: 'Again' }),
    refused(409, '23505')],
  ['refuses a dangling reference', (db) => db.from('books').insert({ title: 'X', author_id: 99 }),
    refused(409, '23503')],
  ['refuses a violated check', (db) => db.from('books').insert({ title: 'X', price: -1 }),
    refused(400, '23514')],
  ['refuses a missing value', (db) => db.from('books').insert({ pages: 1 }), refused(400, '23502')],
  ['refuses a value of the wrong type', (db) => db.from('books').insert({ title: 'X', pages: 'many' }),
    refused(400, '22P02')],
  ['refuses an unknown column', (db) => db.from('categories').insert({ id: 9, nam: 'X' }),
    refused(400, 'PGRST204',
      {message: "Could not find the 'nam' column of 'categories' in the schema cache"})],
  ['refuses several rows where one is asked for',
    (db) => db.from('categories').insert([{ id: 8, name: 'A' }, { id: 9, name: 'B' }]).select().single(),
    refused(406, 'PGRST116', { details: 'The result contains 2 rows' })],
]

// biome-ignore format: a table, one case a line where it fits
const upserts: Case[] = [
  ['inserts missing rows', (db) => db.from('categories').upsert({ id: 9, name: 'New' }).select(),
    answers(201, [{ id: 9, name: 'New' }])],
  ['updates existing rows', (db) => db.from('categories').upsert({ id: 1, name: 'Novels' }).select(),
    answers(200, [{ id: 1, name: 'Novels' }])],
  ['says created if any row is new',
    (db) => db.from('categories').upsert([{ id: 1, name: 'Novels' }, { id: 9, name: 'New' }]).select(),
    answers(201, [{ id: 1, name: 'Novels' }, { id: 9, name: 'New' }])],
  ['updates and returns no body', (db) => db.from('categories').upsert({ id: 1, name: 'Novels' }),
    answers(200, null)],
  ['ignores existing rows',
    (db) => db.from('categories')
      .upsert([{ id: 1, name: 'Novels' }, { id: 9, name: 'New' }], { ignoreDuplicates: true }).select(),
    answers(201, [{ id: 9, name: 'New' }])],
  ['matches rows by another key',
    (db) => db.from('counters').upsert({ name: 'visits', hits: 99 }, { onConflict: 'name' })
      .select('id,hits'),
    answers(200, [{ id: 1, hits: 99 }])],
  ['leaves columns that were not sent',
    (db) => db.from('counters').upsert({ id: 1, name: 'renamed' }).select('name,hits'),
    answers(200, [{ name: 'renamed', hits: 10 }])],
  ['matches rows by a composite key',
    (db) => db.from('shelves').upsert({ room: 'A', number: 1, label: 'Thrillers' }).select('label'),
    answers(200, [{ label: 'Thrillers' }])],
  ['fills defaults as asked',
    (db) => db.from('counters')
      .upsert([{ id: 1, name: 'a' }, { id: 50, name: 'b', hits: 5 }], { defaultToNull: false })
      .select('id,hits'),
    answers(201, [{ id: 1, hits: 0 }, { id: 50, hits: 5 }])],
  ['refuses columns without a unique key',
    (db) => db.from('counters').upsert({ name: 'x', hits: 1 }, { onConflict: 'hits' }),
    refused(400, '42P10')],
  ['refuses an unknown key',
    (db) => db.from('counters').upsert({ name: 'x' }, { onConflict: 'nothing' }),
    refused(400, '42703')],
  ['refuses to affect one row twice',
    (db) => db.from('categories').upsert([{ id: 1, name: 'A' }, { id: 1, name: 'B' }]),
    refused(500, '21000')],
]

// biome-ignore format: a table, one case a line where it fits
const updates: Case[] = [
  ['updates and returns no body', (db) => db.from('categories').update({ name: 'X' }).eq('id', 1),
    answers(204, null)],
  ['updates and returns the rows', (db) => db.from('categories').update({ name: 'X' }).eq('id', 1).select(),
    [{ id: 1, name: 'X' }]],
  ['updates and returns one row as an object',
    (db) => db.from('categories').update({ name: 'X' }).eq('id', 1).select().single(),
    { id: 1, name: 'X' }],
  ['updates several rows',
    (db) => db.from('books').update({ pages: 1 }).eq('author_id', 1).select('id').order('id'),
    [{ id: 1 }, { id: 2 }]],
  ['updates no rows without an error', (db) => db.from('categories').update({ name: 'X' }).eq('id', 99).select(),
    []],
  ['updates by or',
    (db) => db.from('books').update({ pages: 1 }).or('id.eq.1,id.eq.5').select('id').order('id'),
    [{ id: 1 }, { id: 5 }]],
  ['updates by a path',
    (db) => db.from('books').update({ pages: 1 }).eq('details->>format', 'hardback').select('id'),
    [{ id: 1 }]],
  ['updates by a list',
    (db) => db.from('books').update({ pages: 1 }).in('id', [1, 2]).select('id').order('id'),
    [{ id: 1 }, { id: 2 }]],
  ['updates to null', (db) => db.from('books').update({ pages: null }).eq('id', 1).select('pages'),
    [{ pages: null }]],
  ['changes nothing for an empty payload', (db) => db.from('categories').update({}).eq('id', 1).select(), []],
  ['returns embeds', (db) => db.from('books').update({ author_id: 2 }).eq('id', 1).select('authors(name)'),
    [{ authors: { name: 'Bo Summer' } }]],
  ['filters the embeds it returns',
    (db) => db.from('authors').update({ country: 'XX' }).eq('id', 2).eq('books.title', 'Condor')
      .select('country,books(title)'),
    [{ country: 'XX', books: [{ title: 'Condor' }] }]],
  ['counts what it updates', (db) => db.from('books').update({ pages: 1 }, { count: 'exact' }).gt('id', 3),
    answers(204, null, 2)],
  ['updates through a view',
    (db) => db.from('printed_books').update({ title: 'Up' }).eq('id', 1).select('title'),
    [{ title: 'Up' }]],
  ['allows as many rows as max-affected',
    (db) => db.from('books').update({ pages: 1 }).lte('id', 2).select('id').maxAffected(2),
    [{ id: 1 }, { id: 2 }]],
  ['refuses more rows than allowed',
    (db) => db.from('books').update({ pages: 1 }).lte('id', 3).maxAffected(2),
    refused(400, 'PGRST124', {message: 'Query result exceeds max-affected preference constraint',
      details: 'The query affects 3 rows'})],
  ['refuses to update all rows', (db) => db.from('books').update({ pages: 1 }),
    refused(400, '21000', { message: 'UPDATE requires a WHERE clause' })],
  ['refuses an unknown column', (db) => db.from('categories').update({ nam: 'X' }).eq('id', 1),
    refused(400, 'PGRST204')],
  ['refuses no row where one is asked for',
    (db) => db.from('categories').update({ name: 'X' }).eq('id', 99).select().single(),
    refused(406, 'PGRST116', { details: 'The result contains 0 rows' })],
  ['refuses several where one is asked for',
    (db) => db.from('books').update({ pages: 1 }).lte('id', 2).select().single(),
    refused(406, 'PGRST116')],
  ['returns null for none with maybeSingle',
    (db) => db.from('categories').update({ name: 'X' }).eq('id', 99).select().maybeSingle(),
    null],
]

// biome-ignore format: a table, one case a line where it fits
const deletes: Case[] = [
  ['deletes and returns no body', (db) => db.from('unkeyed').delete().eq('word', 'x'), answers(204, null)],
  ['deletes and returns the rows', (db) => db.from('unkeyed').delete().eq('word', 'x').select(), [{ word: 'x' }]],
  ['returns embeds of deleted rows',
    (db) => db.from('book_texts').delete().eq('book_id', 1).select('books(title)'),
    [{ books: { title: 'The Long Night' } }]],
  ['deletes no rows without an error', (db) => db.from('unkeyed').delete().eq('word', 'q').select(), []],
  ['counts what it deletes', (db) => db.from('unkeyed').delete({ count: 'exact' }).in('word', ['x', 'y']),
    answers(204, null, 2)],
  ['refuses to delete all rows', (db) => db.from('unkeyed').delete(),
    refused(400, '21000', { message: 'DELETE requires a WHERE clause' })],
  ['refuses more rows than allowed',
    (db) => db.from('unkeyed').delete().in('word', ['x', 'y']).maxAffected(1),
    refused(400, 'PGRST124')],
  ['refuses to delete a referenced row', (db) => db.from('authors').delete().eq('id', 1),
    refused(409, '23503')],
  ['refuses several where one is asked for',
    (db) => db.from('unkeyed').delete().in('word', ['x', 'y']).select().single(),
    refused(406, 'PGRST116')],
]

runCases('writes: insert', inserts)
runCases('writes: upsert', upserts)
runCases('writes: update', updates)
runCases('writes: delete', deletes)

onEveryEngine('writes: what is committed', {}, (library) => {
  const words = async () => (await library().client().from('unkeyed').select('word').order('word')).data

  test('commits a write', async () => {
    const db = library().client()
    await db.from('unkeyed').insert({ word: 'kept' })
    expect(await words()).toContainEqual({ word: 'kept' })
    await db.from('unkeyed').delete().eq('word', 'kept')
    expect(await words()).toEqual([{ word: 'x' }, { word: 'y' }])
  })

  test.each([
    [
      'a refused single object',
      { Accept: 'application/vnd.pgrst.object+json', Prefer: 'return=representation' },
      406,
    ],
    ['too many rows', { Prefer: 'handling=strict, max-affected=1' }, 400],
    ['tx=rollback', { Prefer: 'tx=rollback' }, 204],
  ])('rolls a write back: %s', async (_title, headers, status) => {
    const path = '/unkeyed?word=in.(x,y)'
    const response = await library().fetch(path, {
      method: 'DELETE',
      headers: headers as unknown as HeadersInit,
    })
    expect(response.status).toBe(status)
    expect(await words()).toEqual([{ word: 'x' }, { word: 'y' }])
  })
})
