import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ApiDocument } from '#domain/api/api-document.ts'
import { buildFolder, fingerprintOf, sourcesIn } from '../web/build-web.ts'

/** Build output; never committed. */
export const referenceFolder = join(buildFolder, 'api')

const file = join(referenceFolder, 'openapi.json')
const stamp = join(referenceFolder, 'openapi.sources')

/**
 * Builds the OpenAPI document if the functions changed since the last build.
 *
 * @throws Error when it cannot be built
 */
export async function buildReferenceIfStale(): Promise<ApiDocument> {
  const fingerprint = fingerprintOf([
    'package.json',
    'web/lib/fetch/actions.ts',
    ...sourcesIn('domain'),
    ...sourcesIn('scripts/api'),
    ...sourcesIn('server'),
  ])
  const isCurrent = existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint
  if (!isCurrent) {
    const writer = fileURLToPath(new URL('write-reference.ts', import.meta.url))
    // a separate process: the compiler blocks its process for seconds
    await promisify(execFile)(process.execPath, [writer, file])
    writeFileSync(stamp, fingerprint)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as ApiDocument
}
