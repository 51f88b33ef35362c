import { useId } from 'react'
import { type Answer, agreed, type EnteredAnswer, type FormField, highestScale } from '#domain/forms/forms.ts'
import { formTexts } from '#domain/texts/forms.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { Field, FieldError } from '#web/components/form/field.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Input, Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { QuestionGroup } from './question-group.tsx'

const texts = formTexts.own
/** More are a menu. */
const mostRadios = 8

export interface QuestionProps {
  field: FormField
  answer: Answer | undefined
  error: string | undefined
  onAnswer(answer: EnteredAnswer): void
}

/** One part of a form, except health information, files and signatures. */
export function Question(props: QuestionProps) {
  const { field } = props
  const { kind, label, hint, isMany, options } = field
  if (kind === 'heading')
    return (
      <div className="pt-4">
        <h2 className="font-display text-h3 font-medium break-words whitespace-pre-line">{label}</h2>
        {hint && <p className="mt-1 text-form break-words text-muted">{hint}</p>}
      </div>
    )
  if (kind === 'consent') return <Consent {...props} />
  if (kind === 'scale') return <Scale {...props} />
  if (kind === 'choice' && (isMany || options.length <= mostRadios)) return <Choices {...props} />
  return <Typed {...props} />
}

function Typed({ field, answer, error, onAnswer }: QuestionProps) {
  const { kind, label, hint, isRequired, isLong, options } = field
  const value = typeof answer === 'string' ? answer : ''
  return (
    <Field
      label={<span className="break-words whitespace-pre-line">{label}</span>}
      hint={hint || undefined}
      isOptional={!isRequired}
      {...(error && { error })}
    >
      {(control) => {
        const props = {
          ...control,
          value,
          onChange: (event: { target: { value: string } }) => onAnswer(event.target.value),
        }
        if (kind === 'choice')
          return (
            <Select {...props}>
              <option value="">{texts.choose}</option>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </Select>
          )
        if (kind === 'date') return <Input type="date" {...props} />
        if (isLong) return <Textarea rows={4} maxLength={4000} autoComplete="off" {...props} />
        return <Input maxLength={4000} autoComplete="off" {...props} />
      }}
    </Field>
  )
}

function Choices({ field, answer, error, onAnswer }: QuestionProps) {
  const { isMany, isRequired, options } = field
  const id = useId()
  const chosen = Array.isArray(answer) ? answer : typeof answer === 'string' && answer ? [answer] : []
  const toggle = (option: string, isChosen: boolean) => {
    if (!isMany) return onAnswer(isChosen ? option : '')
    onAnswer(options.filter((each) => (each === option ? isChosen : chosen.includes(each))))
  }
  return (
    <QuestionGroup field={field} error={error}>
      {options.map((option, at) => (
        <label
          key={option}
          htmlFor={`${id}-${at}`}
          className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5"
        >
          {isMany ? (
            <Checkbox
              id={`${id}-${at}`}
              className="flex-none"
              checked={chosen.includes(option)}
              aria-invalid={Boolean(error)}
              onChange={({ target }) => toggle(option, target.checked)}
            />
          ) : (
            <input
              type="radio"
              id={`${id}-${at}`}
              name={id}
              className="size-5 flex-none accent-primary"
              checked={chosen.includes(option)}
              onChange={() => toggle(option, true)}
              // an optional answer can be taken away
              onClick={() => !isRequired && chosen.includes(option) && toggle(option, false)}
            />
          )}
          <span className="min-w-0 break-words">{option}</span>
        </label>
      ))}
    </QuestionGroup>
  )
}

function Scale({ field, answer, error, onAnswer }: QuestionProps) {
  return (
    <QuestionGroup field={field} error={error}>
      <div className="flex flex-wrap gap-1.5">
        {Array.from({ length: highestScale + 1 }, (_, value) => String(value)).map((value) => (
          <label
            key={value}
            className="grid size-11 cursor-pointer place-items-center rounded-control border border-control text-form font-semibold tabular-nums has-[:checked]:border-primary has-[:checked]:bg-primary has-[:checked]:text-on-primary has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-primary"
          >
            <input
              type="radio"
              name={field.id}
              className="sr-only"
              checked={answer === value}
              onChange={() => onAnswer(value)}
            />
            {value}
          </label>
        ))}
      </div>
    </QuestionGroup>
  )
}

function Consent({ field: { label, hint, isRequired }, answer, error, onAnswer }: QuestionProps) {
  const id = useId()
  const describedBy = [`${id}-text`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <p
        id={`${id}-text`}
        className="rounded-control bg-sunken p-4 text-form break-words whitespace-pre-line"
      >
        {label}
      </p>
      {hint && <p className="mt-1.5 text-note text-muted">{hint}</p>}
      <label htmlFor={id} className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
        <Checkbox
          id={id}
          className="flex-none"
          checked={answer === agreed}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy}
          onChange={({ target }) => onAnswer(target.checked ? agreed : '')}
        />
        <span>
          {texts.agree}
          {!isRequired && <span className="ml-1.5 text-muted">{shellTexts.optional}</span>}
        </span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
