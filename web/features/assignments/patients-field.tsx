import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { mostPatients } from '#domain/assignments/assignments.ts'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { patientsNamedQuery } from '#web/lib/clinic/patients-named.ts'
import { useSettled } from '#web/lib/hooks/use-settled.ts'

const texts = assignmentTexts.form

export interface Person {
  id: string
  name: string
}

export function PatientsField({
  clinic,
  chosen,
  error,
  onChange,
}: {
  clinic: Clinic
  chosen: readonly Person[]
  error: string | undefined
  onChange(people: Person[]): void
}) {
  const [typed, setTyped] = useState('')
  const search = typed.trim()
  const asked = useSettled(search)
  const { data = [], isError, isSuccess } = useQuery(patientsNamedQuery(clinic.subdomain, asked))
  const found = data.filter(({ id }) => !chosen.some((person) => person.id === id))
  return (
    <div>
      <Field
        label={texts.patients}
        hint={texts.patientsHint}
        {...((error ?? isError) && { error: isError ? texts.patientsFailed : (error ?? '') })}
      >
        {(control) => (
          <>
            <Input
              {...control}
              type="search"
              autoComplete="off"
              value={typed}
              disabled={chosen.length >= mostPatients}
              onChange={({ target }) => setTyped(target.value)}
            />
            {search.length >= 2 && (
              <ul aria-label={texts.patientsFound} className="mt-1 rounded-control border border-line">
                {found.map((person) => (
                  <li key={person.id}>
                    <button
                      type="button"
                      className="block min-h-11 w-full truncate px-3 text-left text-form hover:bg-tint"
                      onClick={() => {
                        setTyped('')
                        onChange([...chosen, person])
                      }}
                    >
                      {person.name}
                    </button>
                  </li>
                ))}
                {found.length === 0 && isSuccess && search === asked && (
                  <li className="px-3 py-2.5 text-form text-muted">{texts.patientsNobody}</li>
                )}
              </ul>
            )}
          </>
        )}
      </Field>
      {chosen.length > 0 && (
        <ul aria-label={texts.chosen} className="mt-3 flex flex-wrap gap-2">
          {chosen.map((person) => (
            <li
              key={person.id}
              className="flex min-w-0 items-center gap-1 rounded-full bg-tint pl-3 text-form"
            >
              <span className="truncate">{person.name}</span>
              <Button
                variant="quiet"
                size="icon"
                aria-label={texts.remove(person.name)}
                onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
              >
                <X aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
