import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type NoticePreferences,
  noticeChannels,
  noticeEvents,
  noticePreferencesInput,
} from '#domain/preferences/notice-preferences.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { noticePreferencesQuery } from './queries.ts'

const texts = preferenceTexts.notices

/** None, In-app or Email for each event (docs/specification.md B2.12). */
export function NoticePreferencesForm({ clinic, userId }: { clinic: Clinic; userId: string }) {
  const preferences = useQuery(noticePreferencesQuery(clinic, userId))
  if (preferences.data) return <Editor clinic={clinic} userId={userId} stored={preferences.data} />
  if (preferences.isError) {
    return <ErrorState title={texts.loadFailed} onRetry={() => void preferences.refetch()} />
  }
  return (
    <Loading label={texts.loading}>
      {noticeEvents.map((event) => (
        <Skeleton key={event} className="mt-4 h-14" />
      ))}
    </Loading>
  )
}

function Editor({ clinic, userId, stored }: { clinic: Clinic; userId: string; stored: NoticePreferences }) {
  const versioned = useVersionedForm<NoticePreferences>(noticePreferencesInput, stored)
  const { register } = versioned.form

  const queryClient = useQueryClient()
  const query = noticePreferencesQuery(clinic, userId)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    store: (values) => callFunction('save-notice-preferences', values),
    onSaved: () => toast.success(texts.updated),
    failed: { title: profileTexts.updateFailed, detail: texts.failedDetail },
  })

  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      describe={(name) => ({ label: texts.events[name].label, saved: texts.channels[versioned.saved[name]] })}
    >
      <div className="divide-y divide-line">
        {noticeEvents.map((event) => (
          <fieldset key={event} className="py-4 first:pt-0">
            <legend className="float-left w-full font-semibold sm:w-1/2">
              {texts.events[event].label}
              <span className="block text-form font-normal text-muted">{texts.events[event].hint}</span>
            </legend>
            <div className="flex clear-both flex-wrap gap-x-5 sm:clear-none sm:justify-end">
              {noticeChannels.map((channel) => (
                <label key={channel} className="flex min-h-11 cursor-pointer items-center gap-2">
                  <input
                    type="radio"
                    className="size-4.5 flex-none accent-primary"
                    value={channel}
                    {...register(event)}
                  />
                  {texts.channels[channel]}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </VersionedFormFrame>
  )
}
