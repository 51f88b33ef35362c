import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { ltree } from '@electric-sql/pglite/contrib/ltree'
import { SignJWT } from 'jose'
import type { RestDatabase, RestStatement } from '#server/rest/database.ts'
import type { RestOptions } from '#server/rest/rest-api.ts'
import { contextStatement, type RoleCaller } from './role-database.ts'
import { findSettingsInUse } from './settings-in-use.ts'
import { createStandalone, type StandaloneAccess } from './standalone.ts'

export type ApiSettings = Partial<Omit<RestOptions<RoleCaller>, 'database'>> & {
  extraSearchPath?: string[]
  /** Commits changes, so that a later request can read them; the example reverts them. */
  commits?: boolean
}

export interface World {
  fetch(request: Request, settings?: ApiSettings, access?: Partial<StandaloneAccess>): Promise<Response>
  sign(claims: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export const base = 'http://workshop.test/rest/v1'
const secret = 'the conformance run signs its tokens with this'
const usual: Omit<RestOptions<RoleCaller>, 'database'> = {
  schemas: ['workshop'],
  maxRows: 100_000,
  aggregates: true,
  plannerCounts: true,
}

export async function openWorld(): Promise<World> {
  const pglite = await PGlite.create({ extensions: { ltree } })
  for (const part of ['schema', 'functions', 'rows', 'writes', 'joins']) {
    await pglite.exec(await readFile(new URL(`./workshop/${part}.sql`, import.meta.url), 'utf8'))
  }
  const opened = new Map<string, ReturnType<typeof createStandalone>>()
  const serving = (settings: ApiSettings, access: Partial<StandaloneAccess>) => {
    const key = JSON.stringify([settings, access])
    const { extraSearchPath = ['public'], commits = false, ...options } = settings
    const found =
      opened.get(key) ??
      createStandalone(
        workshopDatabase(pglite, extraSearchPath, commits),
        { ...usual, ...options },
        { anonRole: 'workshop_anon', secret, ...access },
      )
    opened.set(key, found)
    return found
  }
  return {
    fetch: (request, settings = {}, access = {}) => serving(settings, access).fetch(request),
    sign: (claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret)),
    async close() {
      for (const api of opened.values()) await api.close()
      await pglite.close()
    },
  }
}

/** Rolls back every change after its answer, unless the example commits. */
function workshopDatabase(
  pglite: PGlite,
  extraSearchPath: string[],
  commits: boolean,
): RestDatabase<RoleCaller> {
  const catalog = async (sql: string, params: unknown[]) =>
    (await pglite.query<Record<string, unknown>>(sql, params)).rows
  const found = findSettingsInUse({ catalog })
  return {
    run: async (caller, run, statement, after) => {
      const inUse = await found
      return pglite.transaction(async (tx) => {
        const context = contextStatement(caller, run, { extraSearchPath, inUse })
        await tx.query(context.sql, context.params)
        const send = async ({ sql, params }: RestStatement) =>
          (await tx.query<Record<string, unknown>>(sql, params)).rows
        const result = await after(await send(statement), send)
        if (!commits) await tx.rollback()
        return result
      })
    },
    catalog,
    listen: async () => async () => undefined,
  }
}
