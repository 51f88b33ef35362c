import { publicPages } from '#domain/marketing/public-pages.ts'
import { paths } from '#domain/paths.ts'
import { isNodeName } from '#domain/tenancy.ts'
import type { Config } from '../config/config.ts'
import { classifyHost } from './caller.ts'

/** robots.txt and the main site's sitemap. A hub allows its site and its join page only. */
export function crawlerFile(
  url: URL,
  config: Pick<Config, 'appDomain' | 'environment' | 'mainOrigin'>,
): Response | null {
  const [label = ''] = url.hostname.toLowerCase().split('.')
  // the public pages of a node's main site are the first one's
  const isMain = classifyHost(url.hostname, config).kind === 'main' && !isNodeName(label)
  if (url.pathname === '/robots.txt') return text(isMain ? mainRobots(config.mainOrigin) : hubRobots)
  if (url.pathname === '/sitemap.xml' && isMain) return xml(sitemap(config.mainOrigin))
  return null
}

const assets = 'Allow: /assets/'

const hubRobots = [
  'User-agent: *',
  `Allow: ${paths.landing}$`,
  `Allow: ${paths.join}`,
  assets,
  'Disallow: /',
  '',
].join('\n')

function mainRobots(origin: string): string {
  return [
    'User-agent: *',
    // without a dollar sign the landing page would allow everything
    ...publicPages.map(({ path }) => `Allow: ${path}$`),
    assets,
    'Disallow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
}

function sitemap(origin: string): string {
  const urls = publicPages.map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n')
}

const headers = (type: string) => ({ 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' })
const text = (body: string) => new Response(body, { headers: headers('text/plain; charset=utf-8') })
const xml = (body: string) => new Response(body, { headers: headers('application/xml; charset=utf-8') })
