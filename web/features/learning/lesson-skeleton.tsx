import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'

export function LessonSkeleton() {
  return (
    <Loading>
      <Skeleton className="h-11 rounded-control" />
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="h-64 rounded-card" />
      </div>
    </Loading>
  )
}
