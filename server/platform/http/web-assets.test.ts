import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtWebAssets, type WebSettings } from './web-assets.ts'

const folder = mkdtempSync(join(tmpdir(), 'carefold-web-'))
afterAll(() => rmSync(folder, { recursive: true }))

const settings: WebSettings = {
  appDomain: 'carefold.test',
  mainOrigin: 'https://carefold.test',
  productName: 'Carefold',
  publishableKey: 'key',
  sandbox: true,
  videoProviders: [],
  importsGoogleSlides: false,
  hasGoogle: false,
  slideFrames: [],
}

test('the page of a listed route names its files, and other pages none', async () => {
  writeFileSync(join(folder, 'index.html'), '<head><title>Carefold</title></head>')
  const files = ['assets/home-1.js', 'assets/shell-2.js']
  writeFileSync(join(folder, 'route-files.json'), JSON.stringify({ '/home': files }))
  const web = builtWebAssets(folder, settings)
  const listedAt = async (route: string | null) => {
    const page = await web.page(new Date('2026-03-10T12:00:00Z'), null, null, undefined, route)
    return /name="carefold-route-files" content="([^"]*)"/.exec(await page.text())?.[1]
  }
  expect(await listedAt('/home')).toBe('/assets/home-1.js /assets/shell-2.js')
  for (const other of ['/pay', 'constructor', null]) expect(await listedAt(other)).toBeUndefined()
})
