import { useQuery } from '@tanstack/react-query'
import { FolderOpen } from 'lucide-react'
import { useState } from 'react'
import { type ChosenItems, type SplitInput, splitKinds } from '#domain/patient-merges/splits.ts'
import { patientMergeTexts } from '#domain/texts/patient-merges.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { PatientChoice } from '#web/components/patient-choice.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { splitItemsQuery } from './queries.ts'
import { SplitKindChoice } from './split-kind-choice.tsx'
import { SplitPreview } from './split-preview.tsx'

const texts = patientMergeTexts.split

const nothing = Object.fromEntries(splitKinds.map((kind) => [kind, []])) as unknown as ChosenItems

interface SplitRecordProps {
  patientId: string
  name: string
  clinic: Clinic
  onSplit(): void
}

/** Chooses what of a record belongs to somebody else, and to whom; shows what happens, and moves it. */
export function SplitRecord({ patientId, name, clinic, onSplit }: SplitRecordProps) {
  const read = useQuery(splitItemsQuery(clinic.subdomain, patientId))
  const [chosen, setChosen] = useState<ChosenItems>(nothing)
  const [isNew, setNew] = useState(true)
  const [newName, setNewName] = useState('')
  const [other, setOther] = useState<{ id: string; name: string } | null>(null)
  const settledName = useSettled(newName.trim())
  if (read.isPending)
    return (
      <Loading>
        <Skeleton className="h-40 rounded-card" />
        <Skeleton className="mt-6 h-64 rounded-card" />
      </Loading>
    )
  if (read.data === undefined) return <ErrorState title={texts.failed} onRetry={() => void read.refetch()} />
  const { items, totals } = read.data
  if (splitKinds.every((kind) => totals[kind] === 0))
    return <EmptyState icon={FolderOpen} title={texts.nothingHere} />
  const isSame = !isNew && other?.id === patientId
  const into: SplitInput['into'] | null = isNew
    ? settledName
      ? { name: settledName }
      : null
    : other && !isSame
      ? { patientId: other.id }
      : null
  return (
    <div className="space-y-6">
      <Card>
        <CardTitle>{texts.what}</CardTitle>
        <div className="mt-4 space-y-6">
          {splitKinds
            .filter((kind) => items[kind].length > 0)
            .map((kind) => (
              <SplitKindChoice
                key={kind}
                kind={kind}
                items={items[kind]}
                total={totals[kind]}
                chosen={chosen[kind]}
                timeZone={clinic.time_zone}
                onChange={(ids) => setChosen({ ...chosen, [kind]: ids })}
              />
            ))}
        </div>
      </Card>
      <Card>
        <CardTitle>{texts.whereTo}</CardTitle>
        <div className="mt-4 space-y-5">
          <Field label={texts.record}>
            {(control) => (
              <Select
                {...control}
                value={isNew ? 'new' : 'other'}
                onChange={({ target }) => setNew(target.value === 'new')}
              >
                <option value="new">{texts.toNew}</option>
                <option value="other">{texts.toOther}</option>
              </Select>
            )}
          </Field>
          {isNew ? (
            <Field label={texts.newName} hint={texts.newNameHint}>
              {(control) => (
                <Input
                  {...control}
                  autoComplete="off"
                  maxLength={200}
                  value={newName}
                  onChange={({ target }) => setNewName(target.value)}
                />
              )}
            </Field>
          ) : (
            <Field label={texts.other} hint={texts.otherHint} error={isSame ? texts.same : undefined}>
              {(control) => (
                <PatientChoice slug={clinic.subdomain} control={control} chosen={other} onChoose={setOther} />
              )}
            </Field>
          )}
        </div>
      </Card>
      <SplitPreview
        input={
          into && splitKinds.some((kind) => chosen[kind].length > 0) ? { patientId, into, chosen } : null
        }
        name={name}
        otherName={isNew ? newName.trim() || texts.newRecord : (other?.name ?? '')}
        clinic={clinic}
        onSplit={onSplit}
      />
    </div>
  )
}
