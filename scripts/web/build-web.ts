import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

export const buildFolder = join(root, '.build')

export const webFolder = join(buildFolder, 'web')

/** The rendered public pages and the renderer, which the server loads. */
export const pagesFolder = join(buildFolder, 'pages')

/** With React's development version, whose StrictMode and warnings the journeys check (docs/decisions/0155). */
export const strictWebFolder = join(buildFolder, 'strict/web')

/** Builds the web app if its sources changed. @returns whether it built */
export async function buildWebIfStale(folder = webFolder): Promise<boolean> {
  const fingerprint = fingerprintOf([
    'package-lock.json',
    'scripts/web/build-web.ts',
    'scripts/web/chunk-plan.ts',
    'scripts/web/route-files.ts',
    'scripts/web/social-pictures.ts',
    'scripts/web/web-chunks.ts',
    'vite.config.ts',
    ...sourcesIn('web'),
    ...sourcesIn('domain'),
  ])
  const stamp = `${folder}.sources`
  if (
    existsSync(join(folder, 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === fingerprint
  ) {
    return false
  }
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite))
    throw new Error('the web app is not built, and Vite is not installed: run `npm ci`, or unpack a release')
  // a separate process, so that the database can start on the other core
  await run(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    // in development Vite would build React's development version, twice the size and time
    NODE_ENV: 'production',
    ...(folder === strictWebFolder && { REACT_STRICT: '1' }),
  })
  writeFileSync(stamp, fingerprint)
  return true
}

/** In the background; until then files are sent uncompressed. */
export function compressWeb(): void {
  spawn(process.execPath, [join(root, 'scripts/web/compress-web.ts')], {
    cwd: root,
    // failures are only reported: the server works without these files
    stdio: ['ignore', 'ignore', 'inherit'],
  }).unref()
}

/** A digest of files, by their paths from the root and their contents. */
export function fingerprintOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

/** The files below a folder of the root, without tests. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}

function run(command: string, args: string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the web app did not build (exit ${code})`)),
    )
  })
}
