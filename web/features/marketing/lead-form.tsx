import { useState } from 'react'
import { type LeadForm as Lead, leadForm } from '#domain/marketing/lead.ts'
import { marketingTexts } from '#domain/texts/marketing.ts'
import { Field } from '#web/components/form/field.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { useSchemaForm } from '#web/components/form/use-schema-form.ts'
import { Input } from '#web/components/ui/input.tsx'
import { rest } from '#web/lib/api.ts'
import { leadProblem } from './lead-problem.ts'

const texts = marketingTexts.landing

/** The email form: idle, submitting, submitted (docs/specification.md A4). */
export function LeadForm() {
  const form = useSchemaForm<Lead>(leadForm, { email: '' })
  const { register, handleSubmit, formState, setError } = form
  const [isSubmitted, setSubmitted] = useState(false)

  async function submit({ email }: Lead): Promise<void> {
    const failure = await insertLead(email)
    if (failure) setError('email', { message: failure })
    else setSubmitted(true)
  }

  return (
    <form noValidate onSubmit={handleSubmit(submit)} className="max-w-120">
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

/** @returns what went wrong as a sentence, or null */
async function insertLead(email: string): Promise<string | null> {
  try {
    const { error } = await rest.from('leads').insert({ email })
    return error && leadProblem(error)
  } catch {
    return texts.unexpected
  }
}
