import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MessageSettingsForm, messageSettingsInput, replyTimes } from '#domain/messages/messages.ts'
import { settingsCardIds } from '#domain/settings-card-ids.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { formatDate } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Field } from '#web/components/form/field.tsx'
import { useVersionedForm } from '#web/components/form/use-versioned-form.ts'
import { useVersionedSave } from '#web/components/form/use-versioned-save.ts'
import { VersionedFormFrame } from '#web/components/form/versioned-form-frame.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { messageSettingsQuery } from './queries.ts'

const texts = messageTexts.settings

export function MessageSettingsCard({ clinic }: { clinic: Clinic }) {
  const settings = useQuery(messageSettingsQuery(clinic))
  return (
    <Card id={settingsCardIds.messages}>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote className="mb-5">{texts.lead}</CardNote>
      {settings.data ? (
        <Editor clinic={clinic} stored={settings.data} />
      ) : settings.isError ? (
        <ErrorState title={texts.loadFailed} onRetry={() => void settings.refetch()} />
      ) : (
        <Loading>
          <Skeleton className="h-16" />
          <Skeleton className="mt-4 h-28" />
        </Loading>
      )}
    </Card>
  )
}

function Editor({ clinic, stored }: { clinic: Clinic; stored: MessageSettingsForm }) {
  const versioned = useVersionedForm<MessageSettingsForm>(messageSettingsInput, stored)
  const {
    register,
    formState: { errors },
  } = versioned.form
  const queryClient = useQueryClient()
  const query = messageSettingsQuery(clinic)
  const saving = useVersionedSave(versioned, {
    queryKey: query.queryKey,
    read: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    store: (values) => callFunction('save-message-settings', values),
    failed: { title: texts.saveFailed, detail: texts.saveFailedDetail },
  })
  return (
    <VersionedFormFrame
      versioned={versioned}
      saving={saving}
      describe={(name) => ({ label: texts[name], saved: savedText(name, versioned.saved[name]) })}
    >
      <Field label={texts.replyWithin} error={errors.replyWithin?.message}>
        {(control) => (
          <Select {...control} {...register('replyWithin')}>
            <option value="">{texts.noPromise}</option>
            {replyTimes.map((time) => (
              <option key={time} value={time}>
                {texts.replyTimes[time]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.awayText} isOptional hint={texts.awayHint} error={errors.awayText?.message}>
        {(control) => (
          <Textarea rows={3} placeholder={texts.awayPlaceholder} {...control} {...register('awayText')} />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.awayFrom} isOptional hint={texts.awayDaysHint} error={errors.awayFrom?.message}>
          {(control) => <Input type="date" {...control} {...register('awayFrom')} />}
        </Field>
        <Field label={texts.awayUntil} isOptional error={errors.awayUntil?.message}>
          {(control) => <Input type="date" {...control} {...register('awayUntil')} />}
        </Field>
      </div>
    </VersionedFormFrame>
  )
}

function savedText(name: string, value: string): string {
  if (name === 'replyWithin')
    return value ? texts.replyTimes[value as keyof typeof texts.replyTimes] : texts.noPromise
  return value && name !== 'awayText' ? formatDate(value) : value
}
