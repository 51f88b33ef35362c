import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, it, vi } from 'vitest'
import type { TierFeature } from '#domain/clinic-tier/tier-features.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { SessionContext, type SessionState } from '#web/lib/session/session-context.ts'
import { ProgramCards } from './program-cards.tsx'
import { type Program, programsQuery } from './queries.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/clinic/content?c=harbor'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const program: Program = {
  ...{ id: 'p1', version: 1, title: 'Better sleep', description: '', category: 'Wellness', emoji: '😴' },
  ...{
    start: 'rolling',
    startsOn: null,
    intervalDays: 7,
    isUncheckedExample: false,
    plans: [],
    sessions: [],
  },
} as unknown as Program

function shown(lacking: TierFeature[]): string {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  queryClient.setQueryData(programsQuery('harbor').queryKey, [program])
  queryClient.setQueryData(clinicKey('harbor', 'lacking-features'), lacking)
  const membership = {
    ...{ role: 'admin', status: 'active', is_read_only: false, permission_sets: [], clinic_id: 'harbor' },
    clinic: { id: 'harbor', name: 'Harbor', subdomain: 'harbor' },
  }
  const state = { session: {}, isFullyLoaded: true, memberships: [membership] } as unknown as SessionState
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={state}>
        <MemoryRouter>
          <ProgramCards
            clinic={{ id: 'harbor', subdomain: 'harbor' } as Clinic}
            newPath="/clinic/programs/new"
            pathOf={(id) => `/clinic/programs/${id}`}
            savedId={null}
            onAssign={() => {}}
          />
        </MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  )
  queryClient.clear()
  return markup
}

// spec: B9 A control that the tier lacks names the plans that have it
it('offers no new program if the tier lacks it, names the plans that include it, and lists existing ones', () => {
  const markup = shown(['advanced_education'])
  expect(markup).toContain('part of the Professional and Enterprise plans')
  expect(markup).not.toContain('/clinic/programs/new')
  expect(markup).toContain('Assign')
  expect(markup).toContain('href="/clinic/programs/p1')
})

it('offers a new program if the tier includes it', () => {
  const markup = shown(['white_labeling'])
  expect(markup).toContain('/clinic/programs/new')
  expect(markup).not.toContain('part of the')
})
