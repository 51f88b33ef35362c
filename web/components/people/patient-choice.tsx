import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { patientsNamedQuery, stillNamed } from '#web/lib/clinic/patients-named.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'
import type { FieldControl } from '../form/field.tsx'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/class-names.ts'
import { Input } from '../ui/input.tsx'

const texts = componentTexts.patientChoice
const noIds: readonly string[] = []

/**
 * @param control of the surrounding field @param clearLabel of the button that clears the choice
 * @param withoutIds patients that are not offered
 * @param onAdd adds a patient of the typed name; offered when the search has no result
 */
export function PatientChoice({
  slug,
  control,
  chosen,
  clearLabel = texts.change,
  withoutIds = noIds,
  autoFocus = false,
  onChoose,
  onAdd,
}: {
  slug: string
  control: FieldControl
  chosen: { id: string; name: string } | null
  clearLabel?: string
  withoutIds?: readonly string[]
  autoFocus?: boolean
  onChoose(patient: { id: string; name: string } | null): void
  onAdd?: ((name: string) => void) | undefined
}) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [reached, setReached] = useState<string | null>(null)
  const asked = useSettled(typed.trim())
  const found = useQuery(patientsNamedQuery(slug, asked))
  // drops earlier results that no longer match the text, so that Enter never selects another patient
  const isAnswer = typed.trim() === asked && !found.isPlaceholderData
  const matches = !asked ? [] : isAnswer ? (found.data ?? []) : stillNamed(found.data ?? [], typed)
  const isUnknown = asked !== '' && isAnswer && found.data?.length === 0
  const options = matches.filter(({ id }) => !withoutIds.includes(id))
  // the highlighted option while it is offered, else the first
  const active = Math.max(
    options.findIndex(({ id }) => id === reached),
    0,
  )

  function choose(patient: { id: string; name: string }): void {
    setTyped('')
    onChoose(patient)
  }

  if (chosen) {
    return (
      <div className="flex items-center gap-2">
        <Input {...control} value={chosen.name} readOnly />
        <Button
          variant="quiet"
          size="icon"
          aria-label={clearLabel}
          title={clearLabel}
          onClick={() => onChoose(null)}
        >
          <X aria-hidden />
        </Button>
      </div>
    )
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined) setReached(options[active + step]?.id ?? reached)
    else if (event.key === 'Enter' && typed.trim() && !event.nativeEvent.isComposing) {
      if (options[active]) choose(options[active])
      else if (isUnknown) onAdd?.(asked)
    } else return
    event.preventDefault()
  }

  return (
    <div className="relative">
      <Input
        {...control}
        autoFocus={autoFocus}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={options[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        placeholder={texts.placeholder}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setReached(null)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={texts.found}
        className={cn('layer menu absolute inset-x-0 top-full z-20 mt-1', options.length === 0 && 'hidden')}
      >
        {options.map((patient, index) => (
          <div
            key={patient.id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            className={cn('menu-item flex-col items-start gap-0', index === active && 'bg-tint')}
            // before the field loses focus
            onMouseDown={(event) => {
              event.preventDefault()
              choose(patient)
            }}
          >
            <span className="font-semibold">{patient.name}</span>
            {patient.email && <span className="text-note text-muted">{patient.email}</span>}
          </div>
        ))}
      </div>
      <p role="status" className="mt-1.5 text-note text-muted empty:hidden">
        {found.isError ? texts.failed : isUnknown ? texts.nobody : ''}
      </p>
      {onAdd && isUnknown && (
        <Button variant="link" onClick={() => onAdd(asked)}>
          {patientTexts.addNamed(asked)}
        </Button>
      )}
    </div>
  )
}
