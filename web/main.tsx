import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { ConnectionBar } from './components/connection-bar.tsx'
import { Toaster } from './components/ui/toaster.tsx'
import { applyPageColor } from './lib/clinic-color.ts'
import { queryClient } from './lib/query-client.ts'
import { applyTheme } from './lib/theme.ts'
import { router } from './router.tsx'

applyTheme()
applyPageColor()

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
