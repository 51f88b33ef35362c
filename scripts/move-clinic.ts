import { parseArgs } from 'node:util'
import { oneLine } from '#domain/values/line-text.ts'
import { loadSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { documentSignatures } from '#server/auth/tokens/document-signatures.ts'
import { openStore } from '#server/clinic/files.ts'
import { moveClinic, type OwnedNode } from '#server/features/clinic-export/move-clinic.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { settingsOfNode } from '#server/platform/config/node-settings.ts'
import { openPostgres } from '#server/platform/database/database.ts'
import { createLogger } from '#server/platform/log.ts'

// `npm run move-clinic -- ADDRESS --to app2` (or `--to first`): moves a clinic between the nodes of DATABASE_NODES. All
// servers must be stopped; DATABASE_OWNER_URL and DATABASE_NODES must be a superuser's (docs/scaling.md 5).

const config = readConfig({ ...process.env, NODE_ENV: 'development' })
const closing: (() => Promise<void>)[] = []
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' } },
  })
  const [subdomain] = positionals
  if (!subdomain || !values.to)
    throw new Error('name the clinic and its node: npm run move-clinic -- ADDRESS --to app2')
  if (config.databaseNodes.length === 0) throw new Error('DATABASE_NODES names no node')
  const moved = await moveClinic({
    nodes: [config, ...config.databaseNodes.map((node) => settingsOfNode(config, node))].map(owned),
    subdomain,
    to: values.to === 'first' ? null : values.to,
    signatures: documentSignatures(loadSigningKeys(config)),
    now: new Date(),
  })
  process.stdout.write(
    moved
      ? `${subdomain} is on ${values.to}: ${moved.rows} rows, ${moved.files} files, ${moved.newPeople} new accounts\n`
      : `${subdomain} was on ${values.to} already\n`,
  )
} catch (error) {
  process.stderr.write(`Not moved: ${oneLine((error as Error).message)}\n`)
  process.exitCode = 1
} finally {
  for (const close of closing) await close()
}

function owned(settings: Config): OwnedNode {
  const database = openPostgres(settings.databaseOwnerUrl ?? '', {
    log: createLogger('warn'),
    max: 1,
    as: 'owner',
  })
  closing.push(database.close)
  return {
    name: settings.node,
    store: openStore(settings),
    asOwner: (work) => database.kysely.transaction().execute(work),
  }
}
