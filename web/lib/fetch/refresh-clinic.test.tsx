import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { clinicKey } from './query-client.ts'
import { useRefreshClinic } from './refresh-clinic.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/settings/team?c=sunrise'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

function refreshOf(client: QueryClient): () => Promise<void> {
  let refresh = async () => {}
  function Page() {
    refresh = useRefreshClinic()
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return refresh
}

test('a list whose first read began before the change shows the change', async () => {
  const client = new QueryClient()
  const reads = [Promise.withResolvers<string[]>(), Promise.withResolvers<string[]>()]
  let sent = 0
  const list = new QueryObserver(client, {
    queryKey: clinicKey('sunrise', 'team'),
    queryFn: () => reads[sent++]?.promise ?? [],
  })
  const close = list.subscribe(() => undefined)
  const refreshed = refreshOf(client)()
  reads[0]?.resolve(['owner'])
  reads[1]?.resolve(['owner', 'invited'])
  await refreshed
  expect(list.getCurrentResult().data).toEqual(['owner', 'invited'])
  close()
})
