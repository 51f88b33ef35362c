import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { onEveryEngine } from './cases.ts'

onEveryEngine('schema changes', {}, (library) => {
  const status = async (table: string) => (await library().client().from(table).select()).status

  test('serves a new table after a reload', async () => {
    expect(await status('fresh')).toBe(404)
    await library().execute('create table library.fresh (id int); grant select on library.fresh to member')
    expect(await status('fresh')).toBe(404)
    await library().api.reloadSchema()
    expect(await status('fresh')).toBe(200)
  })

  test('serves a new table once it is announced', async () => {
    expect(await status('announced')).toBe(404)
    await library().execute(
      `create table library.announced (id int); grant select on library.announced to member; notify pgrst, 'reload schema'`,
    )
    await vi.waitFor(async () => expect(await status('announced')).toBe(200), 5_000)
  })

  test('answers 404 for a table that is gone before the reload', async () => {
    await library().execute('create table library.gone (id int); grant select on library.gone to member')
    await library().api.reloadSchema()
    await library().execute('drop table library.gone')
    const { error, status } = await library().client().from('gone').select()
    expect([status, error?.code]).toEqual([404, '42P01'])
  })

  test('serves a new table without `notify` from the client, where an event trigger announces changes', async () => {
    await library().execute(
      await readFile(new URL('../catalog/announce-changes.sql', import.meta.url), 'utf8'),
    )
    expect(await status('unasked')).toBe(404)
    await library().execute(
      'create table library.unasked (id int); grant select on library.unasked to member',
    )
    await vi.waitFor(async () => expect(await status('unasked')).toBe(200), 5_000)
    await library().execute('drop table library.unasked')
    await vi.waitFor(async () => {
      const { error } = await library().client().from('unasked').select()
      expect(error?.code).toBe('PGRST205')
    }, 5_000)
  })
})
