import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { maxIncludes } from '#domain/plans/plans.ts'
import { planTexts } from '#domain/texts/plans.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { PlanForm } from './plan-form.ts'

const texts = planTexts.page

/** Included or excluded services, one line each: Enter adds a line, arrows move one. */
export function LinesField({
  form,
  name,
  label,
  hint,
}: {
  form: UseFormReturn<PlanForm>
  name: 'includes' | 'excludes'
  label: string
  hint: string
}) {
  const { fields, append, insert, remove, move } = useFieldArray({ control: form.control, name })
  const errors = form.formState.errors[name]
  const lines = form.watch(name)
  const id = useId()
  const isFull = fields.length >= maxIncludes

  function goOn(event: KeyboardEvent, index: number): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter would submit the form
    event.preventDefault()
    if (!isFull) insert(index + 1, { line: '' })
  }

  return (
    <fieldset aria-describedby={`${id}-hint`}>
      <legend className="mb-1.5 text-form font-semibold">{label}</legend>
      <ol className="space-y-2">
        {fields.map((field, index) => {
          const text = lines[index]?.line.trim() ?? ''
          const error = errors?.[index]?.line?.message
          return (
            <li key={field.id}>
              <div className="flex items-center gap-1">
                <Input
                  aria-label={name === 'includes' ? texts.line(index + 1) : texts.excludedLine(index + 1)}
                  aria-invalid={Boolean(error)}
                  aria-describedby={error ? `${id}-${index}` : undefined}
                  maxLength={200}
                  {...form.register(`${name}.${index}.line`)}
                  onKeyDown={(event) => goOn(event, index)}
                />
                <LineButton
                  label={texts.moveLineUp(text)}
                  icon={ArrowUp}
                  disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                />
                <LineButton
                  label={texts.moveLineDown(text)}
                  icon={ArrowDown}
                  disabled={index === fields.length - 1}
                  onClick={() => move(index, index + 1)}
                />
                <LineButton
                  label={texts.removeLine(text)}
                  icon={X}
                  disabled={fields.length === 1}
                  onClick={() => remove(index)}
                />
              </div>
              {error && (
                <p id={`${id}-${index}`} className="mt-1 text-note font-semibold text-danger">
                  {error}
                </p>
              )}
            </li>
          )
        })}
      </ol>
      <p id={`${id}-hint`} className="mt-1.5 text-note text-muted">
        {hint}
      </p>
      {!isFull && (
        <Button variant="tint" size="small" className="mt-3" onClick={() => append({ line: '' })}>
          <Plus aria-hidden />
          {texts.addLine}
        </Button>
      )}
    </fieldset>
  )
}

function LineButton({
  label,
  icon: Icon,
  ...props
}: {
  label: string
  icon: typeof X
  disabled: boolean
  onClick(): void
}) {
  return (
    <Button variant="quiet" size="icon" className="w-9 flex-none text-muted" aria-label={label} {...props}>
      <Icon aria-hidden />
    </Button>
  )
}
