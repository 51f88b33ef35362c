import { readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { migratePostgres } from '#server/platform/database/migrations.ts'

// `npm run migrate`: migrates the Postgres of DATABASE_OWNER_URL (or DATABASE_URL); run it before a deploy.

const { databaseOwnerUrl } = readConfig({ ...process.env, NODE_ENV: 'development' })
if (!databaseOwnerUrl) {
  process.stderr.write('DATABASE_URL is missing: the embedded database migrates by itself at start\n')
  process.exit(1)
}
try {
  const applied = await migratePostgres(databaseOwnerUrl)
  process.stdout.write(applied.length ? `applied ${applied.join(', ')}\n` : 'nothing to apply\n')
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
