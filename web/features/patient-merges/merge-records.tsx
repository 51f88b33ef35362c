import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ComparedPatient,
  type MergeSection,
  type MergeSide,
  mergeSections,
  type PatientComparison,
  type PatientCounts,
} from '#domain/patient-merges/patient-merges.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { AskFirst } from '#web/components/ask-first.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { PatientChoice } from '#web/components/patient-choice.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { describeRefusal } from '#web/lib/refusals.ts'
import { comparisonQuery } from './queries.ts'

const texts = patientMergeTexts.page

/** Chooses the record that is to disappear, shows both side by side, and makes them one. */
export function MergeRecords({
  patientId,
  otherId,
  clinic,
  onChoose,
  onMerged,
}: {
  patientId: string
  /** the record that is to disappear, once it is chosen */
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
  // an address names the record by its id alone
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
  const { into, from, obstacles } = read.data
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Side title={texts.stays} patient={into} timeZone={clinic.time_zone} />
        <Side title={texts.disappears} patient={from} timeZone={clinic.time_zone} />
      </div>
      {into.bornOn && from.bornOn && into.bornOn !== from.bornOn && (
        <Notice tone="warning">{texts.differ}</Notice>
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
        <Choices clinic={clinic} comparison={read.data} onMerged={onMerged} />
      )}
    </>
  )
}

function Side({ title, patient, timeZone }: { title: string; patient: ComparedPatient; timeZone: string }) {
  const counts = (Object.entries(patient.counts) as [keyof PatientCounts, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => texts.counts[kind](count))
  const facts = [
    [texts.email, patient.email || texts.unknown],
    [texts.born, patient.bornOn ? <DateText key="born" value={patient.bornOn} /> : texts.unknown],
    [texts.phone, patient.phone ?? texts.unknown],
    [texts.account, patient.hasAccount ? texts.hasAccount : texts.noAccount],
    [texts.created, <DateText key="created" value={patient.createdAt} timeZone={timeZone} />],
    [texts.has, counts.join(', ') || texts.nothing],
  ] as const
  return (
    <Card>
      <p className="text-note text-muted">{title}</p>
      <CardTitle className="break-words">{patient.name}</CardTitle>
      <dl className="mt-4 space-y-3 text-form">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-note text-muted">{label}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function Choices({
  clinic,
  comparison: { into, from },
  onMerged,
}: {
  clinic: Clinic
  comparison: PatientComparison
  onMerged(): void
}) {
  const queryClient = useQueryClient()
  // whoever signs in is called and written to as their account says
  const hasAccount = into.hasAccount || from.hasAccount
  const preset = from.hasAccount ? 'from' : 'into'
  const [name, setName] = useState<MergeSide>(preset)
  const [email, setEmail] = useState<MergeSide>(!into.email && from.email ? 'from' : preset)
  const [keepFrom, setKeepFrom] = useState<readonly MergeSection[]>([])
  const both = mergeSections.filter(
    (section) => into.sections.includes(section) && from.sections.includes(section),
  )
  const merge = useMutation({
    mutationFn: () =>
      callFunction('merge-patients', {
        ...{ intoId: into.id, fromId: from.id, name, email },
        keepFrom: [...keepFrom],
      }),
    onSuccess: () => {
      toast.success(texts.done, { description: texts.doneText })
      onMerged()
      // every list has one person less
      void queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
    onError: (error) => toast.error(texts.notDone, describeRefusal(error)),
  })
  const pick = (section: MergeSection, side: MergeSide) =>
    setKeepFrom(side === 'from' ? [...keepFrom, section] : keepFrom.filter((kept) => kept !== section))
  const hasNames = !hasAccount && into.name !== from.name
  const hasEmails = !hasAccount && into.email !== from.email
  const hasChoices = hasNames || hasEmails || both.length > 0
  return (
    <Card>
      {hasChoices && (
        <fieldset className="mb-6 space-y-5">
          <legend className="font-display text-h3 font-medium">{texts.keep}</legend>
          <p className="text-form text-muted">{texts.keepHint}</p>
          {hasNames && (
            <SideChoice
              label={texts.name}
              value={name}
              onChange={setName}
              into={into.name}
              from={from.name}
            />
          )}
          {hasEmails && (
            <SideChoice
              label={texts.email}
              value={email}
              onChange={setEmail}
              into={into.email || texts.unknown}
              from={from.email || texts.unknown}
            />
          )}
          {both.map((section) => (
            <SideChoice
              key={section}
              label={texts.sections[section]}
              value={keepFrom.includes(section) ? 'from' : 'into'}
              onChange={(side) => pick(section, side)}
              into={texts.ofInto(into.name)}
              from={texts.ofFrom(from.name)}
            />
          ))}
        </fieldset>
      )}
      <AskFirst
        label={texts.action}
        ask={{ ...texts.ask, title: texts.ask.title(from.name, into.name) }}
        isBusy={merge.isPending}
        onAction={(close) => merge.mutate(undefined, { onSettled: close })}
      />
    </Card>
  )
}

function SideChoice({
  label,
  value,
  onChange,
  into,
  from,
}: {
  label: string
  value: MergeSide
  onChange(side: MergeSide): void
  into: string
  from: string
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value === 'from' ? 'from' : 'into')}
        >
          <option value="into">{into}</option>
          <option value="from">{from}</option>
        </Select>
      )}
    </Field>
  )
}
