import { useQuery } from '@tanstack/react-query'
import { visitCallTexts } from '#domain/texts/calendar.ts'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { visitReachQuery } from './call-queries.ts'

const texts = visitCallTexts.reach

/** "Reminder by text", in the details of a visit. Nothing if it cannot be loaded. */
export function ReminderWays({ appointmentId }: { appointmentId: string }) {
  const { data, isPending } = useQuery(visitReachQuery(useClinicSlug(), appointmentId))
  if (isPending) return <Skeleton className="h-5 w-40" />
  if (!data) return null
  const [first, second] = data.ways
  return (
    <p className="text-form text-muted">
      {!first ? texts.none : second ? texts.emailAndText : texts.ways[first]}
    </p>
  )
}
