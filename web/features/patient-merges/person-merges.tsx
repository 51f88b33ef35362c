import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SectionCard } from '#web/components/page/section-card.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { personMergesQuery } from './queries.ts'

const texts = patientMergeTexts.person

export function PersonMerges({
  patientId,
  name,
  clinic,
  mergePath,
}: {
  patientId: string
  name: string
  clinic: Clinic
  mergePath: string
}) {
  const queryClient = useQueryClient()
  const merges = useQuery(personMergesQuery(clinic.subdomain, patientId))
  const part = useMutation({
    mutationFn: (mergeId: string) => callFunction('part-patients', { mergeId }),
    onSuccess: async () => {
      toast.success(texts.parted)
      // all data of both records has changed
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
    onError: (error) => toast.error(texts.partFailed, describeRefusal(error)),
  })
  return (
    <SectionCard
      title={texts.title}
      note={texts.lead(name)}
      actions={
        <Button asChild variant="outline" size="small">
          <Link to={withClinic(mergePath)}>{texts.merge}</Link>
        </Button>
      }
    >
      {merges.isError ? (
        <ErrorState title={texts.failed} onRetry={() => void merges.refetch()} />
      ) : merges.data && merges.data.merges.length > 0 ? (
        <ul className="divide-y divide-line">
          {merges.data.merges.map((merge) => (
            <li key={merge.id} className="flex flex-wrap items-center justify-between gap-3 py-3 last:pb-0">
              <p className="min-w-0 break-words">
                {texts.merged(merge.name)} <DateText value={merge.mergedAt} timeZone={clinic.time_zone} />
                {merge.waitingVisits > 0 && (
                  <span className="block text-form text-warning">{texts.waiting(merge.waitingVisits)}</span>
                )}
              </p>
              <AskFirst
                label={texts.part}
                accessibleLabel={texts.partOf(merge.name)}
                ask={{ ...texts.ask, title: texts.ask.title(merge.name) }}
                isBusy={part.isPending}
                onAction={(close) => part.mutate(merge.id, { onSettled: close })}
              />
            </li>
          ))}
        </ul>
      ) : null}
    </SectionCard>
  )
}
