import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ContactPreferences,
  contactChoices,
  contactPreferencesInput,
} from '#domain/preferences/contact-preferences.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useLackingFeatures } from '#web/lib/clinic/lacking-features.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { contactPreferencesQuery, textsStoppedQuery } from './queries.ts'

const texts = preferenceTexts.contact
const onOff = (isOn: unknown) => (isOn ? texts.history.given : texts.history.withdrawn)

/** A patient's contact preferences (docs/specification.md B2.6). */
export function ContactPreferencesForm({ clinic }: { clinic: Clinic }) {
  const preferences = useQuery(contactPreferencesQuery(clinic))
  if (preferences.data) return <Editor clinic={clinic} stored={preferences.data} />
  if (preferences.isError) {
    return (
      <ErrorState title={profileTexts.loadFailed} onRetry={() => void preferences.refetch()}>
        {profileTexts.loadFailedDetail}
      </ErrorState>
    )
  }
  return (
    <Loading label={profileTexts.loading}>
      <Skeleton className="h-12" />
      <Skeleton className="mt-5 h-12" />
      <Skeleton className="mt-5 h-12" />
      <Skeleton className="mt-5 h-12" />
    </Loading>
  )
}

function Editor({ clinic, stored }: { clinic: Clinic; stored: ContactPreferences }) {
  const versioned = useVersionedForm<ContactPreferences>(contactPreferencesInput, stored)
  const {
    register,
    formState: { errors },
  } = versioned.form

  const queryClient = useQueryClient()
  const query = contactPreferencesQuery(clinic)
  const { data: areTextsStopped } = useQuery(textsStoppedQuery(clinic))
  const lacksTexts = useLackingFeatures().includes('text_messages')
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    store: (values) => callFunction('save-contact-preferences', values),
    onSaved: () => toast.success(texts.updated),
    failed: { title: profileTexts.updateFailed, detail: texts.failedDetail },
  })

  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      describe={(name) => ({ label: texts.choices[name].label, saved: onOff(versioned.saved[name]) })}
      busyText={profileTexts.updating}
    >
      {areTextsStopped && (
        <Notice tone="info" title={texts.textsStopped.title}>
          {texts.textsStopped.detail}
        </Notice>
      )}
      {lacksTexts && <Notice tone="info">{texts.noTexts(clinic.name)}</Notice>}
      <ul className="divide-y divide-line">
        {contactChoices.map((choice) => {
          const { label, hint } = texts.choices[choice]
          const error = errors[choice]?.message
          const id = `contact-${choice}`
          return (
            <li key={choice} className="py-4 first:pt-0">
              <label htmlFor={id} className="flex min-h-11 cursor-pointer items-start gap-3">
                <Checkbox
                  id={id}
                  className="mt-1"
                  aria-invalid={Boolean(error)}
                  aria-describedby={`${id}-hint`}
                  {...register(choice)}
                />
                <span className="min-w-0">
                  <span className="block font-semibold">{label}</span>
                </span>
              </label>
              <p id={`${id}-hint`} className="-mt-3 ml-8 text-form text-muted">
                {hint(clinic.name)}
                {error && <span className="mt-1 block font-semibold text-danger">{error}</span>}
              </p>
            </li>
          )
        })}
      </ul>
      <p className="text-form text-muted">{texts.always}</p>
    </VersionedFormFrame>
  )
}
