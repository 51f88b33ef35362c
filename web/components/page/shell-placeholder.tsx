import { shellTexts } from '#domain/texts/shell.ts'
import { useClinicFace, useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { CurrentClinicMark } from '../clinic/current-clinic-mark.tsx'
import { LogoMark } from '../clinic/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Shown until the session is known: the clinic's mark if there is a clinic, never Carefold's first. */
export function ShellPlaceholder() {
  const face = useClinicFace()
  const isMainSite = useClinicSlug() === null
  return (
    <div role="status" aria-busy="true" className="mx-auto max-w-[45rem] px-4 py-6 sm:px-6">
      <div className="flex items-center gap-3">
        {face && <CurrentClinicMark className="size-8" />}
        {isMainSite && <LogoMark className="opacity-60" />}
        <p className="text-form text-muted">{shellTexts.loadingExperience}</p>
      </div>
      <Skeleton className="mt-12 h-9 w-3/5" />
      <Skeleton className="mt-3 h-5 w-2/5" />
      <Skeleton className="mt-8 h-40 rounded-card" />
      <Skeleton className="mt-4 h-24 rounded-card" />
    </div>
  )
}
