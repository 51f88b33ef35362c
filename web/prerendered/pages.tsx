import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { type ApiDocument, apiReferencePath } from '#domain/api/api-document.ts'
import type { ExampleTarget } from '#domain/api/api-examples.ts'
import type { ClinicSite as Site } from '#domain/clinics/clinic-site.ts'
import { publicPages } from '#domain/marketing/public-pages.ts'
import { paths } from '#domain/paths.ts'
import { IslandMarkup, idPrefixOf } from '#web/components/page/island.tsx'
import { SkipLink } from '#web/components/page/skip-link.tsx'
import { SignUpLink } from '#web/features/clinic-tier/sign-up-link.tsx'
import { PublicBar, VisitorButtons } from '#web/features/shell/visitor-bar.tsx'
import AboutUs from '#web/routes/public/about-us.tsx'
import Contact from '#web/routes/public/contact.tsx'
import HowItWorks from '#web/routes/public/how-it-works.tsx'
import Landing from '#web/routes/public/landing.tsx'
import { PricingPage } from '#web/routes/public/pricing-page.tsx'
import Privacy from '#web/routes/public/privacy.tsx'
import { PublicFrame } from '#web/routes/public/public-frame.tsx'
import Security from '#web/routes/public/security.tsx'
import Terms from '#web/routes/public/terms.tsx'
import WellnessPlans from '#web/routes/public/wellness-plans.tsx'
import { ApiReference } from './api-reference.tsx'
import { ClinicSite, type Visit } from './clinic-site.tsx'
import { JoinPlans } from './join-plans.tsx'
import { UnknownClinic } from './unknown-clinic.tsx'

/*
 * The public pages as HTML, for visitors (docs/decisions/0076). Built for Node; visitor.ts hydrates the interactive
 * parts.
 */

const pages: Record<string, () => ReactNode> = {
  [paths.landing]: () => <Landing />,
  [paths.pricing]: () => <PricingPage isVisitor choose={(plan) => <SignUpLink plan={plan} />} />,
  [paths.howItWorks]: () => <HowItWorks />,
  [paths.wellnessPlans]: () => <WellnessPlans />,
  [paths.aboutUs]: () => <AboutUs />,
  [paths.contact]: () => <Contact />,
  [paths.privacy]: () => <Privacy />,
  [paths.security]: () => <Security />,
  [paths.terms]: () => <Terms />,
}

/** @returns the body of each public page, by its path */
export function renderPublicPages(): Record<string, string> {
  return Object.fromEntries(publicPages.map(({ path }) => [path, renderPublicPage(path)]))
}

/** @throws Error for a public page without a component here */
function renderPublicPage(path: string): string {
  const page = pages[path]
  if (!page) throw new Error(`web/prerendered/pages.tsx has no page for ${path}`)
  return renderFramed(path, page())
}

/** The API reference. */
export function renderApiReference(document: ApiDocument, target: ExampleTarget): string {
  return renderFramed(apiReferencePath, <ApiReference document={document} target={target} />)
}

function renderFramed(path: string, page: ReactNode): string {
  return render(
    path,
    <PublicFrame
      year="%YEAR%"
      bar={
        <PublicBar>
          <VisitorButtons />
        </PublicBar>
      }
    >
      {page}
    </PublicFrame>,
  )
}

export function renderClinicSite(site: Site, visit: Visit): string {
  return render(paths.landing, <ClinicSite site={site} {...visit} />)
}

/** The clinic's plans, beside the app's page. */
export function renderJoinPlans(site: Site, sharesHost: boolean): string {
  return render(paths.joinPlan, <JoinPlans site={site} sharesHost={sharesHost} />)
}

/** The page of a URL whose clinic does not exist. @param home URL of the main site */
export function renderUnknownClinic(slug: string, home: string): string {
  return render(paths.landing, <UnknownClinic slug={slug} home={home} />)
}

function render(path: string, content: ReactNode): string {
  const html = renderToStaticMarkup(
    <IslandMarkup value={islandMarkup}>
      <StaticRouter location={path}>
        <SkipLink />
        {content}
      </StaticRouter>
    </IslandMarkup>,
  )
  // React puts the heading's title first; the server fills in the one of the head
  return html.replace(/^<title>[^<]*<\/title>/, '')
}

function islandMarkup(name: string, island: ReactNode): string {
  return renderToString(island, { identifierPrefix: idPrefixOf(name) })
}
