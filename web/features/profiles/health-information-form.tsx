import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type HealthInformation, healthInformationForm } from '#domain/profiles/health-information.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { phoneCountry } from '#domain/values/phones.ts'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { ownHealthQuery } from '#web/lib/clinic/own-health.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ProfileFailed, ProfileSkeleton } from './profile-states.tsx'

const texts = profileTexts.health

/** A patient's health information (docs/specification.md B2.6). */
export function HealthInformationForm({ clinic }: { clinic: Clinic }) {
  const health = useQuery(ownHealthQuery(clinic))
  if (health.data) return <Editor clinic={clinic} stored={health.data} />
  if (health.isError) return <ProfileFailed onRetry={() => void health.refetch()} />
  return <ProfileSkeleton />
}

function Editor({ clinic, stored }: { clinic: Clinic; stored: HealthInformation }) {
  const [schema] = useState(() => healthInformationForm(phoneCountry(clinic.currency)))
  const versioned = useVersionedForm<HealthInformation>(schema, stored)
  const {
    register,
    formState: { errors },
  } = versioned.form

  const queryClient = useQueryClient()
  const query = ownHealthQuery(clinic)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    store: (values) => callFunction('save-health-information', values),
    onSaved: () => toast.success(texts.updated),
    failed: { title: profileTexts.updateFailed, detail: texts.failedDetail },
  })

  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      describe={(name) => ({ label: texts[name], saved: String(versioned.saved[name]) })}
      busyText={profileTexts.updating}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={texts.emergencyContact}
          isOptional
          hint={texts.emergencyContactHint}
          error={errors.emergencyContact?.message}
        >
          {(control) => <Input autoComplete="off" {...control} {...register('emergencyContact')} />}
        </Field>
        <Field label={texts.emergencyPhone} isOptional error={errors.emergencyPhone?.message}>
          {(control) => (
            <Input
              type="tel"
              inputMode="tel"
              autoComplete="off"
              {...control}
              {...register('emergencyPhone')}
            />
          )}
        </Field>
      </div>
      <Field label={texts.allergies} isOptional error={errors.allergies?.message}>
        {(control) => <Textarea rows={3} autoComplete="off" {...control} {...register('allergies')} />}
      </Field>
      <Field
        label={texts.medications}
        isOptional
        hint={texts.medicationsHint}
        error={errors.medications?.message}
      >
        {(control) => <Textarea rows={3} autoComplete="off" {...control} {...register('medications')} />}
      </Field>
      <Field label={texts.medicalConditions} isOptional error={errors.medicalConditions?.message}>
        {(control) => (
          <Textarea rows={3} autoComplete="off" {...control} {...register('medicalConditions')} />
        )}
      </Field>
    </VersionedFormFrame>
  )
}
