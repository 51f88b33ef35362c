import { useId } from 'react'
import { webhookTexts } from '#domain/texts/webhooks.ts'
import { webhookTopics } from '#domain/webhooks/kinds.ts'
import { type AddWebhook, addWebhookInput, type WebhookSecret } from '#domain/webhooks/webhooks.ts'
import { Field, FieldError } from '#web/components/form/field.tsx'
import { showFieldErrors, usePlainForm } from '#web/components/form/use-plain-form.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { DialogActions } from '#web/components/ui/dialog.tsx'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Input } from '#web/components/ui/input.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useRefreshWebhooks, type Webhook } from './queries.ts'

const texts = webhookTexts.form

interface WebhookFormProps {
  slug: string
  /** Null: a new endpoint. */
  webhook: Webhook | null
  onClose(): void
  onAdded(secret: WebhookSecret): void
}

/** Adds an endpoint, or changes its address and topics. Without a draft, because an address may contain a secret. */
export default function WebhookForm(props: WebhookFormProps) {
  return (
    <GuardedDialog
      isOpen
      onOpenChange={(open) => open || props.onClose()}
      title={props.webhook ? texts.editTitle : texts.addTitle}
      unsaved={texts.unsaved}
      stay={texts.stay}
    >
      <Fields {...props} />
    </GuardedDialog>
  )
}

function Fields({ slug, webhook, onClose, onAdded }: WebhookFormProps) {
  const id = useId()
  const refresh = useRefreshWebhooks(slug)
  const form = usePlainForm<AddWebhook>(addWebhookInput, {
    url: webhook?.url ?? '',
    topics: webhook?.topics ?? [...webhookTopics],
  })
  const { register, formState, handleSubmit } = form
  const { errors, isSubmitting } = formState

  async function send(values: AddWebhook): Promise<void> {
    try {
      if (webhook) {
        await callFunction('change-webhook', { id: webhook.id, ...values })
        toast.success(texts.saved)
      } else {
        onAdded(await callFunction('add-webhook', values))
        toast.success(texts.added)
      }
      onClose()
      await refresh()
    } catch (error) {
      const isOnItsField = error instanceof ApiError && showFieldErrors(form, error.fields)
      if (!isOnItsField) toast.error(webhookTexts.saveFailed, describeRefusal(error))
    }
  }

  return (
    <form noValidate onSubmit={handleSubmit(send)} className="space-y-5">
      <Field label={texts.url} hint={texts.urlHint} error={errors.url?.message}>
        {(control) => (
          <Input
            autoFocus
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            {...control}
            {...register('url')}
          />
        )}
      </Field>
      <fieldset aria-describedby={errors.topics ? `${id}-error` : undefined}>
        <legend className="mb-1.5 text-form font-semibold">{texts.topics}</legend>
        {webhookTopics.map((topic) => (
          <div key={topic} className="flex min-h-11 items-start gap-3 py-1.5 text-form">
            <Checkbox id={`${id}-${topic}`} value={topic} className="mt-0.5" {...register('topics')} />
            <label htmlFor={`${id}-${topic}`}>
              <span className="font-semibold">{webhookTexts.topics[topic]}</span>{' '}
              <span className="text-muted">{webhookTexts.topicHints[topic]}</span>
            </label>
          </div>
        ))}
        {errors.topics && <FieldError id={`${id}-error`}>{webhookTexts.errors.topics}</FieldError>}
      </fieldset>
      <DialogActions>
        <Button variant="outline" disabled={isSubmitting} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" aria-disabled={isSubmitting || undefined}>
          {isSubmitting ? texts.saving : texts.save}
        </Button>
      </DialogActions>
    </form>
  )
}
