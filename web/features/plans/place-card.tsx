import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { saveClinicPlaceInput } from '#domain/plans/inputs.ts'
import { placeLaws } from '#domain/plans/place-law.ts'
import { type Place, placeNames, places } from '#domain/plans/places.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { moneySetUp, SetUpRow } from '#web/components/page/set-up-row.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { CardNote } from '#web/components/ui/card.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { clinicPlaceQuery } from '#web/lib/clinic/clinic-places.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const texts = planTexts.place

/** The place whose law applies to the clinic's memberships. Admins only. */
export function PlaceCard({ clinic }: { clinic: Clinic }) {
  const place = useQuery(clinicPlaceQuery(clinic))
  const [isOpen, setOpen] = useState(false)
  if (place.isPending) {
    return (
      <Loading>
        <Skeleton className="h-16" />
      </Loading>
    )
  }
  if (place.data === undefined)
    return <ErrorState title={texts.loadFailed} onRetry={() => void place.refetch()} />
  const { data: current } = place
  return (
    <SetUpRow
      id={settingsCardIds.lawPlace}
      list={moneySetUp}
      title={texts.title}
      state={current === null ? texts.stateNone : placeNames[current]}
    >
      <CardNote>{texts.lead}</CardNote>
      <div className="mt-4 space-y-1">{current === null ? <p>{texts.none}</p> : <Law place={current} />}</div>
      <GuardedDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button variant="outline" className="mt-5">
            {current === null ? texts.choose : texts.change}
          </Button>
        }
        title={texts.title}
        description={texts.lead}
      >
        <Editor current={current} onClose={() => setOpen(false)} />
      </GuardedDialog>
    </SetUpRow>
  )
}

function Law({ place }: { place: Place }) {
  const law = placeLaws[place]
  const name = placeNames[place]
  if (!law) return <p>{texts.ownPolicy(name)}</p>
  return (
    <>
      <p>{planTexts.law.leaving[law.earning](name)}</p>
      {law.mostMonths !== null && (
        <p>{law.mostMonths === 1 ? texts.monthly : texts.atMost(law.mostMonths)}</p>
      )}
      {law.noticeDays !== null && <p>{texts.notice(law.noticeDays)}</p>}
      {law.refundDays !== null && <p>{texts.within(law.refundDays)}</p>}
      <p className="text-form text-muted">{texts.source(law.source)}</p>
    </>
  )
}

function Editor({ current, onClose }: { current: Place | null; onClose(): void }) {
  const form = useSchemaForm<{ place: Place | null }>(saveClinicPlaceInput, { place: current })
  const { formState, handleSubmit, setValue, watch } = form
  const refresh = useRefreshClinic()
  const save = useMutation({
    mutationFn: (values: { place: Place | null }) => callFunction('save-clinic-place', values),
    onSuccess: () => {
      toast.success(texts.saved)
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.failedTitle, describeRefusal(error, texts.failed))
    },
    onSettled: refresh,
  })
  return (
    <form noValidate onSubmit={handleSubmit((values) => save.mutateAsync(values).catch(() => undefined))}>
      <Field label={texts.field} hint={texts.fieldHint} error={formState.errors.place?.message}>
        {(control) => (
          <Select
            {...control}
            value={watch('place') ?? ''}
            onChange={({ target }) =>
              setValue('place', places.find((place) => place === target.value) ?? null, {
                shouldDirty: true,
                shouldValidate: true,
              })
            }
          >
            <option value="">{texts.empty}</option>
            {(['US', 'CA'] as const).map((country) => (
              <optgroup key={country} label={texts.countries[country]}>
                {places
                  .filter((place) => place.startsWith(`${country}-`))
                  .map((place) => (
                    <option key={place} value={place}>
                      {placeNames[place]}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={save.isPending} busyText={texts.saving}>
          {texts.save}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
