import { afterAll, describe, expect, test } from 'vitest'
import type { CatalogDatabase } from '../catalog/catalog-database.ts'
import { ann } from './cases.ts'
import { type Library, type OpenLibrary, openLibrary, serveLibrary } from './library.ts'

const hidden = `
  create schema closet;
  create table closet.boxes (id int generated always as identity primary key);
  create role stranger nologin;
  grant anon, member to stranger`

// Postgres allows replacing a view by one that selects from itself
const loops = `
  create view library.ouroboros as select 1 as id;
  create or replace view library.ouroboros as select id from library.ouroboros;
  create view library.egg as select 1 as id, 2 as shell;
  create view library.hen as select id, shell from library.egg;
  create or replace view library.egg as select id, shell from library.hen;
  grant select on library.ouroboros, library.egg, library.hen to member`

const library = await openLibrary('pglite')
afterAll(() => library.close())

const statusOf = async (served: Library, path: string) => (await served.fetch(path)).status

describe('one unreadable thing costs only itself', () => {
  test('an identity column in a schema that the login role may not use', async () => {
    await library.execute(hidden)
    const served = serveLibrary(library)
    await library.execute('set role stranger')
    try {
      expect(await statusOf(served, '/books')).toBe(200)
      expect(await statusOf(served, '/rpc/add?a=1&b=2')).toBe(200)
    } finally {
      await library.execute('reset role')
    }
  })

  test('views that select from themselves', async () => {
    await library.execute(loops)
    const served = serveLibrary(library)
    expect(await statusOf(served, '/books?select=title,authors(name)')).toBe(200)
    const refusal = await served.fetch('/ouroboros')
    expect(await refusal.json()).toMatchObject({ code: '42P17' })
  })

  test('a view whose definition cannot be read is served without relations, and reported', async () => {
    const reported: string[] = []
    const served = serveLibrary(
      { ...library, database: { ...library.database, catalog: withBrokenView(library) } },
      { report: (what, cause) => reported.push(`${what}: ${(cause as Error).message}`) },
    )
    expect(await statusOf(served, '/printed_books?select=title')).toBe(200)
    expect(await statusOf(served, '/printed_books?select=title,authors(name)')).toBe(400)
    expect(await statusOf(served, '/books?select=title,authors(name)')).toBe(200)
    expect(reported).toEqual([expect.stringMatching(/^view library\.printed_books: /)])
  })

  test('a catalog that cannot be read is reported once for each cause', async () => {
    const reported: unknown[] = []
    let cause = 'permission denied'
    const served = serveLibrary(
      {
        ...library,
        database: { ...library.database, catalog: () => Promise.reject(new Error(cause)) },
      },
      { report: (what, error) => reported.push([what, (error as Error).message]) },
    )
    expect([await statusOf(served, '/books'), await statusOf(served, '/books')]).toEqual([503, 503])
    cause = 'out of memory'
    await statusOf(served, '/books')
    expect(reported).toEqual([
      ['the schema', 'permission denied'],
      ['the schema', 'out of memory'],
    ])
  })
})

describe('junctions', () => {
  const bothEnds = `
    create table internal.reading_lists (
      reader text references library.readers, category_id int references library.categories,
      primary key (reader, category_id));
    insert into internal.reading_lists values ('ann', 2);
    grant usage on schema internal to member;
    grant select on internal.reading_lists to member`

  test('a table of a schema that is not exposed is none, even where the role may read it', async () => {
    await library.execute(bothEnds)
    const answer = await serveLibrary(library).fetch('/readers?select=username,categories(name)')
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'PGRST200' }])
  })

  test('an exposed view of it is', async () => {
    await library.execute(`
      create view library.reading_lists as select * from internal.reading_lists;
      grant select on library.reading_lists to member`)
    const answer = await serveLibrary(library).fetch(
      '/readers?select=username,categories(name)&username=eq.ann',
    )
    expect(await answer.json()).toEqual([{ username: 'ann', categories: [{ name: 'Poetry' }] }])
  })

  test('a role that may not read the junction cannot embed through it', async () => {
    await library.execute('revoke all on library.reading_lists from member')
    const answer = await serveLibrary(library).fetch('/readers?select=username,categories(name)', {
      caller: ann,
    })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: '42501' }])
  })
})

/** With one definition missing, as from a view that is being dropped. */
function withBrokenView({ database }: OpenLibrary): CatalogDatabase['catalog'] {
  return async (sql, params) => {
    const rows = await database.catalog(sql, params)
    if (!rows.some((row) => 'definition' in row)) return rows
    const [view] = await database.catalog(`select 'library.printed_books'::regclass::oid::text as id`, [])
    return rows.map((row) => (row.id === view?.id ? { ...row, definition: null } : row))
  }
}
