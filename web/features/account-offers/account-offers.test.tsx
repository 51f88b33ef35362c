import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { SessionContext, type SessionState } from '#web/lib/session/session-context.ts'
import { OwnAccountOffer } from './own-account-offer.tsx'
import { PersonAccount } from './person-account.tsx'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/home?c=harbor'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const clinic = { id: 'h', name: 'Harbor', subdomain: 'harbor', time_zone: 'America/Vancouver' } as Clinic

function shown(page: ReactNode, read: [key: string[], data: unknown] | null): string {
  const queryClient = new QueryClient()
  if (read) queryClient.setQueryData(clinicKey('harbor', ...read[0]), read[1])
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={{ session: {}, memberships: [] } as unknown as SessionState}>
        <MemoryRouter>{page}</MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  )
}

describe('on the page of a person', () => {
  const card = <PersonAccount patientId="p" name="Nora Hale" clinic={clinic} mergePath="/merge" />

  it('an admin can offer the record, or sees the open offer and can withdraw it', () => {
    const none = shown(card, [['account-offer', 'p'], { offer: null }])
    expect(none).toContain('Connect to another account')
    expect(none).not.toContain('Withdraw')
    const offer = { email: 'new@example.test', expiresAt: '2026-12-01T10:00:00Z' }
    const open = shown(card, [['account-offer', 'p'], { offer }])
    expect(open).toContain('Offered to new@example.test, open until')
    expect(open).toContain('Withdraw')
    expect(open).not.toContain('Connect to another account')
  })
})

describe('in the portal of a user without a membership', () => {
  const page = (
    <OwnAccountOffer clinic={clinic} userId="u" pending={<p>Loading</p>}>
      <p>Not a patient here</p>
    </OwnAccountOffer>
  )

  it('an offer replaces the page for strangers, which is shown without one', () => {
    const offered = shown(page, [['own-account-offer', 'u'], { offerId: 'o' }])
    expect(offered).toContain('Harbor offers you your record')
    expect(offered).toContain('Accept and open my record')
    expect(offered).not.toContain('Not a patient here')
    expect(shown(page, [['own-account-offer', 'u'], { offerId: null }])).toBe('<p>Not a patient here</p>')
    expect(shown(page, null)).toBe('<p>Loading</p>')
  })
})
