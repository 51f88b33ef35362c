import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type SplitPreview as Preview,
  type SplitInput,
  type SplitKind,
  splitKinds,
} from '#domain/patient-merges/splits.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { AskFirst } from '#web/components/ask-first.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { describeRefusal } from '#web/lib/refusals.ts'
import { splitPreviewQuery } from './queries.ts'

const texts = patientMergeTexts.split

interface SplitPreviewProps {
  /** null: something has still to be chosen */
  input: SplitInput | null
  name: string
  otherName: string
  clinic: Clinic
  onSplit(): void
}

/** What a split would do, what stands in the way, and the button that does it. */
export function SplitPreview({ input, ...rest }: SplitPreviewProps) {
  return (
    <Card>
      <CardTitle>{texts.preview}</CardTitle>
      <div className="mt-4 space-y-4">
        <p className="text-form text-muted">
          {texts.money} {texts.alsoStays}
        </p>
        {input ? <Judged input={input} {...rest} /> : <p className="text-muted">{texts.previewHint}</p>}
      </div>
    </Card>
  )
}

function Judged({ input, name, otherName, clinic, onSplit }: SplitPreviewProps & { input: SplitInput }) {
  const queryClient = useQueryClient()
  const read = useQuery(splitPreviewQuery(clinic.subdomain, input))
  const split = useMutation({
    mutationFn: () => callFunction('split-patient', input),
    onSuccess: () => {
      toast.success(texts.done, { description: texts.doneText })
      onSplit()
      // everything about both is other than it was
      void queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
    onError: (error) => {
      toast.error(texts.notDone, describeRefusal(error))
      void read.refetch()
    },
  })
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-24" />
      </Loading>
    )
  if (read.data === undefined)
    return <ErrorState title={texts.previewFailed} onRetry={() => void read.refetch()} />
  const { moves, stays, obstacles, warnings } = read.data
  return (
    <>
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-note text-muted">{texts.moves(otherName)}</dt>
          <dd className="font-semibold break-words">{listed(moves)}</dd>
        </div>
        <div>
          <dt className="text-note text-muted">{texts.stays(name)}</dt>
          <dd className="break-words">{listed(stays) || texts.nothingStays}</dd>
        </div>
      </dl>
      <p className="text-form text-muted">{texts.with}</p>
      {warnings.length > 0 && (
        <Notice tone="info">
          <ul className="space-y-1">
            {warnings.map((warning) => (
              <li key={warning}>{texts.warnings[warning]}</li>
            ))}
          </ul>
        </Notice>
      )}
      {obstacles.length > 0 ? (
        <Notice tone="warning" title={texts.obstacles}>
          <ul className="list-disc pl-5">
            {obstacles.map((obstacle) => (
              <li key={obstacle}>{texts.why[obstacle]}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <AskFirst
          label={texts.action}
          ask={{ ...texts.ask, title: texts.ask.title(listed(moves), otherName) }}
          isBusy={split.isPending || read.isFetching}
          onAction={(close) => split.mutate(undefined, { onSettled: close })}
        />
      )}
    </>
  )
}

/** "2 visits, 1 note" */
function listed(counts: Preview['moves']): string {
  return splitKinds
    .filter((kind: SplitKind) => counts[kind] > 0)
    .map((kind) => texts.counts[kind](counts[kind]))
    .join(', ')
}
