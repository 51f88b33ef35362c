import { useState } from 'react'
import { type LeadForm as Lead, leadForm } from '#domain/marketing/lead.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { usePlainForm } from '#web/components/form/use-plain-form.ts'
import { Input } from '#web/components/ui/input.tsx'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { insertLead } from '#web/lib/fetch/open-calls.ts'
import { leadProblem } from './lead-problem.ts'

const texts = marketingTexts.landing

/**
 * The email form: idle, submitting, submitted (docs/specification.md A4).
 *
 * @param typed input entered before its script loaded
 */
export function LeadForm({ typed = {} }: { typed?: Partial<Lead> }) {
  const form = usePlainForm<Lead>(leadForm, { email: '', ...typed })
  const { register, handleSubmit, formState, setError } = form
  const [isSubmitted, setSubmitted] = useState(false)

  async function submit({ email }: Lead): Promise<void> {
    const failure = await failureOf(email)
    if (failure) setError('email', { message: failure })
    else setSubmitted(true)
  }

  return (
    // "dialog": without its script nothing is sent, and the address does not enter the URL
    <form noValidate method="dialog" onSubmit={handleSubmit(submit)} className="max-w-120">
      <Field label={texts.emailLabel} error={formState.errors.email?.message}>
        {(control) => (
          <div className="flex flex-col gap-3 sm:flex-row">
            <Input
              type="email"
              autoComplete="email"
              inputMode="email"
              placeholder={texts.emailPlaceholder}
              className="min-h-13"
              disabled={isSubmitted}
              {...control}
              {...register('email')}
            />
            <SubmitButton
              size="large"
              variant="outline"
              isBusy={formState.isSubmitting}
              busyText={texts.busy}
              disabled={isSubmitted}
            >
              {isSubmitted ? texts.submitted : texts.submit}
            </SubmitButton>
          </div>
        )}
      </Field>
      <p role="status" className="mt-2 min-h-6 text-form font-semibold text-success">
        {isSubmitted && texts.success}
      </p>
    </form>
  )
}

async function failureOf(email: string): Promise<string | null> {
  try {
    await insertLead(email)
    return null
  } catch (error) {
    return leadProblem(error instanceof ApiError ? error : {})
  }
}
