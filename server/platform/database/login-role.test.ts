import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import type { Database } from './database.ts'
import { requireLoginRole } from './login-role.ts'

const db = await setUpDatabase()

it('accepts the login role', async () => {
  await expect(requireLoginRole(db.database)).resolves.toBeUndefined()
})

it('refuses a role that row-level security does not restrict', async () => {
  await db.database.kysely.connection().execute(async (connection) => {
    await sql`set session authorization postgres`.execute(connection)
    try {
      await expect(
        requireLoginRole({ ...db.database, kysely: connection as Database['kysely'] }),
      ).rejects.toThrow('DATABASE_URL must name the role carefold_login')
    } finally {
      await sql`set session authorization carefold_login`.execute(connection)
    }
  })
})
