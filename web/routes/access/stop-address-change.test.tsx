import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, describe, expect, it, vi } from 'vitest'
import StopAddressChange from './stop-address-change.tsx'

// before the imports: some modules read the page's address
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/auth/stop-change'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

describe('the page behind the link to the old address', () => {
  const open = (path: string) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[path]}>
          <StopAddressChange />
        </MemoryRouter>
      </QueryClientProvider>,
    )

  it('asks for a press of its button', () => {
    const page = open(`/auth/stop-change?token=${'ab'.repeat(24)}`)
    expect(page).toContain('Stop the change of your address')
    expect(page).toMatch(/<button[^>]*>.*Stop the change/)
  })

  it('says that a link is not complete', () => {
    const page = open('/auth/stop-change?token=ab')
    expect(page).toContain('This link is not complete')
    expect(page).not.toContain('<button')
  })
})
