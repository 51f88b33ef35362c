import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Logo } from '#web/components/clinic/logo.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = shellTexts.topBar

/** The bar of the public pages. @param children at its end: user menu or sign-in */
export function PublicBar({ children }: { children: ReactNode }) {
  return (
    <header className="border-b border-line bg-paper">
      <nav
        aria-label={shellTexts.navigation.label}
        className="mx-auto flex min-h-18 max-w-300 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:gap-x-6 sm:px-6"
      >
        <Link to={paths.landing} className="flex rounded-sm">
          {/* below 375 px only the mark fits beside the links */}
          <Logo
            name={config.productName}
            className="max-sm:gap-2 max-sm:[&_span]:text-lead max-[374px]:[&_span]:sr-only"
          />
        </Link>
        <Link to={paths.pricing} className="rounded-sm font-semibold text-muted hover:text-ink sm:ml-2">
          {texts.pricing}
        </Link>
        <div className="ml-auto flex items-center gap-1 max-sm:[&_.button]:px-3 sm:gap-2">{children}</div>
      </nav>
    </header>
  )
}

export function VisitorButtons() {
  return (
    <>
      <Button asChild variant="quiet">
        <Link to={paths.login}>{texts.logIn}</Link>
      </Button>
      <Button asChild>
        <Link to={paths.signUp}>{texts.signUp}</Link>
      </Button>
    </>
  )
}
