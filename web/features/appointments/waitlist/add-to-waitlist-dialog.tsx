import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { deskWaitlistTexts as texts } from '#domain/texts/desk-waitlist.ts'
import { addDays, dateIn } from '#domain/values/zones.ts'
import { type AddToWaitlist, addToWaitlistInput, type JoinWaitlist } from '#domain/waitlist/waitlist.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, usePlainForm } from '#web/components/form/use-plain-form.ts'
import { PatientChoice } from '#web/components/people/patient-choice.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { openVisitsOf, personVisitsQuery } from '../booking/person-visit-queries.ts'
import type { Provider, VisitType } from '../booking/queries.ts'
import { WaitlistFields } from './waitlist-fields.tsx'

const usualDays = 30

/** 'Add to waitlist', by the desk. @param patient of the page it was opened on; absent: to be chosen */
export default function AddToWaitlistDialog({
  clinic,
  types,
  providers,
  patient: given,
  onClose,
}: {
  clinic: Clinic
  types: readonly VisitType[]
  providers: readonly Provider[]
  patient?: { id: string; name: string }
  onClose(): void
}) {
  const { subdomain: slug, time_zone: zone } = clinic
  const today = dateIn(serverNow(), zone)
  const queryClient = useQueryClient()
  const [patient, setPatient] = useState(given ?? null)
  const form = usePlainForm<AddToWaitlist>(addToWaitlistInput, {
    patientId: patient?.id ?? '',
    appointmentType: '',
    providerId: '',
    appointmentId: null,
    days: [],
    opens: null,
    closes: null,
    until: addDays(today, usualDays),
  })
  const visits = useQuery({
    ...personVisitsQuery(slug, patient?.id ?? ''),
    enabled: patient !== null,
  })
  const now = serverNow().toISOString()
  const ahead = openVisitsOf(visits.data ?? []).filter(({ startsAt }) => startsAt > now)
  const add = useMutation({
    mutationFn: (wish: AddToWaitlist) => callFunction('add-to-waitlist', wish),
    onSuccess: () => {
      toast.success(texts.added(patient?.name ?? ''))
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(texts.addFailed, describeRefusal(error))
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'appointments') }),
  })

  function choosePatient(chosen: typeof patient): void {
    setPatient(chosen)
    form.setValue('patientId', chosen?.id ?? '', { shouldDirty: true, shouldValidate: chosen !== null })
    // a visit of another patient
    form.setValue('appointmentId', null)
    form.clearErrors('appointmentType')
  }

  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || onClose()}
      title={texts.title}
      description={texts.text}
    >
      <form
        noValidate
        className="space-y-5"
        onSubmit={form.handleSubmit((wish) => add.mutateAsync(wish).catch(() => undefined))}
      >
        <Field label={texts.patient} error={form.formState.errors.patientId?.message}>
          {(control) =>
            given ? (
              <Input {...control} value={given.name} readOnly />
            ) : (
              <PatientChoice slug={slug} control={control} chosen={patient} onChoose={choosePatient} />
            )
          }
        </Field>
        <WaitlistFields
          texts={texts}
          // its values include those of a wish
          form={form as unknown as UseFormReturn<JoinWaitlist>}
          today={today}
          types={types.filter(({ isActive, patientsBook }) => isActive && patientsBook !== 'no')}
          providers={providers}
          ahead={ahead}
        />
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            {texts.cancel}
          </Button>
          <SubmitButton isBusy={add.isPending} busyText={texts.busy}>
            {texts.save}
          </SubmitButton>
        </DialogActions>
      </form>
    </GuardedDialog>
  )
}
