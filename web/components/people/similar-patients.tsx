import type { SimilarPatient } from '#domain/patients/patient-entry.ts'
import { patientTexts } from '#domain/texts/patients.ts'
import { DateText } from '#web/components/date-text.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'

const texts = patientTexts.similar

/** Existing patients to choose instead of a new one; nothing without any. */
export function SimilarPatients({
  patients,
  onChoose,
}: {
  patients: readonly SimilarPatient[]
  onChoose(patient: { id: string; name: string }): void
}) {
  return (
    <div role="status" className="mt-5 empty:hidden">
      {patients.length > 0 && (
        <Notice tone="info">
          <p className="font-semibold">{texts.title(patients.length)}</p>
          <ul className="mt-2 space-y-2">
            {patients.map(({ id, name, bornOn, hasAccount }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <span className="min-w-0 break-words">
                  {name}
                  {bornOn && (
                    <>
                      , {texts.born} <DateText value={bornOn} />
                    </>
                  )}
                  {hasAccount && `, ${texts.hasAccount}`}
                </span>
                <Button
                  variant="outline"
                  aria-label={texts.chooseNamed(name)}
                  onClick={() => onChoose({ id, name })}
                >
                  {texts.choose}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}
