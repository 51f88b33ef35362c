import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, it, vi } from 'vitest'
import type { TierFeature } from '#domain/clinic-tier/tier-features.ts'
import { SessionContext, type SessionState } from '#web/lib/session/session-context.ts'
import { TierNotice } from './tier-notice.tsx'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/clinic/content?c=harbor'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

function shown(feature: TierFeature, role: 'admin' | 'staff', sets: string[] = []): string {
  const membership = {
    ...{ role, status: 'active', is_read_only: false, permission_sets: sets, clinic_id: 'harbor' },
    clinic: { id: 'harbor', name: 'Harbor', subdomain: 'harbor' },
  }
  const state = { session: {}, isFullyLoaded: true, memberships: [membership] } as unknown as SessionState
  return renderToStaticMarkup(
    <SessionContext value={state}>
      <MemoryRouter>
        <TierNotice feature={feature} />
      </MemoryRouter>
    </SessionContext>,
  )
}

// spec: B9 A control that the tier lacks names the plans that have it
it('names the plans that include the feature, and links admins to them', () => {
  const notice = shown('advanced_education', 'admin')
  expect(notice).toContain(
    'New presentations and health programs are part of the Professional and Enterprise plans.',
  )
  expect(notice).toMatch(/<a [^>]*href="[^"]*\/settings\/plan[^"]*"[^>]*>See the plans<\/a>/)
})

it('links staff with the billing permission too, and names an admin to others', () => {
  expect(shown('text_messages', 'staff', ['billing'])).toContain('See the plans')
  const notice = shown('text_messages', 'staff')
  expect(notice).not.toContain('<a ')
  expect(notice).toContain('An admin of your clinic can change the plan.')
})
