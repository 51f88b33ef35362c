import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { taskTexts } from '#domain/texts/tasks.ts'
import { Field } from '#web/components/form/field.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Input } from '#web/components/ui/input.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import { patientChoiceQuery } from '#web/lib/patient-choice.ts'

const texts = taskTexts.form

/** Whom a task is about: typed and chosen from the clinic's patients, or nobody. */
export function PatientField({
  clinic,
  chosen,
  error,
  onChoose,
}: {
  clinic: Clinic
  chosen: { id: string; name: string } | null
  error: string | undefined
  onChoose(patient: { id: string; name: string } | null): void
}) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const search = typed.trim()
  const { data: found = [], isError } = useQuery(patientChoiceQuery(clinic, search))

  if (chosen) {
    return (
      <Field label={texts.patient} isOptional error={error}>
        {(control) => (
          <div className="flex items-center gap-2">
            <Input {...control} readOnly value={chosen.name} />
            <Button
              variant="quiet"
              size="icon"
              aria-label={texts.patientClear}
              onClick={() => onChoose(null)}
            >
              <X aria-hidden />
            </Button>
          </div>
        )}
      </Field>
    )
  }
  return (
    <Field
      label={texts.patient}
      isOptional
      error={error ?? (isError ? texts.patientFailed : undefined)}
      hint={texts.patientHint}
    >
      {(control) => (
        <>
          <Input
            {...control}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {search.length >= 2 && (
            <ul
              id={listId}
              aria-label={texts.patientFound}
              className="mt-1 rounded-control border border-line"
            >
              {found.map((patient) => (
                <li key={patient.id}>
                  <button
                    type="button"
                    className="block min-h-11 w-full truncate px-3 text-left text-form hover:bg-tint"
                    onClick={() => {
                      setTyped('')
                      onChoose(patient)
                    }}
                  >
                    {patient.name}
                  </button>
                </li>
              ))}
              {found.length === 0 && !isError && (
                <li className="px-3 py-2.5 text-form text-muted">{texts.patientNobody}</li>
              )}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}
