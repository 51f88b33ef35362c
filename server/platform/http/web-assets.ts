import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { ClinicBrand } from '#domain/clinics/served-brand.ts'
import type { VideoProvider } from '#domain/content/embedded-video.ts'
import type { SlideFrame } from '#domain/presentations/google-slides.ts'
import {
  escapeHtml,
  fillHead,
  htmlPage,
  inClinicColors,
  type PageHead,
  withoutCarefold,
} from './html-page.ts'
import { type ServedPart, withServedPart } from './served-part.ts'
import { builtVisitorPages, type VisitorPages } from './visitor-pages.ts'

/** In a meta tag of the page. */
export interface WebSettings {
  appDomain: string
  mainOrigin: string
  productName: string
  publishableKey: string
  /** Name and address; null: not shown. */
  operatorName?: string | null
  /** The built-in payment sandbox is on: no real money moves. */
  sandbox: boolean
  videoProviders: readonly VideoProvider[]
  importsGoogleSlides: boolean
  hasGoogle: boolean
  slideFrames: readonly SlideFrame[]
}

/** Shows its logo and color from the first paint. */
export interface PageClinic {
  subdomain: string
  name: string
  color: string
  logoId: string | null
  brand: ClinicBrand | null
}

export interface WebAssets {
  /**
   * @param now by which the page sets its clock
   * @param clinic null on the main site, for unknown clinics, and in an outage
   * @param head null for pages that are not indexed
   * @param part shown until the app has loaded
   * @param route path of a page whose files are preloaded
   */
  page(
    now: Date,
    clinic: PageClinic | null,
    head?: PageHead | null,
    part?: ServedPart,
    route?: string | null,
  ): Promise<Response>
  /** Absent in development, where the app answers instead. */
  visitors?: VisitorPages
  file(path: string, acceptEncoding: string): Promise<Response | null>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Caches files in memory after the first use. */
export function builtWebAssets(folder: string, settings: WebSettings): WebAssets {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  /** by `scripts/web/route-files.ts` */
  const routeFiles = new Map<string, string[]>(
    Object.entries(JSON.parse(readFileSync(join(folder, 'route-files.json'), 'utf8'))),
  )
  const cache = new Map<string, Uint8Array<ArrayBuffer> | null>()
  const read = async (path: string) => {
    const known = cache.get(path)
    if (known !== undefined) return known
    const bytes = await readFile(join(folder, path)).then(
      (content) => new Uint8Array(content),
      () => null,
    )
    // caches existing files only, so that invented names cannot fill the memory
    if (bytes) cache.set(path, bytes)
    return bytes
  }
  return {
    visitors: builtVisitorPages(folder, settings),
    async page(now, clinic, head = null, part, route = null) {
      const preloading = withRouteFiles(html, (route !== null && routeFiles.get(route)) || [])
      const filled = fillHead(fillSettings(preloading, { ...settings, now }, clinic), settings, head)
      const shown = part ? withServedPart(filled, part) : filled
      return htmlPage(part && clinic ? inClinicColors(shown, clinic) : shown, settings)
    },
    async file(path, acceptEncoding) {
      const name = normalize(path)
      const type = types[extname(name)]
      if (!type || name.includes('..')) return null
      const compressed = /\bbr\b/.test(acceptEncoding) ? await read(`${name}.br`) : null
      const body = compressed ?? (await read(name))
      if (!body) return null
      return new Response(body, {
        headers: {
          'Content-Type': type,
          ...(compressed ? { 'Content-Encoding': 'br' } : {}),
          Vary: 'Accept-Encoding',
          // file names under /assets contain a hash of their content
          'Cache-Control': name.startsWith('/assets/')
            ? 'public, max-age=31536000, immutable'
            : 'public, max-age=300',
        },
      })
    },
  }
}

/** Read by `web/preload-route.ts`. */
function withRouteFiles(html: string, files: readonly string[]): string {
  if (files.length === 0) return html
  const listed = files.map((file) => `/${file}`).join(' ')
  return html.replace('</head>', () => `<meta name="carefold-route-files" content="${listed}" /></head>`)
}

export function fillSettings(
  html: string,
  settings: WebSettings & { now?: Date },
  clinic: PageClinic | null = null,
): string {
  const json = escapeHtml(JSON.stringify({ ...settings, clinic }))
  // a function, because names may contain replacement patterns
  const filled = html.replace('%CAREFOLD_CONFIG%', () => json)
  return clinic?.brand?.hidesCarefold ? withoutCarefold(filled, clinic) : filled
}
