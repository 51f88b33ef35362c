import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Field } from '#web/components/form/field.tsx'
import { Input } from '#web/components/ui/input.tsx'

export function SearchField({
  label,
  placeholder,
  hint,
  value,
  onChange,
}: {
  label: string
  placeholder?: string
  hint?: string
  value: string
  onChange(text: string): void
}) {
  return (
    <Field label={label} {...(hint && { hint })}>
      {(control) => (
        <SearchInput
          placeholder={placeholder}
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** Without a visible label, for a row of filters: needs an `aria-label`. */
export function SearchInput(props: ComponentProps<'input'>) {
  return (
    <span className="relative block">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
      />
      <Input type="search" className="pl-10" autoComplete="off" {...props} />
    </span>
  )
}
