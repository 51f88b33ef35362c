import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type ReceiptDetailsForm, receiptDetailsInput } from '#domain/receipts/receipt-details.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { receiptTexts } from '#domain/texts/receipts.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { moneySetUp, SetUpRow } from '#web/components/page/set-up-row.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { CardNote } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { receiptDetailsQuery } from './queries.ts'

const texts = receiptTexts.details

export function ReceiptDetailsCard({ clinic }: { clinic: Clinic }) {
  const details = useQuery(receiptDetailsQuery(clinic))
  const [isOpen, setOpen] = useState(false)
  if (details.isPending) {
    return (
      <Loading>
        <Skeleton className="h-16" />
      </Loading>
    )
  }
  if (details.data === undefined)
    return <ErrorState title={texts.loadFailed} onRetry={() => void details.refetch()} />
  const hasDetails = details.data.version > 0
  return (
    <SetUpRow
      id={settingsCardIds.receiptDetails}
      list={moneySetUp}
      title={texts.title}
      state={hasDetails ? texts.stateSet : texts.stateNone}
    >
      <CardNote>{texts.lead}</CardNote>
      {hasDetails ? <Printed details={details.data} /> : <p className="mt-4">{texts.none}</p>}
      <GuardedDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button variant="outline" className="mt-5">
            {hasDetails ? texts.change : texts.add}
          </Button>
        }
        title={texts.title}
        description={texts.lead}
      >
        <Editor clinic={clinic} stored={details.data} onClose={() => setOpen(false)} />
      </GuardedDialog>
    </SetUpRow>
  )
}

function Printed({
  details: { legalName, address, taxNumber, npi, numbersByYear },
}: {
  details: ReceiptDetailsForm
}) {
  return (
    <>
      <address className="mt-4 break-words whitespace-pre-line not-italic">
        {[legalName, address, taxNumber && texts.taxNumberLine(taxNumber), npi && texts.npiLine(npi)]
          .filter(Boolean)
          .join('\n')}
      </address>
      {numbersByYear && <p className="mt-2">{texts.numberedByYear}</p>}
    </>
  )
}

function Editor({
  clinic,
  stored,
  onClose,
}: {
  clinic: Clinic
  stored: ReceiptDetailsForm
  onClose(): void
}) {
  const versioned = useVersionedForm<ReceiptDetailsForm>(receiptDetailsInput, stored)
  const {
    register,
    formState: { errors },
  } = versioned.form
  const numbersId = useId()
  const queryClient = useQueryClient()
  const query = receiptDetailsQuery(clinic)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    store: (values) => callFunction('save-receipt-details', values),
    onSaved: () => {
      toast.success(texts.saved)
      onClose()
    },
    failed: { title: texts.failedTitle, detail: texts.failed },
  })
  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      onClose={onClose}
      describe={(name) => ({ label: texts[name], saved: String(versioned.saved[name]) })}
    >
      <Field label={texts.legalName} error={errors.legalName?.message}>
        {(control) => <Input autoComplete="organization" {...control} {...register('legalName')} />}
      </Field>
      <Field label={texts.address} isOptional hint={texts.addressHint} error={errors.address?.message}>
        {(control) => <Textarea rows={3} {...control} {...register('address')} />}
      </Field>
      <Field label={texts.taxNumber} isOptional hint={texts.taxNumberHint} error={errors.taxNumber?.message}>
        {(control) => <Input autoComplete="off" {...control} {...register('taxNumber')} />}
      </Field>
      <Field label={texts.npi} isOptional hint={texts.npiHint} error={errors.npi?.message}>
        {(control) => <Input inputMode="numeric" autoComplete="off" {...control} {...register('npi')} />}
      </Field>
      <label htmlFor={numbersId} className="flex cursor-pointer gap-3">
        <Checkbox id={numbersId} className="mt-0.5 flex-none" {...register('numbersByYear')} />
        <span>
          <span className="font-semibold">{texts.numbersByYear}</span>
          <span className="block text-note text-muted">{texts.numbersByYearHint}</span>
        </span>
      </label>
    </VersionedFormFrame>
  )
}
