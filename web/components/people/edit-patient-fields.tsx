import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PatientEntry, patientEntryForm } from '#domain/patients/patient-entry.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors } from '#web/components/form/use-plain-form.ts'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { patientContactQuery, patientDetailsQuery } from '#web/lib/clinic/patient-details.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { refusalSentence } from '#web/lib/fetch/refusals.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { PatientFields } from './patient-fields.tsx'

const texts = patientTexts.edit

interface EditedPatient {
  id: string
  name: string
  email: string
}

export interface EditPatientFieldsProps {
  clinic: Clinic
  patient: EditedPatient
  onClose(): void
}

export default function EditPatientFields(props: EditPatientFieldsProps) {
  const { clinic, patient } = props
  const details = useQuery(patientDetailsQuery(clinic.subdomain, patient.id))
  const contact = useQuery(patientContactQuery(clinic.subdomain, patient.id))
  if (details.isPending || contact.isPending)
    return (
      <Loading>
        <Skeleton className="h-80" />
      </Loading>
    )
  if (details.data === undefined || contact.data === undefined)
    return (
      <ErrorState
        title={texts.notLoaded}
        onRetry={() => {
          void details.refetch()
          void contact.refetch()
        }}
      />
    )
  const { phone = null, date_of_birth: bornOn = null, version = 0 } = details.data ?? {}
  return (
    <Editor
      {...props}
      stored={{
        name: patient.name,
        email: patient.email,
        phone: phone ? formatPhone(phone, phoneCountry(clinic.currency)) : '',
        dateOfBirth: bornOn ?? '',
        mayText: contact.data?.sms_notifications ?? false,
      }}
      version={version}
      contactVersion={contact.data?.version ?? 0}
    />
  )
}

function Editor({
  clinic,
  patient,
  onClose,
  stored,
  version,
  contactVersion,
}: EditPatientFieldsProps & { stored: PatientEntry; version: number; contactVersion: number }) {
  const refresh = useRefreshClinic()
  const [today] = useState(() => dateIn(serverNow(), clinic.time_zone))
  const [schema] = useState(() => patientEntryForm({ country: phoneCountry(clinic.currency), today }))
  // of the opening: a later version is another save, which this one must not replace
  const [seen] = useState({ version, contactVersion })
  const form = useSchemaForm<PatientEntry>(schema, stored)
  const save = useMutation({
    mutationFn: (values: PatientEntry) =>
      callFunction('edit-patient', { ...values, patientId: patient.id, ...seen }),
    onSuccess: async () => {
      // the next step, such as an invitation, begins with what the list shows
      await refresh()
      toast.success(texts.done)
      onClose()
    },
    onError: (error) => {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(refusalSentence(error) ?? texts.failed)
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) => save.mutateAsync(values).catch(() => undefined))}
    >
      <PatientFields form={form} today={today} />
      <DialogActions onCancel={onClose}>
        <SubmitButton isBusy={save.isPending} busyText={texts.busy}>
          {texts.submit}
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
