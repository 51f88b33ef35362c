import type { ReactNode } from 'react'
import { paths } from '#domain/paths.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { ShellPlaceholder } from '#web/components/page/shell-placeholder.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { mainUrl } from '#web/lib/clinic/clinic-address.ts'
import { useClinicColor } from '#web/lib/clinic/clinic-color.ts'
import { type Clinic, useClinicFace, useClinicLookup } from '#web/lib/clinic/current-clinic.ts'

export function ClinicGate({ children }: { children(clinic: Clinic): ReactNode }) {
  const lookup = useClinicLookup()
  useClinicColor(useClinicFace())
  const toHomepage = (
    <Button asChild>
      <a href={mainUrl(paths.landing)}>{shellTexts.goToHomepage}</a>
    </Button>
  )
  switch (lookup.status) {
    case 'success':
      return children(lookup.clinic)
    case 'error':
      return (
        <main id="content" className="mx-auto max-w-180 px-4 py-16">
          <ErrorState title={shellTexts.clinicFailedTitle} onRetry={lookup.retry} action={toHomepage}>
            {lookup.message}. {shellTexts.clinicFailedAdvice}
          </ErrorState>
        </main>
      )
    case 'not_found':
      return (
        <main id="content" className="mx-auto max-w-180 px-4 py-16">
          <ErrorState title={shellTexts.clinicNotFoundTitle} action={toHomepage}>
            {lookup.message} {shellTexts.clinicNotFoundAdvice}
          </ErrorState>
        </main>
      )
    default:
      return <ShellPlaceholder />
  }
}
