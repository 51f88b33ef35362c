import { expect, test } from 'vitest'
import { crawlerFile } from './crawler-files.ts'

const config = {
  appDomain: 'carefold.example',
  environment: 'production',
  mainOrigin: 'https://carefold.example',
} as const
const ask = (address: string) => crawlerFile(new URL(address), config)

test('the main site lists its public pages only', async () => {
  const robots = await ask('https://carefold.example/robots.txt')?.text()
  expect(robots).toContain('Allow: /$\n')
  expect(robots).toContain('Allow: /pricing$\n')
  expect(robots).toContain('Disallow: /\n')
  expect(robots).not.toContain('/clinic')
  expect(robots).toContain('Sitemap: https://carefold.example/sitemap.xml')
  const sitemap = await ask('https://carefold.example/sitemap.xml')?.text()
  expect(sitemap).toContain('<loc>https://carefold.example/contact</loc>')
})

test('a hub shows only its site and its join page, and has no sitemap', async () => {
  const robots = await ask('https://sunrise.carefold.example/robots.txt')?.text()
  expect(robots).toBe('User-agent: *\nAllow: /$\nAllow: /join\nAllow: /assets/\nDisallow: /\n')
  expect(ask('https://sunrise.carefold.example/sitemap.xml')).toBeNull()
})

test('the main site of another node is not indexed beside the first one', async () => {
  expect(await ask('https://app2.carefold.example/robots.txt')?.text()).toContain('Disallow: /\n')
  expect(ask('https://app2.carefold.example/sitemap.xml')).toBeNull()
})

test('other paths return null', () => {
  expect(ask('https://carefold.example/robots')).toBeNull()
})
