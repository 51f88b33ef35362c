import { useState } from 'react'
import {
  type ContactRequest,
  type ContactSubject,
  contactRequestInput,
  contactSubjects,
} from '#domain/marketing/contact.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Field } from '#web/components/form/field.tsx'
import { FormErrorSummary } from '#web/components/form/form-error-summary.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { showFieldErrors, usePlainForm } from '#web/components/form/use-plain-form.ts'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { callOpenFunction } from '#web/lib/fetch/open-calls.ts'

const texts = marketingTexts.contact.form

/**
 * A visitor's message to Carefold.
 *
 * @param typed input entered before its script loaded
 * @param onSent receives the visitor's address
 */
export function ContactForm({
  about,
  typed = {},
  onSent,
}: {
  about: ContactSubject
  typed?: Partial<ContactRequest>
  onSent(email: string): void
}) {
  const form = usePlainForm<ContactRequest>(contactRequestInput, {
    about,
    name: '',
    email: '',
    clinicName: '',
    message: '',
    ...typed,
  })
  const { register, formState, handleSubmit } = form
  const { errors } = formState
  const [failure, setFailure] = useState<string | null>(null)

  async function send(values: ContactRequest): Promise<void> {
    setFailure(null)
    try {
      await callOpenFunction('send-contact-request', values)
      onSent(values.email)
    } catch (error) {
      const refusal = error instanceof ApiError ? error : null
      if (refusal && showFieldErrors(form, refusal.fields)) return
      // the message of a defect is not written for users
      setFailure(refusal && refusal.code !== 'unexpected' ? refusal.message : '')
    }
  }

  return (
    <form noValidate method="dialog" onSubmit={handleSubmit(send)} className="space-y-5">
      <FormErrorSummary errors={errors} submitCount={formState.submitCount} />
      {failure !== null && (
        <Notice tone="danger" title={texts.failed}>
          {failure}
        </Notice>
      )}
      <Field label={texts.about} error={errors.about?.message}>
        {(control) => (
          <Select {...control} {...register('about')}>
            {contactSubjects.map((subject) => (
              <option key={subject} value={subject}>
                {texts.subjects[subject]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={texts.name} error={errors.name?.message}>
        {(control) => <Input autoComplete="name" {...control} {...register('name')} />}
      </Field>
      <Field label={texts.email} error={errors.email?.message}>
        {(control) => (
          <Input type="email" inputMode="email" autoComplete="email" {...control} {...register('email')} />
        )}
      </Field>
      <Field label={texts.clinicName} isOptional error={errors.clinicName?.message}>
        {(control) => <Input autoComplete="organization" {...control} {...register('clinicName')} />}
      </Field>
      <Field label={texts.message} hint={texts.messageHint} error={errors.message?.message}>
        {(control) => <Textarea rows={5} {...control} {...register('message')} />}
      </Field>
      <SubmitButton size="large" isBusy={formState.isSubmitting} busyText={texts.sending}>
        {texts.send}
      </SubmitButton>
    </form>
  )
}
