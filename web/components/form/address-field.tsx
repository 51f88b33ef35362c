import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { accessTexts } from '#domain/texts/access.ts'
import type { AddressCheck } from '#web/lib/hooks/use-address-check.ts'
import { config } from '#web/lib/page/config.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/class-names.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { Field } from './field.tsx'

const texts = accessTexts.signUp
const suffix = `.${config.appDomain}`

export function AddressField({
  label = accessTexts.fields.clinicAddress,
  hint,
  tooltip = texts.addressTooltip,
  registration,
  error,
  check,
  onEdit,
}: {
  label?: string
  hint?: ReactNode
  tooltip?: string
  registration: UseFormRegisterReturn
  error: string | undefined
  check: AddressCheck
  onEdit(typed: string): void
}) {
  return (
    <Field
      label={label}
      error={error}
      aside={
        <Tooltip text={tooltip}>
          <button
            type="button"
            aria-label={texts.addressHelp}
            className="-my-2 grid size-9 place-items-center rounded-full text-muted hover:text-ink"
          >
            <CircleHelp aria-hidden className="size-4.5" />
          </button>
        </Tooltip>
      }
    >
      {(control) => (
        <>
          <span className="control flex items-center gap-x-1 p-0 pr-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary">
            <input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="min-w-0 flex-1 rounded-control bg-transparent py-2 pl-3 outline-none"
              {...control}
              aria-invalid={control['aria-invalid'] || check.state === 'unavailable'}
              aria-describedby={`${control['aria-describedby'] ?? ''} ${control.id}-suffix ${control.id}-check`.trim()}
              {...registration}
              onChange={(event) => onEdit(event.target.value)}
              onBlur={(event) => event.target.value !== '' && void registration.onBlur(event)}
            />
            <span className="flex-none text-form text-muted max-sm:hidden">{suffix}</span>
            <span className="flex size-5 items-center justify-center">
              <CheckIcon state={check.state} />
            </span>
          </span>
          {/* a line below on phones, so that a long name has the full width */}
          <span id={`${control.id}-suffix`} className="mt-1 block truncate text-form text-muted sm:hidden">
            {suffix}
          </span>
          <CheckLine id={`${control.id}-check`} check={check} hint={hint} isHidden={Boolean(error)} />
          {check.state === 'unavailable' && check.free && (
            <Button variant="outline" size="small" className="mt-1" onClick={() => onEdit(check.free ?? '')}>
              {texts.takeFree(check.free)}
            </Button>
          )}
        </>
      )}
    </Field>
  )
}

function CheckIcon({ state }: { state: AddressCheck['state'] }) {
  const classes = 'size-5 flex-none'
  if (state === 'checking') return <Spinner className="text-muted" />
  if (state === 'available') return <CircleCheck aria-hidden className={cn(classes, 'text-success')} />
  if (state === 'unavailable') return <CircleX aria-hidden className={cn(classes, 'text-danger')} />
  if (state === 'failed') return <CircleAlert aria-hidden className={cn(classes, 'text-warning')} />
  return null
}

/** The availability, announced as it changes. Reserves its line, so that the form does not jump. */
function CheckLine({
  id,
  check,
  hint,
  isHidden,
}: {
  id: string
  check: AddressCheck
  hint: ReactNode
  isHidden: boolean
}) {
  const tone = { available: 'text-success', unavailable: 'text-danger', failed: 'text-warning' } as const
  const color = check.state in tone ? tone[check.state as keyof typeof tone] : 'text-muted'
  return (
    <p
      id={id}
      role="status"
      className={cn('mt-1.5 min-h-5 text-note font-semibold', color, isHidden && 'sr-only')}
    >
      {check.state === 'idle' && <span className="font-normal">{hint}</span>}
      {check.state === 'checking' && <span className="sr-only">{texts.checking}</span>}
      {check.state === 'available' && texts.available}
      {(check.state === 'unavailable' || check.state === 'failed') && check.message}
    </p>
  )
}
