import { readFileSync, writeFileSync } from 'node:fs'
import { readMigrations } from '#server/platform/database/migrations.ts'
import { readReleased, release, releasedPath } from './checks/released-migrations.ts'

// `npm run release`: freezes the new migrations of the version in package.json (docs/decisions/0160). Before it: raise the
// version there and in package-lock.json (`npm version --no-git-tag-version`), and rename the unreleased section of
// CHANGELOG.md to the version, with a date. After it: commit, then `npm run pack-release`.

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const released = release(readReleased(), version, readMigrations())
writeFileSync(releasedPath, `${JSON.stringify(released, null, 2)}\n`)
process.stdout.write(`${version} freezes ${Object.keys(released[version] ?? {}).length} migrations\n`)
