import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, it, vi } from 'vitest'
import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { SessionContext, type SessionState } from '#web/lib/session-context.ts'
import { SubscribeButton } from './subscribe-button.tsx'

// before the imports: some modules read the page's address
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

function offers(subscriptionTier: string, clinics: string[]): string[] {
  const state = {
    ...{ session: {}, isFullyLoaded: true, subscriptionTier, memberships: clinics.map(adminOf) },
  } as unknown as SessionState
  return productPlans.map((plan) =>
    renderToStaticMarkup(
      <SessionContext value={state}>
        <MemoryRouter>
          <SubscribeButton plan={plan} />
        </MemoryRouter>
      </SessionContext>,
    ).replaceAll(/<[^>]*>/g, ''),
  )
}

// spec: B2.1 The plan that the clinic has is not offered
it('the plan that the clinic has is not offered again', () => {
  expect(offers('professional', ['harbor'])).toEqual(['Subscribe', 'Current plan', 'Subscribe'])
  expect(offers('free', ['harbor'])).toEqual(['Subscribe', 'Subscribe', 'Subscribe'])
})

it('for an admin of several clinics every plan is offered: each clinic has its plan', () => {
  expect(offers('professional', ['harbor', 'lane'])).toEqual(['Subscribe', 'Subscribe', 'Subscribe'])
})
