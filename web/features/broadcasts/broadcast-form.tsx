import { useMutation } from '@tanstack/react-query'
import type { BroadcastDraft, BroadcastPreview, Broadcasts } from '#domain/broadcasts/broadcasts.ts'
import { audiences, channels, purposes } from '#domain/broadcasts/kinds.ts'
import { broadcastTexts as texts } from '#domain/texts/broadcasts.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useUnsaved } from '#web/components/form/unsaved-guard.tsx'
import { showFieldErrors, useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'

const rules = async () => (await import('#domain/broadcasts/broadcasts.ts')).previewBroadcastInput

export const emptyDraft: BroadcastDraft = {
  channel: 'portal',
  purpose: 'care',
  audience: 'members',
  of: '',
  subject: '',
  body: '',
}

/** Writes a message to many; `onPreview` gets it with its recipients counted. Requires an `UnsavedGuard`. */
export function BroadcastForm({
  choices,
  draft,
  onPreview,
}: {
  choices: Broadcasts
  draft: BroadcastDraft
  onPreview(draft: BroadcastDraft, preview: BroadcastPreview): void
}) {
  const form = useSchemaForm<BroadcastDraft>(rules, draft)
  const {
    register,
    watch,
    setValue,
    formState: { errors, submitCount, isDirty },
  } = form
  useUnsaved(isDirty || draft !== emptyDraft)
  const [channel, audience] = watch(['channel', 'audience'])
  const preview = useMutation({
    mutationFn: (values: BroadcastDraft) => callFunction('preview-broadcast', values),
    onSuccess: (counted, values) => onPreview(values, counted),
    onError: (error) => {
      if (error instanceof ApiError && showFieldErrors(form, error.fields)) return
      toast.error(texts.previewFailed, describeRefusal(error))
    },
  })
  const of = { plan: choices.plans, visit: choices.visits, provider: choices.providers }
  const known = channels.filter((each) => each !== 'text' || choices.sendsTexts)
  return (
    <form
      noValidate
      className="space-y-5"
      onSubmit={form.handleSubmit(async (values) => {
        await preview.mutateAsync(values).catch(() => {})
      })}
    >
      <FormErrorSummary errors={errors} submitCount={submitCount} />
      <Field
        label={texts.channel}
        hint={
          choices.sendsTexts ? texts.channelHints[channel] : `${texts.channelHints[channel]} ${texts.noTexts}`
        }
        error={errors.channel?.message}
      >
        {(control) => (
          <Select
            {...control}
            {...register('channel', {
              onChange: (event) => event.target.value !== 'mail' && setValue('subject', ''),
            })}
          >
            {known.map((each) => (
              <option key={each} value={each}>
                {texts.channels[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label={texts.audience}
          hint={audience === 'visit' || audience === 'provider' ? texts.audienceHint : undefined}
          error={errors.audience?.message}
        >
          {(control) => (
            <Select {...control} {...register('audience', { onChange: () => setValue('of', '') })}>
              {audiences.map((each) => (
                <option key={each} value={each}>
                  {texts.audiences[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {audience !== 'members' && (
          <Field label={texts.ofLabel[audience]} error={errors.of?.message}>
            {(control) => (
              <Select {...control} {...register('of')}>
                <option value="">{texts.choose}</option>
                {of[audience].map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label={texts.purpose} hint={texts.purposeHint} error={errors.purpose?.message}>
          {(control) => (
            <Select {...control} {...register('purpose')}>
              {purposes.map((each) => (
                <option key={each} value={each}>
                  {texts.purposes[each]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {channel === 'mail' && (
        <Field label={texts.subject} error={errors.subject?.message}>
          {(control) => <Input {...control} {...register('subject')} />}
        </Field>
      )}
      <Field label={texts.body} hint={texts.bodyHint} error={errors.body?.message}>
        {(control) => <Textarea rows={6} {...control} {...register('body')} />}
      </Field>
      <SubmitButton isBusy={preview.isPending} busyText={texts.previewing}>
        {texts.preview}
      </SubmitButton>
    </form>
  )
}
