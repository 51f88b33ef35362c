import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { percentageOf } from '#domain/payouts/clinic-tax.ts'
import { type ClinicTaxForm, clinicTaxForm } from '#domain/payouts/inputs.ts'
import { planKinds } from '#domain/plans/plans.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { payoutTexts } from '#domain/texts/payouts.ts'
import { AskFirst } from '#web/components/access/ask-first.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { moneySetUp, SetUpRow } from '#web/components/page/set-up-row.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { CardNote } from '#web/components/ui/card.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { type CurrentTax, clinicTaxQuery, payoutAccountQuery } from './queries.ts'

const texts = payoutTexts.tax

/** The tax on the clinic's plans; nothing without a payout account. Admins only. */
export function TaxCard({ clinic }: { clinic: Clinic }) {
  const account = useQuery(payoutAccountQuery(clinic.subdomain))
  const tax = useQuery(clinicTaxQuery(clinic))
  const [isOpen, setOpen] = useState(false)
  if (!account.data) return null
  if (tax.isPending) {
    return (
      <Loading>
        <Skeleton className="h-16" />
      </Loading>
    )
  }
  if (tax.data === undefined)
    return <ErrorState title={texts.loadFailed} onRetry={() => void tax.refetch()} />
  const { data: current } = tax
  return (
    <SetUpRow
      id={settingsCardIds.tax}
      list={moneySetUp}
      title={texts.title}
      state={current ? `${current.name} ${percentageOf(current.ratePpm)}%` : texts.stateNone}
    >
      <CardNote>{texts.lead}</CardNote>
      <p className="mt-4">
        {current
          ? texts.current(current.name, percentageOf(current.ratePpm), current.isInclusive)
          : texts.none}
        {current?.planKind && ` ${texts.onKind[current.planKind]}`}
      </p>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <GuardedDialog
          isOpen={isOpen}
          onOpenChange={setOpen}
          trigger={<Button variant="outline">{current ? texts.change : texts.set}</Button>}
          title={texts.title}
          description={texts.lead}
        >
          <Editor current={current} onClose={() => setOpen(false)} />
        </GuardedDialog>
        {current && <RemoveTax current={current} />}
      </div>
    </SetUpRow>
  )
}

function RemoveTax({ current }: { current: CurrentTax }) {
  const save = useSaveTax(() => toast.success(texts.removed))
  const { ask } = texts
  return (
    <AskFirst
      label={texts.remove}
      variant="link"
      ask={{ ...ask, title: ask.title(`${current.name} ${percentageOf(current.ratePpm)}%`) }}
      isBusy={save.isPending}
      onAction={(close) => save.mutate(null, { onSettled: close })}
    />
  )
}

function Editor({ current, onClose }: { current: CurrentTax | null; onClose(): void }) {
  const form = useSchemaForm<ClinicTaxForm>(clinicTaxForm, {
    name: current?.name ?? '',
    percentage: current ? percentageOf(current.ratePpm) : '',
    isInclusive: current?.isInclusive ?? false,
    planKind: current?.planKind ?? null,
  })
  const { register, formState, handleSubmit, setValue, watch } = form
  const save = useSaveTax(
    () => {
      toast.success(texts.saved)
      onClose()
    },
    (error) =>
      error instanceof ApiError &&
      showFieldErrors(
        form,
        error.fields.map(({ path, message }) => ({ path: path.replace(/^tax\./, ''), message })),
      ),
  )
  return (
    <form noValidate onSubmit={handleSubmit((values) => save.mutateAsync(values).catch(() => undefined))}>
      <div className="space-y-5">
        <Field label={texts.name} error={formState.errors.name?.message}>
          {(control) => (
            <Input
              autoComplete="off"
              placeholder={texts.namePlaceholder}
              {...control}
              {...register('name')}
            />
          )}
        </Field>
        <Field
          label={texts.percentage}
          hint={texts.percentageHint}
          error={formState.errors.percentage?.message}
        >
          {(control) => (
            <Input inputMode="decimal" autoComplete="off" {...control} {...register('percentage')} />
          )}
        </Field>
        <Field label={texts.planKind} error={formState.errors.planKind?.message}>
          {(control) => (
            <Select
              {...control}
              value={watch('planKind') ?? 'all'}
              onChange={({ target }) =>
                setValue('planKind', planKinds.find((kind) => kind === target.value) ?? null, {
                  shouldDirty: true,
                })
              }
            >
              {(['all', ...planKinds] as const).map((kind) => (
                <option key={kind} value={kind}>
                  {texts.which[kind]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={texts.how} error={formState.errors.isInclusive?.message}>
          {(control) => (
            <Select
              {...control}
              value={watch('isInclusive') ? 'included' : 'onTop'}
              onChange={({ target }) =>
                setValue('isInclusive', target.value === 'included', { shouldDirty: true })
              }
            >
              <option value="onTop">{texts.onTop}</option>
              <option value="included">{texts.included}</option>
            </Select>
          )}
        </Field>
      </div>
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={save.isPending} busyText={texts.saving}>
          {texts.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}

/** @param isOnItsField true if the form shows the refusal at a field */
function useSaveTax(onSaved: () => void, isOnItsField: (error: unknown) => boolean = () => false) {
  const refresh = useRefreshClinic()
  return useMutation({
    mutationFn: (tax: ClinicTaxForm | null) => callFunction('save-clinic-tax', { tax }),
    onSuccess: onSaved,
    onError: (error) => {
      if (!isOnItsField(error)) toast.error(texts.failedTitle, describeRefusal(error, texts.failed))
    },
    onSettled: refresh,
  })
}
