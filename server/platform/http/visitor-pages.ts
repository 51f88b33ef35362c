import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { type ApiDocument, apiReferencePath } from '#domain/api/api-document.ts'
import type { ExampleTarget } from '#domain/api/api-examples.ts'
import { clinicPicture } from '#domain/clinics/clinic-mark.ts'
import { type ClinicSite, structuredData } from '#domain/clinics/clinic-site.ts'
import type { VideoProvider } from '#domain/content/embedded-video.ts'
import { tierData } from '#domain/marketing/price-data.ts'
import { pageFile } from '#domain/marketing/public-pages.ts'
import { paths } from '#domain/paths.ts'
import type { SlideFrame } from '#domain/presentations/google-slides.ts'
import { accessTexts } from '#domain/texts/access.ts'
import { apiTexts } from '#domain/texts/api.ts'
import { clinicSiteTexts } from '#domain/texts/clinics.ts'
import {
  escapeHtml,
  fillHead,
  htmlPage,
  inClinicColors,
  type PageHead,
  withoutCarefold,
} from './html-page.ts'

/** Pages for visitors, with their text in the HTML (docs/decisions/0076). */
export interface VisitorPages {
  /** Null if it was not built. */
  publicPage(head: PageHead & { path: string }, acceptEncoding: string): Response | null
  /** Rendered once. */
  apiReference(document: ApiDocument, target: ExampleTarget, acceptEncoding: string): Promise<Response>
  /** Rendered once per version. */
  clinicSite(visit: SiteVisit, headers: { acceptEncoding: string; ifNoneMatch: string }): Promise<Response>
  /** HTML of the plans on `/join/plan`, rendered once per version. */
  joinPlans(visit: Pick<SiteVisit, 'site' | 'version' | 'sharesHost'>): Promise<string>
  unknownClinic(slug: string): Promise<Response>
}

export interface SiteVisit {
  site: ClinicSite
  version: string
  origin: string
  isSignedIn: boolean
  /** Clinics share the host, so links name the clinic. */
  sharesHost: boolean
}

/** Exports of web/prerendered/pages.tsx. */
interface Renderer {
  renderClinicSite(site: ClinicSite, visit: { isSignedIn: boolean; sharesHost: boolean }): string
  renderJoinPlans(site: ClinicSite, sharesHost: boolean): string
  renderUnknownClinic(slug: string, home: string): string
  renderApiReference(document: ApiDocument, target: ExampleTarget): string
}

interface Settings {
  productName: string
  operatorName?: string | null
  mainOrigin: string
  videoProviders: readonly VideoProvider[]
  slideFrames: readonly SlideFrame[]
}

interface Page {
  html: string
  small?: Uint8Array<ArrayBuffer>
}

const maxKept = 500

/** @param folder of the built web app */
export function builtVisitorPages(folder: string, settings: Settings): VisitorPages {
  const kept = new Map<string, Page>()
  const keep = (key: string, page: Page) => {
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, page)
    return page
  }
  let loading: Promise<{ frame: string; renderer: Renderer }> | undefined
  // loaded with the first visit, because a starting server needs the database first
  const load = () => {
    loading ??= import(pathToFileURL(join(folder, '../pages/pages.js')).href).then((renderer: Renderer) => ({
      frame: readFileSync(join(folder, 'visitor.html'), 'utf8'),
      renderer,
    }))
    return loading
  }
  const dataOf = (path: string) =>
    path === paths.pricing ? tierData(settings.productName, settings.mainOrigin) : undefined
  const answer = (page: Page, acceptEncoding: string, headers: Record<string, string> = {}) => {
    if (!/\bbr\b/.test(acceptEncoding)) return htmlPage(page.html, settings, headers)
    page.small ??= new Uint8Array(brotliCompressSync(page.html))
    return htmlPage(page.small, settings, { ...headers, 'Content-Encoding': 'br' })
  }
  return {
    publicPage(head, acceptEncoding) {
      // not the year of the build
      const year = String(new Date().getUTCFullYear())
      const key = `${head.path} ${year}`
      let page = kept.get(key)
      if (!page) {
        const file = join(folder, pageFile(head.path))
        if (!existsSync(file)) return null
        page = {
          html: fillHead(
            withOperator(readFileSync(file, 'utf8').replace('%YEAR%', year), settings.operatorName ?? null),
            settings,
            head,
            dataOf(head.path),
          ),
        }
        kept.set(key, page)
      }
      return answer(page, acceptEncoding)
    },

    async apiReference(document, target, acceptEncoding) {
      let page = kept.get(apiReferencePath)
      if (!page) {
        const { frame, renderer } = await load()
        const head = {
          title: apiTexts.title,
          description: apiTexts.lead,
          address: `${settings.mainOrigin}${apiReferencePath}`,
        }
        const html = frame
          .replace('<!--page-->', () => renderer.renderApiReference(document, target))
          .replace('%YEAR%', String(new Date().getUTCFullYear()))
        page = { html: fillHead(html, settings, head) }
        kept.set(apiReferencePath, page)
      }
      return answer(page, acceptEncoding)
    },

    async clinicSite({ site, version, origin, isSignedIn, sharesHost }, { acceptEncoding, ifNoneMatch }) {
      const ETag = `"${version}-${isSignedIn ? 'in' : 'out'}-${sharesHost ? 'shared' : 'own'}"`
      const key = `${site.subdomain} ${ETag}`
      let page = kept.get(key)
      // a new build changes the page too
      if (page && ifNoneMatch === ETag) return new Response(null, { status: 304, headers: { ETag } })
      if (!page) {
        const { frame, renderer } = await load()
        const description = site.tagline ?? clinicSiteTexts.description(site.name)
        const html = fillHead(
          frame.replace('<!--page-->', () => renderer.renderClinicSite(site, { isSignedIn, sharesHost })),
          { productName: site.name },
          {
            ...{ title: '', description, address: `${origin}/` },
            ...sitePicture(site, origin),
          },
          structuredData(site, origin),
        )
        const colored = inClinicColors(html, site)
        page = { html: site.brand?.hidesCarefold ? withoutCarefold(colored, site) : colored }
        keep(key, page)
      }
      return answer(page, acceptEncoding, { ETag })
    },

    async joinPlans({ site, version, sharesHost }) {
      const key = `${site.subdomain} join ${version} ${sharesHost}`
      const page = kept.get(key)
      if (page) return page.html
      const { renderer } = await load()
      return keep(key, { html: renderer.renderJoinPlans(site, sharesHost) }).html
    },

    async unknownClinic(slug) {
      const { frame, renderer } = await load()
      const title = escapeHtml(`${accessTexts.join.clinicMissingTitle} · ${settings.productName}`)
      const html = frame
        .replace('<!--page-->', () => renderer.renderUnknownClinic(slug, settings.mainOrigin))
        .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
      return htmlPage(html, settings, {}, 404)
    },
  }
}

/** The picture of links to a clinic's pages. */
export function sitePicture(
  { logoId, color }: ClinicSite,
  origin: string,
): Pick<PageHead, 'logo' | 'picture'> {
  return logoId ? { logo: `${origin}/files/v1/${logoId}` } : { picture: `${origin}${clinicPicture(color)}` }
}

/** Fills in the part of `web/features/marketing/run-by.tsx`, or removes it. */
function withOperator(html: string, name: string | null): string {
  if (name === null) return html.replace(/<section data-operator="".*?<\/section>/s, '')
  return html.replace('%OPERATOR%', () => escapeHtml(name))
}
