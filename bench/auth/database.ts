import pg from 'pg'
import { migratePostgres } from '#server/platform/database/migrations.ts'

/** Creates a migrated database. @param urlOf connection string of a database by name. @returns that of the new one */
export async function migratedDatabase(urlOf: (name: string) => string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = urlOf(name)
  await migratePostgres(url)
  return url
}
