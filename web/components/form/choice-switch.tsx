import { useId } from 'react'
import { cn } from '../ui/class-names.ts'

/**
 * One of a few short choices, in a row.
 *
 * @param onChange absent: the choices are disabled
 */
export function ChoiceSwitch<Choice extends string>({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly (readonly [choice: Choice, text: string])[]
  value: Choice
  onChange?(choice: NoInfer<Choice>): void
}) {
  const name = useId()
  return (
    <fieldset
      disabled={!onChange}
      className="inline-flex max-w-full flex-wrap gap-1 rounded-control bg-sunken p-1"
    >
      <legend className="sr-only">{label}</legend>
      {choices.map(([choice, text]) => (
        <label
          key={choice}
          className={cn(
            'grid min-h-11 cursor-pointer place-items-center rounded-sm px-2.5 text-center text-form font-semibold sm:px-4',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary',
            choice === value ? 'bg-surface text-primary shadow-rest' : 'text-muted hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={choice === value}
            readOnly={!onChange}
            onChange={() => onChange?.(choice)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
