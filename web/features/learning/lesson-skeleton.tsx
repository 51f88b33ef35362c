import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'

export function LessonSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-11 rounded-control" />
      <Skeleton className="mt-6 h-11 rounded-control" />
      <Skeleton className="mt-6 h-96 rounded-card" />
    </Loading>
  )
}
