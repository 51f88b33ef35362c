import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PatientComparison } from '#domain/patient-merges/patient-merges.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { PatientChoice } from '#web/components/people/patient-choice.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { MergeSideCard } from './merge-side-card.tsx'
import { comparisonQuery, duplicateCountQuery } from './queries.ts'

const texts = patientMergeTexts.page

export function MergeRecords({
  patientId,
  otherId,
  clinic,
  onChoose,
  onMerged,
}: {
  patientId: string
  otherId: string | null
  clinic: Clinic
  onChoose(otherId: string | null): void
  onMerged(): void
}) {
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const isSame = otherId === patientId
  const isComparing = otherId !== null && !isSame
  const read = useQuery({
    ...comparisonQuery(clinic.subdomain, patientId, otherId ?? ''),
    enabled: isComparing,
  })
  const name = chosen?.id === otherId ? chosen?.name : read.data?.from.name
  const other = otherId === null ? null : { id: otherId, name: name ?? texts.otherChosen }
  return (
    <div className="space-y-6">
      <Card>
        <Field label={texts.other} hint={texts.otherHint} error={isSame ? texts.same : undefined}>
          {(control) => (
            <PatientChoice
              slug={clinic.subdomain}
              control={control}
              chosen={other}
              onChoose={(patient) => {
                setChosen(patient)
                onChoose(patient?.id ?? null)
              }}
            />
          )}
        </Field>
      </Card>
      {isComparing && <Compared key={otherId} clinic={clinic} read={read} onMerged={onMerged} />}
    </div>
  )
}

interface ComparedProps {
  clinic: Clinic
  read: UseQueryResult<PatientComparison>
  onMerged(): void
}

function Compared({ clinic, read, onMerged }: ComparedProps) {
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  if (read.data === undefined) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  const { into, from, obstacles, yearsApart } = read.data
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <MergeSideCard title={texts.stays} patient={into} clinic={clinic} />
        <MergeSideCard title={texts.disappears} patient={from} clinic={clinic} />
      </div>
      {into.bornOn && from.bornOn && into.bornOn !== from.bornOn && (
        <Notice tone="warning">{yearsApart === null ? texts.differ : texts.apart(yearsApart)}</Notice>
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
        <MergeForm clinic={clinic} comparison={read.data} onMerged={onMerged} />
      )}
    </>
  )
}

function MergeForm({
  clinic,
  comparison: { into, from, yearsApart },
  onMerged,
}: {
  clinic: Clinic
  comparison: PatientComparison
  onMerged(): void
}) {
  const queryClient = useQueryClient()
  const [agesChecked, setAgesChecked] = useState(false)
  const merge = useMutation({
    mutationFn: () => callFunction('merge-patients', { intoId: into.id, fromId: from.id, agesChecked }),
    onSuccess: () => {
      toast.success(texts.done, { description: texts.doneText })
      onMerged()
      void queryClient.invalidateQueries(duplicateCountQuery(clinic.subdomain))
      void queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
    onError: (error) => toast.error(texts.notDone, describeRefusal(error)),
  })
  return (
    <Card>
      <p className="mb-5 text-form text-muted">{texts.wins(into.name)}</p>
      {from.hasAccount && <p className="mb-5 text-form text-muted">{texts.accountWins(from.name)}</p>}
      {yearsApart !== null && (
        <label htmlFor="ages-checked" className="mb-5 flex items-start gap-3">
          <Checkbox
            id="ages-checked"
            className="mt-1"
            checked={agesChecked}
            onChange={({ target }) => setAgesChecked(target.checked)}
          />
          {texts.agesChecked}
        </label>
      )}
      <AskFirst
        label={texts.action}
        isDisabled={yearsApart !== null && !agesChecked}
        ask={{ ...texts.ask, title: texts.ask.title(from.name, into.name) }}
        isBusy={merge.isPending}
        onAction={(close) => merge.mutate(undefined, { onSettled: close })}
      />
    </Card>
  )
}
