import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDate } from '#domain/dates.ts'
import {
  type ComparedPatient,
  type DetailField,
  detailFields,
  type MergeSection,
  type MergeSide,
  mergeSections,
  type PatientComparison,
} from '#domain/patient-merges/patient-merges.ts'
import { formatPhone, phoneCountry } from '#domain/phones.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { AskFirst } from '#web/components/ask-first.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { PatientChoice } from '#web/components/patient-choice.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/api.ts'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { clinicKey } from '#web/lib/query-client.ts'
import { describeRefusal } from '#web/lib/refusals.ts'
import { MergeSideCard } from './merge-side-card.tsx'
import { comparisonQuery, duplicateCountQuery } from './queries.ts'

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
        <Choices clinic={clinic} comparison={read.data} onMerged={onMerged} />
      )}
    </>
  )
}

function Choices({
  clinic,
  comparison: { into, from, yearsApart },
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
  const [details, setDetails] = useState<readonly DetailField[]>([])
  const [agesChecked, setAgesChecked] = useState(false)
  const [keepFrom, setKeepFrom] = useState<readonly MergeSection[]>([])
  const both = mergeSections.filter(
    (section) => into.sections.includes(section) && from.sections.includes(section),
  )
  const differing = detailFields.filter(
    (field) => into[field] !== null && from[field] !== null && into[field] !== from[field],
  )
  const merge = useMutation({
    mutationFn: () =>
      callFunction('merge-patients', {
        ...{ intoId: into.id, fromId: from.id, name, email },
        ...{ details: [...details], keepFrom: [...keepFrom], agesChecked },
      }),
    onSuccess: () => {
      toast.success(texts.done, { description: texts.doneText })
      onMerged()
      // every list has one person less
      void queryClient.invalidateQueries(duplicateCountQuery(clinic.subdomain))
      void queryClient.invalidateQueries({ queryKey: clinicKey(clinic.subdomain) })
    },
    onError: (error) => toast.error(texts.notDone, describeRefusal(error)),
  })
  const pick = (section: MergeSection, side: MergeSide) =>
    setKeepFrom(side === 'from' ? [...keepFrom, section] : keepFrom.filter((kept) => kept !== section))
  const pickField = (field: DetailField, side: MergeSide) =>
    setDetails(side === 'from' ? [...details, field] : details.filter((kept) => kept !== field))
  const hasNames = !hasAccount && into.name !== from.name
  const hasEmails = !hasAccount && into.email !== from.email
  const hasChoices = hasNames || hasEmails || differing.length > 0 || both.length > 0
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
          {differing.map((field) => (
            <SideChoice
              key={field}
              label={texts.fields[field]}
              value={details.includes(field) ? 'from' : 'into'}
              onChange={(side) => pickField(field, side)}
              into={detailText(into, field, clinic)}
              from={detailText(from, field, clinic)}
            />
          ))}
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

function detailText(patient: ComparedPatient, field: DetailField, clinic: Clinic): string {
  const value = patient[field] ?? texts.unknown
  if (field === 'bornOn' && patient.bornOn) return formatDate(patient.bornOn, clinic.time_zone)
  return field === 'phone' ? formatPhone(value, phoneCountry(clinic.currency)) : value
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
