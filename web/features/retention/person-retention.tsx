import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { retentionTexts } from '#domain/texts/retention.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { RetentionList } from '#web/components/retention-list.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = retentionTexts.person

const holdQuery = (slug: string, patientId: string) =>
  queryOptions({
    queryKey: clinicKey(slug, 'legal-hold', patientId),
    queryFn: () => callFunction('legal-hold', { patientId }),
  })

/** For admins: deletion dates of a departed patient's data, and the legal hold. */
export function PersonRetention({
  patientId,
  name,
  endedAt,
  clinic,
}: {
  patientId: string
  name: string
  /** ISO instant; null while the patient belongs to the clinic */
  endedAt: string | null
  clinic: Clinic
}) {
  const queryClient = useQueryClient()
  const query = holdQuery(clinic.subdomain, patientId)
  const held = useQuery(query)
  const change = useMutation({
    mutationFn: (hold: boolean) => callFunction('legal-hold', { patientId, hold }),
    onSuccess: (answer) => {
      queryClient.setQueryData(query.queryKey, answer)
      toast.success(answer.heldSince ? texts.placed : texts.released)
    },
    onError: (error) => toast.error(texts.failed, describeRefusal(error)),
  })
  return (
    <SectionCard
      title={texts.title}
      note={
        held.data &&
        (held.data.heldSince ? (
          <>
            {texts.heldSince} <DateText value={held.data.heldSince} timeZone={clinic.time_zone} />
            {'. '}
            {texts.held(name)}
          </>
        ) : (
          texts.free
        ))
      }
      actions={
        held.data &&
        (held.data.heldSince ? (
          <AskFirst
            size="small"
            key="release"
            label={texts.release.action}
            ask={{ ...texts.release, title: texts.release.title(name) }}
            isBusy={change.isPending}
            onAction={(close) => change.mutate(false, { onSettled: close })}
          />
        ) : (
          <AskFirst
            size="small"
            key="place"
            label={texts.place.action}
            ask={{ ...texts.place, title: texts.place.title(name) }}
            isBusy={change.isPending}
            onAction={(close) => change.mutate(true, { onSettled: close })}
          />
        ))
      }
    >
      {held.isPending ? (
        <Skeleton className="h-12" />
      ) : held.isError && !held.data ? (
        <ErrorState title={texts.loadFailed} onRetry={() => void held.refetch()} />
      ) : (
        endedAt && <RetentionList timeZone={clinic.time_zone} leftAt={endedAt} paidUntil={[]} />
      )}
    </SectionCard>
  )
}
