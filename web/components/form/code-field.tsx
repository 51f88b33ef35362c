import { type Control, Controller, type FieldValues, type Path } from 'react-hook-form'
import { CodeInput } from './code-input.tsx'
import { Field } from './field.tsx'

/** A field for a six-digit code. @param onComplete called with the sixth digit */
export function CodeField<Form extends FieldValues>({
  control,
  name,
  label,
  hint,
  ...input
}: {
  control: Control<Form>
  name: Path<Form>
  label: string
  hint?: string
  autoFocus?: boolean
  onComplete?: () => void
}) {
  return (
    <Controller
      control={control}
      name={name}
      // not validated on blur: people leave the empty field to read their mail, and an error that appears during a
      // press moves the button
      render={({ field: { onBlur: _, ...field }, fieldState }) => (
        <Field label={label} hint={hint} error={fieldState.error?.message}>
          {(described) => <CodeInput {...described} {...field} {...input} />}
        </Field>
      )}
    />
  )
}
