import { portalTexts } from '#domain/texts/portal.ts'
import { ErrorState } from '#web/components/error-state.tsx'

/** Replaces a guarded page if the memberships could not be read: the reader may belong here. */
export default function MembershipsFailed({ onRetry }: { onRetry(): void }) {
  return (
    <main id="content" className="mx-auto max-w-180 px-4 py-16">
      <ErrorState title={portalTexts.standing.failedTitle} onRetry={onRetry} />
    </main>
  )
}
