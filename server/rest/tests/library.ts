import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PostgrestClient } from '@supabase/postgrest-js'
import pg from 'pg'
import { contextStatement, createRoleDatabase, type RoleCaller } from '#conformance/rest/role-database.ts'
import { findSettingsInUse, type SettingsInUse } from '#conformance/rest/settings-in-use.ts'
import { createPGlitePool } from '#testing/database/pglite-pool.ts'
import type { RestDatabase, RestStatement } from '../database.ts'
import { createRestApi, type RestApi, type RestOptions } from '../rest-api.ts'

const fixture = new URL('./fixture.sql', import.meta.url)

/** All databases of a server share the roles. */
export const roles = `
  do $$ declare wanted text; begin
    foreach wanted in array array['anon', 'member'] loop
      if not exists (select from pg_catalog.pg_roles where rolname = wanted) then
        execute format('create role %I nologin', wanted);
      end if;
    end loop;
  end $$`

export const anonymous: RoleCaller = { anonymous: true, role: 'anon', claims: { role: 'anon' } }
export const ann: RoleCaller = { anonymous: false, role: 'member', claims: { role: 'member', sub: 'ann' } }

// biome-ignore lint/suspicious/noExplicitAny: the client's types describe one schema; cases also ask for what does not exist
export type Client = PostgrestClient<any, { PostgrestVersion: '13' }>

export interface Library {
  engine: Engine
  api: RestApi<RoleCaller>
  sent: RestStatement[]
  /** Signed in as Ann by default. */
  client(options?: ClientOptions): Client
  fetch(path: string, init?: RequestInit & { caller?: RoleCaller }): Promise<Response>
  execute(sql: string): Promise<void>
}

export interface ClientOptions {
  caller?: RoleCaller
  schema?: string
  headers?: Record<string, string>
}

export type Engine = 'pglite' | 'postgres'

/** PGlite, and a Postgres server if `TEST_DATABASE_URL` names one that allows `create database`. */
export const engines: Engine[] = process.env.TEST_DATABASE_URL ? ['pglite', 'postgres'] : ['pglite']

const base = 'http://library.test/rest/v1'

/** Serve it with `serveLibrary`. */
export function openLibrary(engine: Engine): Promise<OpenLibrary> {
  return engine === 'pglite' ? openPGlite() : openPostgres()
}

export function serveLibrary(opened: OpenLibrary, options: Partial<RestOptions<RoleCaller>> = {}): Library {
  const sent: Library['sent'] = []
  const api = createRestApi({
    database: recording(opened.database, sent),
    schemas: ['library', 'archive'],
    aggregates: true,
    plannerCounts: true,
    txOverride: true,
    ...options,
  })
  return {
    engine: opened.engine,
    api,
    sent,
    execute: opened.execute,
    fetch: (path, { caller = ann, ...init } = {}) => api.fetch(new Request(`${base}${path}`, init), caller),
    client: ({ caller = ann, schema, headers = {} } = {}) =>
      new PostgrestClient(base, {
        headers,
        // the client's types know one schema by name only
        ...(schema !== undefined && { schema: schema as 'public' }),
        retry: false,
        fetch: (input, init) => api.fetch(new Request(input as string, init), caller),
      }),
  }
}

export interface OpenLibrary {
  engine: Engine
  database: RestDatabase<RoleCaller>
  execute(sql: string): Promise<void>
  close(): Promise<void>
}

const borrowPGlite = createPGlitePool(async () => PGlite.create({ loadDataDir: await libraryDump() }))

async function openPGlite(): Promise<OpenLibrary> {
  const pglite = await borrowPGlite()
  const execute = async (sql: string) => {
    await pglite.exec(sql)
  }
  return { engine: 'pglite', database: pgliteDatabase(pglite), execute, close: () => pglite.close() }
}

/** The filled library as a dump, which loads in a fifth of the time of filling it. */
async function libraryDump(): Promise<Blob> {
  const sql = `${roles};\n${await readFile(fixture, 'utf8')}`
  const fingerprint = createHash('sha256').update(sql).digest('hex').slice(0, 16)
  const file = join(tmpdir(), `carefold-library-${fingerprint}.tar`)
  if (!existsSync(file)) {
    const pglite = await PGlite.create()
    await pglite.exec(sql)
    const dump = await pglite.dumpDataDir('none')
    await pglite.close()
    // renamed into place, so that a parallel test file never loads a partial dump
    await writeFile(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()))
    await rename(`${file}.${process.pid}`, file)
  }
  return new Blob([await readFile(file)])
}

function pgliteDatabase(pglite: PGlite): RestDatabase<RoleCaller> {
  const catalog = async (sql: string, params: unknown[]) =>
    (await pglite.query<Record<string, unknown>>(sql, params)).rows
  let found: Promise<SettingsInUse> | undefined
  return {
    run: async (caller, run, statement, after) => {
      found ??= findSettingsInUse({ catalog })
      const inUse = await found
      return pglite.transaction(async (tx) => {
        const context = contextStatement(caller, run, { inUse })
        await tx.query(context.sql, context.params)
        const send = async ({ sql, params }: RestStatement) =>
          (await tx.query<Record<string, unknown>>(sql, params)).rows
        return after(await send(statement), send)
      })
    },
    catalog,
    listen: (channel, onMessage) =>
      pglite.listen(channel, (payload) => {
        found = undefined
        onMessage(payload)
      }),
  }
}

async function openPostgres(): Promise<OpenLibrary> {
  const server = new URL(process.env.TEST_DATABASE_URL ?? '')
  const name = `library_${crypto.randomUUID().replaceAll('-', '')}`
  await onServer(server, `${roles}; `, `create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  await owner.query(await readFile(fixture, 'utf8'))
  const database = createRoleDatabase(url)
  return {
    engine: 'postgres',
    database,
    async execute(sql) {
      await owner.query(sql)
    },
    async close() {
      await database.close()
      await owner.end()
      await onServer(server, `drop database ${name} with (force)`)
    },
  }
}

async function onServer(url: URL, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

function recording(database: RestDatabase<RoleCaller>, sent: Library['sent']): RestDatabase<RoleCaller> {
  return {
    ...database,
    run(caller, options, statement, after) {
      sent.push(statement)
      return database.run(caller, options, statement, (rows, send) =>
        after(rows, (more) => {
          sent.push(more)
          return send(more)
        }),
      )
    },
  }
}
