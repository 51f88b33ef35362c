import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openPGlite } from '#server/platform/database/database.ts'
import { migrate, ownerOfPGlite } from '#server/platform/database/migrations.ts'
import { describeRows } from './describe-rows.ts'
import { describeTypes } from './describe-types.ts'

// `npm run schema`, after a new migration: updates the types of Kysely and of the data API's rows. --check only reports
// whether they are up to date.

const database = await openPGlite({}, 'owner')
await migrate(ownerOfPGlite(database.pglite))
const outputs = [
  { path: 'db/types.generated.ts', text: await describeTypes(database.pglite) },
  { path: 'db/rows.generated.ts', text: await describeRows(database.pglite) },
]
await database.close()

for (const { path, text } of outputs) {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (current === text) continue
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is out of date: run \`npm run schema\`\n`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
    process.stdout.write(`wrote ${path}\n`)
  }
}
