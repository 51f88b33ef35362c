import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterAll, expect, it, vi } from 'vitest'
import { SessionContext, type SessionState } from '#web/lib/session/session-context.ts'
import { HomeLanding } from '../home-landing.tsx'
import Unauthorized from './unauthorized.tsx'

// before the imports: some modules read the page's address
const location = vi.hoisted(() => {
  const address = new URL('http://localhost/unauthorized?c=lane')
  vi.stubGlobal('location', address)
  vi.stubGlobal('document', { cookie: '' })
  return address
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const membership = (role: string, subdomain: string | null, year: number) => ({
  ...{
    role,
    status: 'active',
    is_read_only: false,
    clinic_id: `clinic-${year}`,
    created_at: `${year}-01-01`,
  },
  clinic: { id: `clinic-${year}`, name: 'Clinic', subdomain },
})

function render(page: ReactNode, memberships: ReturnType<typeof membership>[]): string {
  const state = { session: {}, isFullyLoaded: true, memberships } as unknown as SessionState
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <SessionContext value={state}>
        <MemoryRouter>{page}</MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  )
}

function dashboardOf(...memberships: ReturnType<typeof membership>[]): string | undefined {
  const link = /<a [^>]*href="([^"]*)"[^>]*>Go to Dashboard</.exec(render(<Unauthorized />, memberships))
  return link?.[1]
}

// spec: B2.3 Go to Dashboard leads an admin to the clinic of their first admin membership
it('Access Denied leads an admin to the clinic of their first active admin membership', () => {
  location.href = 'http://localhost/unauthorized?c=lane'
  expect(dashboardOf(membership('admin', 'lane', 2026), membership('admin', 'harbor', 2024))).toBe(
    'http://localhost/clinic?c=harbor',
  )
  expect(dashboardOf(membership('admin', null, 2024))).toBe('http://localhost/clinic?c=lane')
  expect(dashboardOf(membership('staff', 'harbor', 2024))).toBe('/dashboard?c=lane')
  expect(dashboardOf()).toBe('/dashboard?c=lane')
})

// spec: A2 The redirect after sign-in does nothing on /home with c
it('/home leads the team to the clinic’s area, unless the address names a clinic', () => {
  const home = (
    <Routes>
      <Route element={<HomeLanding />}>
        <Route path="*" element={<h1>Home</h1>} />
      </Route>
    </Routes>
  )
  location.href = 'http://localhost/home?c=lane'
  expect(render(home, [membership('admin', 'harbor', 2024)])).toContain('<h1>Home</h1>')
  location.href = 'http://localhost/home'
  expect(render(home, [membership('admin', 'harbor', 2024)])).not.toContain('<h1>Home</h1>')
  expect(render(home, [])).toContain('<h1>Home</h1>')
})
