import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ownNameFrom } from '#domain/account/own-name.ts'
import { type PersonalDetails, personalDetailsForm } from '#domain/profiles/personal-details.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { phoneCountry } from '#domain/values/phones.ts'
import { dateIn } from '#domain/values/zones.ts'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { thenRefreshName, withOwnName } from './own-name.ts'
import { ProfileFailed, ProfileSkeleton } from './profile-states.tsx'
import { ownDetailsQuery } from './queries.ts'

const texts = profileTexts.personal

/** A patient's personal details at the clinic (docs/specification.md B2.6). */
export function PersonalDetailsForm({ user, clinic }: { user: User; clinic: Clinic }) {
  const details = useQuery(ownDetailsQuery(clinic))
  if (details.data) return <Editor user={user} clinic={clinic} stored={details.data} />
  if (details.isError) return <ProfileFailed onRetry={() => void details.refetch()} />
  return <ProfileSkeleton />
}

function Editor({
  user,
  clinic,
  stored: details,
}: {
  user: User
  clinic: Clinic
  stored: Omit<PersonalDetails, 'firstName' | 'lastName'>
}) {
  const stored = useMemo(() => ({ ...details, ...ownNameFrom(user.user_metadata) }), [details, user])
  const today = dateIn(serverNow(), clinic.time_zone)
  const [schema] = useState(() => personalDetailsForm({ country: phoneCountry(clinic.currency), today }))
  const versioned = useVersionedForm<PersonalDetails>(schema, stored)
  const {
    register,
    formState: { errors },
  } = versioned.form

  const queryClient = useQueryClient()
  const query = ownDetailsQuery(clinic)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => withOwnName(user, queryClient.fetchQuery({ ...query, staleTime: 0 })),
    store: (values) => thenRefreshName(callFunction('save-personal-details', values)),
    onSaved: () => toast.success(texts.updated, { description: texts.updatedDetail }),
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
        <Field label={texts.firstName} error={errors.firstName?.message}>
          {(control) => <Input autoComplete="given-name" {...control} {...register('firstName')} />}
        </Field>
        <Field label={texts.lastName} error={errors.lastName?.message}>
          {(control) => <Input autoComplete="family-name" {...control} {...register('lastName')} />}
        </Field>
        <Field label={texts.phone} isOptional error={errors.phone?.message}>
          {(control) => (
            <Input type="tel" inputMode="tel" autoComplete="tel" {...control} {...register('phone')} />
          )}
        </Field>
        <Field label={texts.dateOfBirth} isOptional error={errors.dateOfBirth?.message}>
          {(control) => (
            <Input
              type="date"
              autoComplete="bday"
              min="1900-01-01"
              max={today}
              {...control}
              {...register('dateOfBirth')}
            />
          )}
        </Field>
      </div>
      <Field label={texts.address} isOptional error={errors.address?.message}>
        {(control) => <Input autoComplete="street-address" {...control} {...register('address')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-[2fr_1fr_1fr]">
        <Field label={texts.city} isOptional error={errors.city?.message}>
          {(control) => <Input autoComplete="address-level2" {...control} {...register('city')} />}
        </Field>
        <Field label={texts.state} isOptional error={errors.state?.message}>
          {(control) => <Input autoComplete="address-level1" {...control} {...register('state')} />}
        </Field>
        <Field label={texts.zipCode} isOptional error={errors.zipCode?.message}>
          {(control) => <Input autoComplete="postal-code" {...control} {...register('zipCode')} />}
        </Field>
      </div>
    </VersionedFormFrame>
  )
}
