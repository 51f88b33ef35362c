import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ownNameFrom } from '#domain/account/own-name.ts'
import { type OwnProfile, ownProfileInput, profileLimits } from '#domain/profiles/own-profile.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { config } from '#web/lib/page/config.ts'
import { thenRefreshName, withOwnName } from './own-name.ts'
import { ProfileFailed, ProfileSkeleton } from './profile-states.tsx'
import { ownProfileQuery } from './queries.ts'

const texts = { ...profileTexts.personal, ...profileTexts.own }

/** The user's profile in Settings (docs/specification.md B2.12). */
export function OwnProfileForm({ user }: { user: User }) {
  const profile = useQuery(ownProfileQuery(useClinicSlug(), user.id))
  if (profile.data) return <Editor user={user} stored={profile.data} />
  if (profile.isError) return <ProfileFailed onRetry={() => void profile.refetch()} />
  return <ProfileSkeleton />
}

function Editor({
  user,
  stored: profile,
}: {
  user: User
  stored: Omit<OwnProfile, 'firstName' | 'lastName'>
}) {
  const stored = useMemo(() => ({ ...profile, ...ownNameFrom(user.user_metadata) }), [profile, user])
  const versioned = useVersionedForm<OwnProfile>(ownProfileInput, stored)
  const {
    register,
    watch,
    formState: { errors },
  } = versioned.form
  const description = watch('description')

  const queryClient = useQueryClient()
  const query = ownProfileQuery(useClinicSlug(), user.id)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => withOwnName(user, queryClient.fetchQuery({ ...query, staleTime: 0 })),
    store: (values) => thenRefreshName(callFunction('save-own-profile', values)),
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
      </div>
      <Field label={texts.username} isOptional hint={texts.usernameHint} error={errors.username?.message}>
        {(control) => (
          <div className="flex min-w-0 items-stretch">
            <span className="flex min-w-0 items-center rounded-l-control border border-r-0 border-control bg-sunken px-3 text-form text-muted max-sm:px-2">
              <span className="truncate">{`${config.appDomain}/`}</span>
            </span>
            <Input
              className="min-w-0 flex-1 rounded-l-none"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...control}
              {...register('username')}
            />
          </div>
        )}
      </Field>
      <Field label={texts.website} isOptional error={errors.website?.message}>
        {(control) => (
          <Input
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://"
            {...control}
            {...register('website')}
          />
        )}
      </Field>
      <Field
        label={texts.description}
        isOptional
        hint={profileTexts.charactersLeft(Math.max(0, profileLimits.description - description.length))}
        error={errors.description?.message}
      >
        {(control) => <Textarea rows={2} {...control} {...register('description')} />}
      </Field>
      <Field label={texts.bio} isOptional error={errors.bio?.message}>
        {(control) => <Textarea rows={4} {...control} {...register('bio')} />}
      </Field>
    </VersionedFormFrame>
  )
}
