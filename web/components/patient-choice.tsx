import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { componentTexts } from '#domain/texts/components.ts'
import { patientsNamedQuery } from '../lib/patients-named.ts'
import { useSettled } from '../lib/use-settled.ts'
import type { FieldControl } from './form/field.tsx'
import { Button } from './ui/button.tsx'
import { cn } from './ui/class-names.ts'
import { Input } from './ui/input.tsx'

const texts = componentTexts.patientChoice

/**
 * Chooses a patient by a part of the name: arrows and Enter, or a click.
 *
 * @param control of the field around it
 * @param clearLabel of the button that takes the choice back
 */
export function PatientChoice({
  slug,
  control,
  chosen,
  clearLabel = texts.change,
  onChoose,
}: {
  slug: string
  control: FieldControl
  chosen: { id: string; name: string } | null
  clearLabel?: string
  onChoose(patient: { id: string; name: string } | null): void
}) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const asked = useSettled(typed.trim())
  const found = useQuery(patientsNamedQuery(slug, asked))
  const options = asked && typed.trim() ? (found.data ?? []) : []

  if (chosen) {
    return (
      <div className="flex items-center gap-2">
        <Input {...control} value={chosen.name} readOnly />
        <Button
          variant="quiet"
          size="icon"
          aria-label={clearLabel}
          title={clearLabel}
          onClick={() => {
            setTyped('')
            onChoose(null)
          }}
        >
          <X aria-hidden />
        </Button>
      </div>
    )
  }

  function onKeyDown(event: React.KeyboardEvent): void {
    if (event.key === 'ArrowDown') setActive((now) => Math.min(now + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setActive((now) => Math.max(now - 1, 0))
    else if (event.key === 'Enter' && options[active]) onChoose(options[active])
    else return
    event.preventDefault()
  }

  return (
    <div className="relative">
      <Input
        {...control}
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
          setActive(0)
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
              onChoose(patient)
            }}
          >
            <span className="font-semibold">{patient.name}</span>
            {patient.email && <span className="text-note text-muted">{patient.email}</span>}
          </div>
        ))}
      </div>
      <p role="status" className="mt-1.5 text-note text-muted empty:hidden">
        {found.isError
          ? texts.failed
          : asked && typed.trim() === asked && found.data?.length === 0
            ? texts.nobody
            : ''}
      </p>
    </div>
  )
}
