import { Outlet, ScrollRestoration } from 'react-router'
import { shellTexts } from '#domain/texts/shell.ts'
import { PageTransition } from '../components/page-transition.tsx'
import { SessionProvider } from '../lib/session-provider.tsx'
import { SignedOut } from './signed-out.tsx'

/** Around every page: the session, the skip link, and the page transition. */
export function Root() {
  return (
    <SessionProvider>
      <a
        href="#content"
        className="button button-primary sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:px-5"
      >
        {shellTexts.skipToContent}
      </a>
      <PageTransition />
      <Outlet />
      <ScrollRestoration />
      <SignedOut />
    </SessionProvider>
  )
}
