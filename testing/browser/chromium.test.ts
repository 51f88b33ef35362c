import { accessSync, constants, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'
import { chromiumLaunch } from './chromium.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
afterEach(() => vi.unstubAllEnvs())

it.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'tests use the browser of the packages, even if another one is in the temporary folder or on the PATH',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carefold-browser-'))
    try {
      writeFileSync(join(folder, 'chromium'), 'of another version', { mode: 0o755 })
      vi.stubEnv('TMPDIR', folder)
      vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
      vi.stubEnv('CHROMIUM_PATH', undefined)
      const { executablePath } = await chromiumLaunch()
      expect(executablePath).toMatch(new RegExp(`^${root}\\.build/chromium-[\\d.]+/chromium$`))
      accessSync(executablePath, constants.X_OK)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)

it('tests use the browser that CHROMIUM_PATH names', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/opt/browser')
  expect((await chromiumLaunch()).executablePath).toBe('/opt/browser')
})

it('a browser finds only the fonts of the packages, and no settings of a server', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://real.example/carefold')
  const { env } = await chromiumLaunch('/opt/browser')
  const folders = [...readFileSync(env.FONTCONFIG_FILE ?? '', 'utf8').matchAll(/<dir>(.*)<\/dir>/g)]
  expect(folders.map(([, folder]) => folder)).toEqual([join(root, 'node_modules/dejavu-fonts-ttf/ttf')])
  expect(env.DATABASE_URL).toBeUndefined()
})
