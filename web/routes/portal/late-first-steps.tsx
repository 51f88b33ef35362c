import { type ComponentProps, lazy, Suspense } from 'react'
import { Waiting } from '#web/components/ui/skeleton.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'

const Late = lazy(() => loadPart(() => import('./first-steps.tsx')))

const shownForMs = 30 * 86_400_000

/** Loads the steps only for a patient's first 30 days. */
export function FirstSteps({ joinedAt, ...steps }: ComponentProps<typeof Late> & { joinedAt: string }) {
  const isNew = serverNow().getTime() - Date.parse(joinedAt) < shownForMs
  return (
    isNew && (
      <Suspense fallback={<Waiting />}>
        <Late {...steps} />
      </Suspense>
    )
  )
}
