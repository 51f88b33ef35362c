import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import type { FieldControl } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { Input } from '#web/components/ui/input.tsx'
import { patientsNamedQuery } from './queries.ts'

const texts = appointmentPageTexts.dialog
const typingPauseMs = 200

/** Chooses a patient by a part of the name: arrows and Enter, or a click. */
export function PatientField({
  slug,
  control,
  chosen,
  onChoose,
}: {
  slug: string
  control: FieldControl
  chosen: { id: string; name: string } | null
  onChoose(patient: { id: string; name: string } | null): void
}) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const [active, setActive] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useQuery(patientsNamedQuery(slug, asked))
  const options = asked && typed.trim() ? (found.data ?? []) : []

  if (chosen) {
    return (
      <div className="flex items-center gap-2">
        <Input {...control} value={chosen.name} readOnly />
        <Button
          variant="quiet"
          size="icon"
          aria-label={texts.patientChange}
          title={texts.patientChange}
          onClick={() => onChoose(null)}
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
        placeholder={texts.patientPlaceholder}
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
        aria-label={texts.patientsFound}
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
          ? texts.patientsFailed
          : asked && typed.trim() === asked && found.data?.length === 0
            ? texts.patientNone
            : ''}
      </p>
    </div>
  )
}
