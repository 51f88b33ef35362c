import { lazy, Suspense } from 'react'
import { patientTexts } from '#domain/texts/patients.ts'
import { GuardedDialog } from '#web/components/ui/guarded-dialog.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import type { NewPatientFieldsProps } from './new-patient-fields.tsx'

const NewPatientFields = lazy(() => loadPart(() => import('./new-patient-fields.tsx')))

/**
 * Enters a patient without an account. The form is mounted only while open, so it is empty each time; the caller closes
 * it.
 */
export function NewPatientDialog({
  isOpen,
  onOpenChange,
  ...form
}: NewPatientFieldsProps & { isOpen: boolean; onOpenChange(isOpen: boolean): void }) {
  return (
    <GuardedDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={patientTexts.title}
      description={patientTexts.lead}
      unsaved={patientTexts.unsaved}
    >
      <Suspense
        fallback={
          <Loading>
            <Skeleton className="h-80" />
          </Loading>
        }
      >
        <NewPatientFields {...form} onClose={() => onOpenChange(false)} />
      </Suspense>
    </GuardedDialog>
  )
}
