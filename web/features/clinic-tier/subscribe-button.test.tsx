import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, it, vi } from 'vitest'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { SessionContext, type SessionState } from '#web/lib/session/session-context.ts'
import { SubscribeButton } from './subscribe-button.tsx'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/pricing'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const adminOf = (subdomain: string) => ({
  ...{ role: 'admin', status: 'active', is_read_only: false, clinic_id: subdomain, created_at: '' },
  clinic: { id: subdomain, name: subdomain, subdomain },
})

function buttons(state: Partial<SessionState>): string[] {
  return productPlans.map((plan) =>
    renderToStaticMarkup(
      <SessionContext value={{ isFullyLoaded: true, memberships: [], ...state } as SessionState}>
        <MemoryRouter>
          <SubscribeButton plan={plan} />
        </MemoryRouter>
      </SessionContext>,
    ),
  )
}

function offers(subscriptionTier: string, clinics: string[]): string[] {
  const state = { session: {}, subscriptionTier, memberships: clinics.map(adminOf) }
  return buttons(state as Partial<SessionState>).map((html) => html.replaceAll(/<[^>]*>/g, ''))
}

// spec: B2.1 Visitors see Sign Up to /sign-up, which remembers the plan
it('leads a visitor to sign-up, and then back to the chosen plan', () => {
  const shown = buttons({ session: null })
  for (const [at, id] of ['starter', 'professional', 'enterprise'].entries()) {
    expect(shown[at]).toMatch(/>Sign Up<\/a>$/)
    expect(shown[at]).toContain('href="/sign-up"')
    expect(shown[at]).toContain(`data-after-login="/pricing?plan=${id}"`)
  }
})

// spec: B2.1 The plan that the clinic has is not offered
it('does not offer the clinic’s current plan again', () => {
  expect(offers('professional', ['harbor'])).toEqual(['Subscribe', 'Current plan', 'Subscribe'])
  expect(offers('free', ['harbor'])).toEqual(['Subscribe', 'Subscribe', 'Subscribe'])
})

it('offers every plan to an admin of several clinics', () => {
  expect(offers('professional', ['harbor', 'lane'])).toEqual(['Subscribe', 'Subscribe', 'Subscribe'])
})
