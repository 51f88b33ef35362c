import type { User } from '@supabase/auth-js'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { OwnAddressChange } from '#domain/account/address-change.ts'
import { LostMailbox } from './lost-mailbox.tsx'
import { ownAddressChangeQuery } from './lost-mailbox-queries.ts'

// before the imports: some modules read the page's address
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/profile'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const user = { id: 'u1', email: 'old@example.test' } as User

function render(own: OwnAddressChange): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(ownAddressChangeQuery(null, user.id).queryKey, own)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <LostMailbox user={user} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

describe('the change of an address without the old mailbox', () => {
  it('is offered by a link', () => {
    expect(render({ pending: null, obstacle: null })).toContain('I can no longer read emails at this address')
  })

  it('shows its date, the code of the new mailbox, and the way to cancel it', () => {
    const pending = { newEmail: 'new@example.test', effectiveAt: '2026-03-10T12:00:00Z', isProven: false }
    const unproven = render({ pending, obstacle: null })
    expect(unproven).toContain('Your address changes to new@example.test')
    expect(unproven).toContain('Mar 10, 2026 at the earliest')
    expect(unproven).toContain('Code from the new mailbox')
    expect(unproven).toContain('Cancel the change')
    const proven = render({ pending: { ...pending, isProven: true }, obstacle: null })
    expect(proven).toContain('It takes effect on Mar 10, 2026, unless it is stopped')
    expect(proven).not.toContain('Code from the new mailbox')
  })
})
