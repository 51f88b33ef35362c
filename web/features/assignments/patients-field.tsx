import { X } from 'lucide-react'
import { assignmentTexts } from '#domain/texts/assignments.ts'
import { Field } from '#web/components/form/field.tsx'
import { PatientChoice } from '#web/components/people/patient-choice.tsx'
import { Button } from '#web/components/ui/button.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'

const texts = assignmentTexts.form

export interface Person {
  id: string
  name: string
}

export function PatientsField({
  clinic,
  chosen,
  error,
  takesFocus,
  onChange,
}: {
  clinic: Clinic
  chosen: readonly Person[]
  error: string | undefined
  /** when drawn first */
  takesFocus: boolean
  onChange(people: Person[]): void
}) {
  return (
    <div>
      <Field label={texts.patients} {...(error && { error })}>
        {(control) => (
          <PatientChoice
            slug={clinic.subdomain}
            control={control}
            autoFocus={takesFocus}
            chosen={null}
            withoutIds={chosen.map(({ id }) => id)}
            onChoose={(person) => person && onChange([...chosen, { id: person.id, name: person.name }])}
          />
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
