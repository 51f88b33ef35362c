import { existsSync, renameSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { openPGlite } from '#server/platform/database.ts'
import { migrate, migratePostgres, ownerOfPGlite } from '#server/platform/migrations.ts'
import { templateDump, templateName } from './template.ts'

/** Makes the migrated database that test files copy, once a run and only when the migrations changed. */
export default async function setup(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (url) await makePostgresTemplate(url)
  else if (!existsSync(templateDump)) await makeDump()
}

async function makeDump(): Promise<void> {
  const database = await openPGlite({}, 'owner')
  await migrate(ownerOfPGlite(database.pglite))
  const dump = await database.pglite.dumpDataDir('none')
  await database.close()
  // renamed into place, so that a parallel run never loads half a file
  const part = `${templateDump}.${process.pid}`
  writeFileSync(part, Buffer.from(await dump.arrayBuffer()))
  renameSync(part, templateDump)
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
