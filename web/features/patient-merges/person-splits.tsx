import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PatientSplit } from '#domain/patient-merges/splits.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { AskFirst } from '#web/components/ask-first.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { describeRefusal } from '#web/lib/refusals.ts'

const texts = patientMergeTexts.split

/** What has moved between a record and others, each with the way back: items of a list. */
export function PersonSplits({ splits, clinic }: { splits: PatientSplit[]; clinic: Clinic }) {
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: (splitId: string) => callFunction('undo-split', { splitId }),
    onSuccess: async () => {
      toast.success(texts.undone)
      // everything about both is other than it was
      await queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
    onError: (error) => toast.error(texts.notUndone, describeRefusal(error)),
  })
  return splits.map(({ id, went, items, other, splitAt }) => (
    <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3 last:pb-0">
      <p className="min-w-0 break-words">
        {went ? texts.went(items, other.name) : texts.came(items, other.name)}{' '}
        <DateText value={splitAt} timeZone={clinic.time_zone} />
      </p>
      <AskFirst
        label={texts.undo}
        accessibleLabel={texts.undoOf(other.name)}
        ask={{ ...texts.undoAsk, title: texts.undoAsk.title(other.name) }}
        isBusy={undo.isPending}
        onAction={(close) => undo.mutate(id, { onSettled: close })}
      />
    </li>
  ))
}
