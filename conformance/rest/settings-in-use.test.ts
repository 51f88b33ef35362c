import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findSettingsInUse, requestNames, settingsIn } from './settings-in-use.ts'

const readIn = (...codes: string[]) => [...settingsIn(codes).read].sort()
const all = [...requestNames].sort()

describe('settings that code reads', () => {
  test.each([
    [`select current_setting('request.jwt.claims', true)::json ->> 'sub'`, []],
    [`select current_setting('request.headers', true)::json ->> 'x-clinic'`, ['request.headers']],
    [`select CURRENT_SETTING( 'Request.Method'::text )`, ['request.method']],
    [`show request.path`, ['request.path']],
    [`select current_setting('request.' || name, true)`, all],
    [`select current_setting($1)`, all],
    [`execute 'select current_setting(''request.' || name || ''')'`, all],
    [`select "current_setting"(name)`, all],
    [`select current_setting(E'request.\\x68eaders')`, all],
  ])('%s', (code, names) => expect(readIn(code)).toEqual(names))

  test('of several codes are added up', () => {
    expect(readIn(`current_setting('request.path')`, `current_setting('request.method')`)).toEqual([
      'request.method',
      'request.path',
    ])
  })
})

test.each([
  [`perform set_config('app.user', 'x', true)`, false],
  [`perform set_config('response.status', '418', true)`, true],
  [`set local "response.headers" = '[]'`, true],
  [`perform set_config(name, '418', true)`, true],
])('may set the response: %s', (code, sets) => expect(settingsIn([code]).setsResponse).toBe(sets))

describe('code in a database', () => {
  let pglite: PGlite
  beforeAll(async () => {
    pglite = await PGlite.create()
  })
  afterAll(() => pglite.close())
  const catalog = async (sql: string, params: unknown[]) =>
    (await pglite.query<Record<string, unknown>>(sql, params)).rows
  const found = async () => [...(await findSettingsInUse({ catalog })).read].sort()

  test.each([
    ['nothing', 'select 1', []],
    [
      'a function',
      `create function f() returns text language plpgsql as $$ begin return current_setting('request.method', true); end $$`,
      ['request.method'],
    ],
    [
      'a function with a parsed body',
      `create function f() returns text return current_setting('request.path', true)`,
      ['request.path'],
    ],
    [
      'a view',
      `create view v as select current_setting('request.cookies', true) as cookies`,
      ['request.cookies'],
    ],
    [
      'a policy',
      `create table t (id int); create policy p on t using (current_setting('request.headers', true) is not null)`,
      ['request.headers'],
    ],
    [
      'a policy for new rows',
      `create table t (id int); create policy p on t for insert with check (current_setting('request.path', true) = '/t')`,
      ['request.path'],
    ],
    [
      'a default',
      `create table t (path text default current_setting('request.path', true))`,
      ['request.path'],
    ],
  ])('%s', async (_what, sql, names) => {
    await pglite.exec(
      `drop schema if exists trial cascade; create schema trial; set search_path = trial; ${sql}`,
    )
    expect(await found()).toEqual(names)
  })

  test('all settings count as used where the code cannot be read', async () => {
    const refused = () => Promise.reject(new Error('permission denied'))
    const { read, setsResponse } = await findSettingsInUse({ catalog: refused })
    expect([[...read].sort(), setsResponse]).toEqual([all, true])
  })
})
