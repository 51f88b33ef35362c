import { lazy, Suspense } from 'react'
import { useWasOpen } from '#web/components/ui/layers/late-layer.tsx'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const Late = lazy(async () => {
  const part = await loadPart(() => import('#web/features/access/unconfirmed/confirm-email-notice.tsx'))
  return { default: part.ConfirmEmailNotice }
})

/** Loads the notice only for a user with an unconfirmed address; it stays, to welcome the user once confirmed. */
export function ConfirmEmailNotice() {
  const { user } = useSession()
  const isNeeded = useWasOpen(Boolean(user?.email && !user.email_confirmed_at))
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <Late />
      </Suspense>
    )
  )
}
