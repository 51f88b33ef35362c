import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type PatientEntry, patientEntryForm, type SimilarPatient } from '#domain/patients/patient-entry.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { PatientFields } from './patient-fields.tsx'
import { SimilarPatients } from './similar-patients.tsx'

export interface NewPatientFieldsProps {
  clinic: Clinic
  /** Already typed elsewhere. */
  name?: string | undefined
  /** Called with the added patient, or with the existing one that the user chose. */
  onChosen(patient: { id: string; name: string }): void
}

export default function NewPatientFields({
  clinic,
  name = '',
  onChosen,
  onClose,
}: NewPatientFieldsProps & { onClose(): void }) {
  const refresh = useRefreshClinic()
  const [attempt] = useState(() => crypto.randomUUID())
  const [similar, setSimilar] = useState<readonly SimilarPatient[]>([])
  const [today] = useState(() => dateIn(serverNow(), clinic.time_zone))
  const [schema] = useState(() => patientEntryForm({ country: phoneCountry(clinic.currency), today }))
  const form = useSchemaForm<PatientEntry>(schema, {
    name,
    dateOfBirth: '',
    phone: '',
    email: '',
    mayText: false,
  })

  const add = useMutation({
    mutationFn: (values: PatientEntry) =>
      callFunction('create-patient', { ...values, attempt, isNewPerson: similar.length > 0 }),
    onSuccess: (answer, values) => {
      setSimilar(answer.similar)
      if (answer.patientId === null) return
      toast.success(patientTexts.added(values.name))
      void refresh()
      onChosen({ id: answer.patientId, name: values.name })
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(refusalSentence(error) ?? patientTexts.failed)
    },
  })

  return (
    <form
      noValidate
      // other names may have other namesakes
      onChange={() => setSimilar([])}
      onSubmit={(event) => {
        // React sends the event of a dialog to the form around it as well
        event.stopPropagation()
        void form.handleSubmit((values) => add.mutateAsync(values).catch(() => undefined))(event)
      }}
    >
      <PatientFields form={form} today={today} />
      <SimilarPatients patients={similar} onChoose={onChosen} />
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={add.isPending} busyText={patientTexts.busy}>
          {similar.length > 0 ? patientTexts.similar.submit : patientTexts.submit}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
