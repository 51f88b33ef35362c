import { brandSheet } from '#domain/clinics/served-brand.ts'
import { AppError } from '#domain/errors.ts'
import { type PublicPage, publicPageOf, socialPicture } from '#domain/marketing/public-pages.ts'
import { pagePatternOf } from '#domain/page-patterns.ts'
import { paths } from '#domain/paths.ts'
import { malformedClinicName, resolveClinicSlug } from '#domain/tenancy.ts'
import type { AppParts, RequestContext, Router } from '../app-parts.ts'
import { createPageClinics, movedPage } from '../clinic/page-clinics.ts'
import { createClinicSites } from '../features/clinics/clinic-sites.ts'
import { clinicOrigin } from '../platform/config/config.ts'
import { classifyHost } from '../platform/http/caller.ts'
import { crawlerFile } from '../platform/http/crawler-files.ts'
import { hasSession, isForTheApp, visitorPageOf } from '../platform/http/visitor-page.ts'
import type { VisitorPages } from '../platform/http/visitor-pages.ts'
import type { PageClinic } from '../platform/http/web-assets.ts'
import { isProtocolPath } from './protocol-paths.ts'

/** All paths of no other handler. */
export function handlePages(router: Router, { services, web }: AppParts): void {
  const { config } = services
  const clinicOf = createPageClinics(services.transactions, config.appDomain, () => services.clock.now())
  const siteOf = createClinicSites(services.transactions)

  const atHome = (page: PublicPage) => ({
    ...page,
    address: `${config.mainOrigin}${page.path}`,
    picture: `${config.mainOrigin}${socialPicture(page.path)}`,
  })
  const clinicSite = async (
    c: RequestContext,
    url: URL,
    { subdomain }: PageClinic,
    visitors: VisitorPages,
  ) => {
    const found = await siteOf(subdomain)
    if (!found) return visitors.unknownClinic(subdomain)
    const visit = {
      ...found,
      origin: clinicOrigin(config, subdomain),
      isSignedIn: hasSession(c.req.header('cookie') ?? ''),
      sharesHost: classifyHost(url.hostname, config).kind === 'main',
    }
    return visitors.clinicSite(visit, {
      acceptEncoding: c.req.header('accept-encoding') ?? '',
      ifNoneMatch: c.req.header('if-none-match') ?? '',
    })
  }

  /** A link to join a plan that the clinic does not offer. */
  const lacksPrice = async ({ pathname, searchParams }: URL, { subdomain }: PageClinic) => {
    const price = searchParams.get('price')
    if (pathname !== paths.joinPlan || !price) return false
    const found = await siteOf(subdomain).catch(() => null)
    return found !== null && !found.site.plans.some(({ prices }) => prices.some(({ id }) => id === price))
  }

  router.get('*', async (c) => {
    const url = new URL(c.req.url)
    const { pathname } = url
    // an API's path is never a page, even with a doubled slash: a client must not read HTML as success
    if (isProtocolPath(pathname)) throw new AppError('not_found')
    const forCrawlers = crawlerFile(url, config)
    if (forCrawlers) return forCrawlers
    const file = await web.file(pathname, c.req.header('accept-encoding') ?? '')
    if (file) return file
    const sheet = brandSheet(pathname)
    if (sheet)
      return c.body(sheet, 200, {
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
    // a 404, not the app's page, which a browser would load as a script
    if (pathname.startsWith('/assets/')) return c.text('Not found', 404)
    const { visitors } = web
    const malformed = malformedClinicName(url, config.appDomain)
    if (malformed && visitors) return visitors.unknownClinic(malformed)
    const visited = visitorPageOf(url, c.req.header('cookie') ?? '', config.appDomain)
    const built = visited && visitors?.publicPage(atHome(visited), c.req.header('accept-encoding') ?? '')
    if (built) return built
    const found = await clinicOf(url)
    const slug = resolveClinicSlug(url, config.appDomain)
    if (slug && found === null && visitors) return visitors.unknownClinic(slug)
    const clinic = found === 'unanswered' ? null : found
    // not permanent: after 180 days the old address is free for others
    const moved = movedPage(url, clinic, config.appDomain, (subdomain) => clinicOrigin(config, subdomain))
    if (moved) return c.redirect(moved, 302)
    if (clinic && pathname === paths.landing && !isForTheApp(url) && visitors)
      return clinicSite(c, url, clinic, visitors)
    const head = publicPageOf(pathname)
    const isMarketing = head && pathname !== paths.landing
    if (isMarketing && clinic?.brand?.hidesCarefold && classifyHost(url.hostname, config).kind === 'clinic')
      return c.redirect(`${config.mainOrigin}${pathname}${url.search}`, 302)
    const page = await web.page(services.clock.now(), clinic, head && atHome(head))
    if (isKnown(pathname) && !(clinic && (await lacksPrice(url, clinic)))) return page
    // the app shows the page; crawlers and link checkers read the status
    return new Response(page.body, { status: 404, headers: page.headers })
  })
}

/** As the router matches: in any case, with or without a slash at the end. */
function isKnown(pathname: string): boolean {
  return pagePatternOf(pathname.toLowerCase()) !== 'other'
}
