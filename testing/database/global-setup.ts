import pg from 'pg'
import { ensureMigratedDump } from '#server/platform/database/migrated-pglite.ts'
import { migratePostgres } from '#server/platform/database/migrations.ts'
import { templateName } from './template.ts'

/** Once a run, and only after the migrations changed. */
export default async function setup(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (url) await makePostgresTemplate(url)
  else await ensureMigratedDump()
}

async function makePostgresTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [templateName])
    if (rowCount) return
    const building = `${templateName}_${process.pid}`
    await client.query(`create database ${building}`)
    const own = new URL(url)
    own.pathname = `/${building}`
    await migratePostgres(own.href)
    await client.query(`alter database ${building} rename to ${templateName}`)
  } finally {
    await client.end()
  }
}
