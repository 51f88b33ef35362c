import type { FormField } from '#domain/forms/forms.ts'
import type { HealthInformation } from '#domain/profiles/health-information.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { profileTexts } from '#domain/texts/profiles.ts'
import { Field } from '#web/components/form/field.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Notice } from '#web/components/ui/notice.tsx'

const texts = formTexts.own.health
const words = profileTexts.health
const names = ['allergies', 'medications', 'medicalConditions', 'emergencyContact', 'emergencyPhone'] as const

/** The health information of the record, which the signature updates. @param typed null before the first change */
export function HealthQuestion({
  field,
  typed,
  stored,
  errors,
  onAnswer,
}: {
  field: FormField
  typed: HealthInformation | null
  stored: HealthInformation
  errors: Record<string, string>
  onAnswer(health: HealthInformation): void
}) {
  const shown = typed ?? stored
  return (
    <fieldset className="rounded-control border border-line p-4 pt-2">
      <legend className="px-1 font-semibold break-words">{field.label}</legend>
      <p className="text-note text-muted">{field.hint || texts.prefilled}</p>
      {typed && typed.version !== stored.version && (
        <Notice tone="warning" className="mt-3">
          {texts.elsewhere}
        </Notice>
      )}
      <div className="mt-4 space-y-5">
        {names.map((name) => {
          const error = errors[`${field.id}.${name}`]
          return (
            <Field key={name} label={words[name]} isOptional {...(error && { error })}>
              {(control) => {
                const props = {
                  ...control,
                  value: shown[name],
                  autoComplete: 'off',
                  onChange: (event: { target: { value: string } }) =>
                    onAnswer({ ...shown, [name]: event.target.value }),
                }
                if (name === 'emergencyPhone')
                  return <Input type="tel" inputMode="tel" maxLength={40} {...props} />
                if (name === 'emergencyContact') return <Input maxLength={200} {...props} />
                return <Textarea rows={3} maxLength={4000} {...props} />
              }}
            </Field>
          )
        })}
      </div>
    </fieldset>
  )
}
