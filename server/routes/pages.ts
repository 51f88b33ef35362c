import { brandSheet } from '#domain/clinics/served-brand.ts'
import { AppError } from '#domain/errors.ts'
import { type PublicPage, publicPageOf, socialPicture } from '#domain/marketing/public-pages.ts'
import { pagePatternOf } from '#domain/page-patterns.ts'
import { paths } from '#domain/paths.ts'
import { malformedClinicName, resolveClinicSlug } from '#domain/tenancy.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { clinicSiteTexts } from '#domain/texts/clinics.ts'
import type { AppParts, RequestContext, Router } from '../app-parts.ts'
import { createPageClinics, movedPage } from '../clinic/page-clinics.ts'
import { createClinicSites } from '../features/clinics/clinic-sites.ts'
import { clinicOrigin } from '../platform/config/config.ts'
import { classifyHost } from '../platform/http/caller.ts'
import { crawlerFile } from '../platform/http/crawler-files.ts'
import { hasSession, isForTheApp, visitorPageOf } from '../platform/http/visitor-page.ts'
import { sitePicture, type VisitorPages } from '../platform/http/visitor-pages.ts'
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

  /** `/join/plan` with the clinic's plans in the HTML; null if the database is unavailable. */
  const joinPage = async (c: RequestContext, url: URL, clinic: PageClinic) => {
    const found = await siteOf(clinic.subdomain).catch(() => null)
    if (!found) return null
    const { site } = found
    const price = url.searchParams.get('price')
    const origin = clinicOrigin(config, clinic.subdomain)
    const head = {
      title: checkoutTexts.title(site.name),
      siteName: site.name,
      description: site.tagline ?? clinicSiteTexts.description(site.name),
      address: `${origin}${paths.joinPlan}`,
      ...sitePicture(site, origin),
    }
    const sharesHost = classifyHost(url.hostname, config).kind === 'main'
    const part = web.visitors && {
      html: await web.visitors.joinPlans({ ...found, sharesHost }),
      isOnlyScriptless: price !== null || isForTheApp(url) || hasSession(c.req.header('cookie') ?? ''),
    }
    const page = await web.page(services.clock.now(), clinic, head, part)
    const isOffered = site.plans.some(({ prices }) => prices.some(({ id }) => id === price))
    return price === null || isOffered ? page : withStatus404(page)
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
    const joining = clinic && pathname === paths.joinPlan && (await joinPage(c, url, clinic))
    if (joining) return joining
    const route = hasSession(c.req.header('cookie') ?? '') ? pathname : null
    const page = await web.page(services.clock.now(), clinic, head && atHome(head), undefined, route)
    return isKnown(pathname) ? page : withStatus404(page)
  })
}

/** The app shows the page; crawlers and link checkers read the status. */
function withStatus404(page: Response): Response {
  return new Response(page.body, { status: 404, headers: page.headers })
}

/** As the router matches: in any case, with or without a slash at the end. */
function isKnown(pathname: string): boolean {
  return pagePatternOf(pathname.toLowerCase()) !== 'other'
}
