import pg from 'pg'
import { readConfig } from '#server/platform/config/config.ts'

// `npm run contact-requests`: prints visitors' messages from /contact, newest first.

const { databaseOwnerUrl } = readConfig({ ...process.env, NODE_ENV: 'development' })
if (!databaseOwnerUrl) {
  process.stderr.write('DATABASE_URL is missing: the embedded database is open in the server alone\n')
  process.exit(1)
}
const client = new pg.Client({ connectionString: databaseOwnerUrl })
await client.connect()
try {
  await client.query('begin read only')
  await client.query('set local role system')
  const { rows } = await client.query<Record<string, unknown>>(
    `select created_at, about, name, email, clinic_name, message
       from app.contact_requests order by created_at desc limit 100`,
  )
  // as JSON, so that no control character of a message reaches the terminal
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`)
  if (rows.length === 0) process.stdout.write('nobody has written yet\n')
} finally {
  await client.end()
}
