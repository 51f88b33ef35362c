import { portalTexts } from '#domain/texts/portal.ts'
import { ErrorState } from '#web/components/error-state.tsx'

/** In place of a guarded page whose reader's memberships could not be read: they may well belong here. */
export default function MembershipsFailed({ onRetry }: { onRetry(): void }) {
  return (
    <main id="content" className="mx-auto max-w-180 px-4 py-16">
      <ErrorState title={portalTexts.standing.failedTitle} onRetry={onRetry} />
    </main>
  )
}
