import type { UseFormReturn } from 'react-hook-form'
import type { SaveCarePlanTemplate } from '#domain/care-plans/own-templates.ts'
import { carePlanTexts } from '#domain/texts/care-plans.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input } from '#web/components/ui/input.tsx'

const texts = carePlanTexts.templates.editor

export function TitleFields({ form }: { form: UseFormReturn<SaveCarePlanTemplate> }) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label={texts.name} error={errors.title?.message}>
        {(props) => <Input maxLength={120} {...props} {...register('title')} />}
      </Field>
      <Field
        label={texts.description}
        isOptional
        hint={texts.descriptionHint}
        error={errors.description?.message}
      >
        {(props) => <Input maxLength={300} {...props} {...register('description')} />}
      </Field>
    </>
  )
}
