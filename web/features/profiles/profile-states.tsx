import { profileTexts } from '#domain/texts/profiles.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'

/** Replaces a form whose record could not be read (docs/specification.md B8). */
export function ProfileFailed({ onRetry }: { onRetry(): void }) {
  return (
    <ErrorState title={profileTexts.loadFailed} onRetry={onRetry}>
      {profileTexts.loadFailedDetail}
    </ErrorState>
  )
}

export function ProfileSkeleton() {
  return (
    <Loading label={profileTexts.loading}>
      <Skeleton className="h-17" />
      <Skeleton className="mt-5 h-17" />
      <Skeleton className="mt-5 h-17" />
    </Loading>
  )
}
