import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { shellTexts } from '#domain/texts/shell.ts'
import { Label } from '../ui/label.tsx'

export interface FieldControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/**
 * Label above, then control, hint and error.
 *
 * ```tsx
 * <Field label="Email" error={errors.email?.message}>
 *   {(control) => <Input type="email" autoComplete="email" {...control} {...register('email')} />}
 * </Field>
 * ```
 * @param aside something small next to the label: a link, a tooltip's button
 */
export function Field({
  label,
  error,
  hint,
  isOptional = false,
  aside,
  children,
}: {
  label: ReactNode
  error?: string
  hint?: ReactNode
  isOptional?: boolean
  aside?: ReactNode
  children(control: FieldControl): ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <div className="mb-1.5 flex min-h-6 items-center justify-between gap-3">
        <Label htmlFor={id}>
          {label}
          {isOptional && <span className="ml-1.5 font-normal text-muted">{shellTexts.optional}</span>}
        </Label>
        {aside}
      </div>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-note text-muted">
          {hint}
        </p>
      )}
      <HeldLine isFilled={Boolean(error)}>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </HeldLine>
    </div>
  )
}

/** Reserves the line of a cleared error until the next click, so that a press ends on the button it began on. */
function HeldLine({ isFilled, children }: { isFilled: boolean; children: ReactNode }) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = line
    if (!current) return
    if (isFilled) {
      current.style.minHeight = ''
      current.style.minHeight = `${current.offsetHeight}px`
      return
    }
    const release = () => {
      current.style.minHeight = ''
    }
    document.addEventListener('click', release, { once: true })
    return () => document.removeEventListener('click', release)
  }, [isFilled])
  return (
    <div ref={line} className="flow-root">
      {children}
    </div>
  )
}

/** A field's error. @param id for the control's `aria-describedby` */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-note font-semibold text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-3.5 flex-none" />
      {children}
    </p>
  )
}
