import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { ConnectionBar } from './components/connection-bar.tsx'
import { Toaster } from './components/ui/toaster.tsx'
import { sessionHere } from './lib/auth.ts'
import { applyPageColor } from './lib/clinic-color.ts'
import { keepDraftsOverReload } from './lib/drafts.ts'
import { queryClient } from './lib/query-client.ts'
import { sessionKeeper } from './lib/session-keeper.ts'
import { applyTheme } from './lib/theme.ts'
import { router } from './router.tsx'
import { startFirstReads } from './routes/first-reads.ts'

applyTheme()
applyPageColor()
keepDraftsOverReload(() => sessionKeeper.current().session?.user.id)

// before anything is drawn, so that the first questions are asked as who is signed in, and together
const found = sessionHere()
if (found.state === 'fresh') {
  sessionKeeper.accept(found.session)
  startFirstReads(queryClient, found.session)
}

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
