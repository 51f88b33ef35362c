import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { apiReferencePath } from '#domain/api/api-document.ts'
import { paths } from '#domain/paths.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { LogoMark } from '#web/components/clinic/logo.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import { config } from '#web/lib/page/config.ts'

const texts = marketingTexts.footer

const links = [
  [paths.howItWorks, texts.howItWorks],
  [paths.pricing, texts.pricing],
  [paths.wellnessPlans, texts.wellnessPlans],
  [paths.aboutUs, texts.aboutUs],
  [paths.contact, texts.contact],
  [paths.privacy, texts.privacy],
  [paths.security, texts.security],
  [paths.terms, texts.terms],
  [paths.join, texts.patients],
  [paths.login, texts.logIn],
] as const

export function PublicFrame({
  bar,
  year = String(serverNow().getUTCFullYear()),
  children,
}: {
  bar: ReactNode
  year?: string
  children: ReactNode
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      {bar}
      <main id="content" className="flex-1">
        {children}
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-300 flex-wrap items-center gap-x-6 gap-y-3 px-4 py-8 text-form text-muted sm:px-6">
          <LogoMark className="size-6" />
          <p>{texts.rights(year, config.productName)}</p>
          <nav aria-label={texts.label} className="ml-auto flex flex-wrap gap-x-6 gap-y-2">
            {links.map(([path, label]) => (
              <Link key={path} to={path} className="rounded-sm hover:text-ink hover:underline">
                {label}
              </Link>
            ))}
            {/* the server renders it, not the app */}
            <a href={apiReferencePath} className="rounded-sm hover:text-ink hover:underline">
              {texts.api}
            </a>
          </nav>
        </div>
      </footer>
    </div>
  )
}
