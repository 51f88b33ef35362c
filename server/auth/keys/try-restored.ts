import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '#server/platform/config/config.ts'
import { openPGlite } from '#server/platform/database/database.ts'
import { loadSecretBox } from '#server/platform/secret-box.ts'

/** docs/reliability.md F14 */
const samples = 20

/** docs/reliability.md 4; each query counts violations. */
const invariants = {
  'memberships without a clinic': `
    select count(*)::int as count from public.clinic_memberships m
     where not exists (select from public.clinics c where c.id = m.clinic_id)`,
  'clinics without an admin': `
    select count(*)::int as count from public.clinics c
     where not exists (select from public.clinic_memberships m where m.clinic_id = c.id and m.role = 'admin')`,
  'postings that do not add up': `
    select count(*)::int as count from (
      select from public.postings group by clinic_id, journal_id having sum(amount_cents) <> 0) unbalanced`,
}

/**
 * Decrypts up to 20 random secrets and checks invariants.
 * @param restoredUrl a superuser's connection to a restored Postgres; absent: the embedded database of the folder
 * @returns how many secrets were decrypted
 * @throws Error with one line that describes the problem
 */
export async function tryRestored(
  config: Pick<Config, 'dataDir' | 'encryptionKey'>,
  restoredUrl?: string,
): Promise<number> {
  return withDatabase(config.dataDir, restoredUrl, async (ask) => {
    for (const [what, statement] of Object.entries(invariants)) {
      const [row] = await ask<{ count: number }>(statement)
      if (row?.count !== 0) throw new Error(`${row?.count} ${what}`)
    }
    const sealed = await ask<{ id: string; secret: Uint8Array }>(
      `select id, secret from auth.mfa_factors where secret is not null order by random() limit ${samples}`,
    )
    if (sealed.length === 0) return 0
    const box = loadSecretBox(config)
    for (const { id, secret } of sealed) box.open(secret, id)
    return sealed.length
  })
}

async function withDatabase<Result>(
  dataDir: string,
  restoredUrl: string | undefined,
  work: (ask: <Row>(statement: string) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  if (restoredUrl) {
    const client = new pg.Client({ connectionString: restoredUrl })
    await client.connect()
    try {
      return await work(async <Row>(statement: string) => (await client.query(statement)).rows as Row[])
    } finally {
      await client.end()
    }
  }
  const database = await openPGlite({ folder: join(dataDir, 'db') }, 'owner')
  try {
    return await work(
      async <Row>(statement: string) => (await sql.raw<Row>(statement).execute(database.kysely)).rows,
    )
  } finally {
    await database.close()
  }
}
