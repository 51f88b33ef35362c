import { fileURLToPath } from 'node:url'
import { openPGlite } from '#server/platform/database.ts'
import { migrate, ownerOfPGlite } from '#server/platform/migrations.ts'
import { generateTypes } from './generate-types.ts'

// `npm run schema`: after a migration was written, brings the types and the dump up to date.
const database = await openPGlite({}, 'owner')
await migrate(ownerOfPGlite(database.pglite))
await generateTypes(database.pglite, fileURLToPath(new URL('../db/types.generated.ts', import.meta.url)))
await database.close()
