import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRestApi, type RestApi } from '#server/rest/rest-api.ts'
import { createRoleDatabase, type RoleCaller } from './role-database.ts'

const server = process.env.TEST_DATABASE_URL
const caller = (role: string): RoleCaller => ({ anonymous: false, role, claims: { role } })

const tables = `
  create schema shop;
  create table shop.makers (id int primary key);
  create table shop.things (
    id int primary key,
    maker int references shop.makers initially deferred
  );
  grant usage on schema shop to shop_writer, shop_reader;
  grant select, insert on shop.things to shop_writer;
  grant select on shop.things to shop_reader;
`

describe.skipIf(!server)('writes of a role', () => {
  const name = `shop_${crypto.randomUUID().replaceAll('-', '')}`
  const url = server ? Object.assign(new URL(server), { pathname: `/${name}` }).href : ''
  let owner: pg.Client
  let database: ReturnType<typeof createRoleDatabase>
  let api: RestApi<RoleCaller>

  beforeAll(async () => {
    await onServer(
      `do $$ begin
         create role shop_writer nologin; create role shop_reader nologin;
       exception when duplicate_object then null; end $$`,
    )
    await onServer(`create database ${name}`)
    owner = new pg.Client({ connectionString: url })
    await owner.connect()
    await owner.query(tables)
    database = createRoleDatabase(url)
    api = createRestApi({ database, schemas: ['shop'] })
  })
  afterAll(async () => {
    await api.close()
    await database.close()
    await owner.end()
    await onServer(`drop database ${name} with (force)`)
  })
  beforeEach(() => owner.query('truncate shop.things'))

  const insert = async (
    id: number,
    { role = 'shop_writer', ...more }: { role?: string; maker?: number } = {},
  ) => {
    const body = JSON.stringify({ id, ...more })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://shop.test/things', { method: 'POST', headers, body })
    return (await api.fetch(request, caller(role))).status
  }
  const stored = async () =>
    (await owner.query('select id from shop.things order by id')).rows.map(({ id }) => id)

  test('are committed with their statement', async () => {
    const before = await separateCommits()
    expect(await insert(1)).toBe(201)
    expect(await stored()).toEqual([1])
    expect(await separateCommits()).toBe(before)
  })

  test('are undone by a constraint that is checked at the commit', async () => {
    expect(await insert(2, { maker: 7 })).toBe(409)
    expect(await stored()).toEqual([])
  })

  test('of a role without the right, or that does not exist, write nothing', async () => {
    expect(await insert(3, { role: 'shop_reader' })).toBe(403)
    expect(await insert(4, { role: 'shop_nobody' })).toBeGreaterThanOrEqual(400)
    expect(await stored()).toEqual([])
  })

  test('are undone if code of the database sets an answer that cannot be sent', async () => {
    await owner.query(`
      create function shop.answer() returns trigger language plpgsql as $$
        begin perform set_config('response.status', 'none', true); return new; end $$;
      create trigger answer before insert on shop.things for each row execute function shop.answer();
    `)
    // no event trigger announces the change here
    const fresh = createRoleDatabase(url)
    const other = createRestApi({ database: fresh, schemas: ['shop'] })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://shop.test/things', { method: 'POST', headers, body: '{"id":5}' })
    expect((await other.fetch(request, caller('shop_writer'))).status).toBe(500)
    expect(await stored()).toEqual([])
    await other.close()
    await fresh.close()
    await owner.query('drop function shop.answer cascade')
  })

  /** Sessions of this database whose last statement was a separate commit. */
  async function separateCommits(): Promise<number> {
    const { rows } = await owner.query(
      `select count(*)::int as n from pg_stat_activity where datname = $1 and query = 'commit'`,
      [name],
    )
    return rows[0].n
  }
})

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(sql)
  await client.end()
}
