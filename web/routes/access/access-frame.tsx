import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { cookiesBlocked } from '#domain/texts/failures.ts'
import { CurrentClinicMark } from '#web/components/clinic/current-clinic-mark.tsx'
import { Logo } from '#web/components/clinic/logo.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { useClinicColor } from '#web/lib/clinic/clinic-color.ts'
import { useClinicFace, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'
import { config } from '#web/lib/page/config.ts'
import { canStoreSession } from '#web/lib/page/site-storage.ts'

export function AccessFrame({ children }: { children: ReactNode }) {
  const clinic = useClinicFace()
  const { status } = useClinicLookup()
  useClinicColor(clinic)
  const [canStore] = useState(canStoreSession)
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 pt-8 pb-12 sm:pt-14">
      <header className="mb-7 flex min-h-10 items-center">
        {clinic ? (
          <span className="flex items-center gap-3">
            <CurrentClinicMark />
            <span className="font-display text-h3 font-semibold text-balance">{clinic.name}</span>
          </span>
        ) : status === 'loading' ? null : (
          <Link to={paths.landing} className="rounded-sm">
            <Logo name={config.productName} />
          </Link>
        )}
      </header>
      <main id="content" className="flex w-full flex-col items-center">
        {!canStore && (
          <Notice tone="danger" className="mb-6 w-full max-w-110">
            {cookiesBlocked}
          </Notice>
        )}
        {children}
      </main>
    </div>
  )
}
