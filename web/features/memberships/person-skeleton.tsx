import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'

/** A person's facts, tabs and first cards while they load. */
export function PersonSkeleton() {
  return (
    <Loading>
      <Skeleton className="mt-2 h-18 w-full" />
      <div className="mt-6 grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-120 rounded-card" />
        <Skeleton className="h-120 rounded-card" />
      </div>
    </Loading>
  )
}
