import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { ConnectionBar } from './components/page/connection-bar.tsx'
import { Toaster } from './components/ui/toaster.tsx'
import { currentClinicSlug } from './lib/clinic/clinic-address.ts'
import { applyPageColor } from './lib/clinic/clinic-color.ts'
import { clinicQuery } from './lib/clinic/clinic-query.ts'
import { queryClient } from './lib/fetch/query-client.ts'
import { storeDraftsOnReload } from './lib/offline/drafts.ts'
import { afterPage } from './lib/page/after-page.ts'
import { loadPart } from './lib/page/page-chunks.ts'
import { applyTheme } from './lib/page/theme.ts'
import { followTranslation } from './lib/page/translated-text.ts'
import { sessionKeeper } from './lib/session/session-keeper.ts'
import { router } from './router.tsx'

applyTheme()
applyPageColor()
followTranslation()
storeDraftsOnReload(() => sessionKeeper.current().session?.user.id)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ConnectionBar />
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
)

// a press on a link shows its page at once
afterPage(queryClient, () => void startPrefetching().catch(() => undefined), 1_000)

async function startPrefetching(): Promise<void> {
  const { prefetchPages } = await loadPart(() => import('./lib/page/prefetch-pages.ts'), null)
  prefetchPages(router.routes, () => {
    const isSignedIn = sessionKeeper.current().session !== null
    return (isSignedIn && queryClient.getQueryData(clinicQuery(currentClinicSlug()).queryKey)) || null
  })
}
