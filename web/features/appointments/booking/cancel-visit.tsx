import { lazy, Suspense, useState } from 'react'
import { visitWhen } from '#domain/appointments/visit-time.ts'
import { appointmentPageTexts } from '#domain/texts/appointments.ts'
import { Field } from '#web/components/form/field.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Textarea } from '#web/components/ui/input.tsx'
import { Select } from '#web/components/ui/select.tsx'
import { useClinic } from '#web/lib/clinic/current-clinic.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import type { TeamVisit } from './queries.ts'
import type { useVisitActions } from './use-visit-actions.ts'

const LateByPatient = lazy(() => loadPart(() => import('../fees/late-by-patient.tsx')))

const texts = appointmentPageTexts.cancelDialog
const { scope: scopeLabel, scopes } = appointmentPageTexts.dialog

export function CancelVisit({
  visit,
  cancel,
  onClose,
}: {
  visit: TeamVisit
  cancel: ReturnType<typeof useVisitActions>['cancel']
  onClose(): void
}) {
  const [reason, setReason] = useState('')
  const [scope, setScope] = useState<'one' | 'following'>('one')
  const [isLateByPatient, setLateByPatient] = useState(false)
  const { subdomain: slug } = useClinic()
  return (
    <AlertDialog
      open
      onOpenChange={(open) => open || cancel.isPending || onClose()}
      title={texts.title(visit.patientName)}
      consequence={texts.consequence(visitWhen(visit), visit.patientUserId !== null)}
      safeLabel={texts.keep}
      actionLabel={texts.action}
      isBusy={cancel.isPending}
      onAction={() => cancel.mutate({ visit, reason, scope, isLateByPatient }, { onSuccess: onClose })}
    >
      <div className="mt-5 space-y-5">
        {visit.seriesId && (
          <Field label={scopeLabel}>
            {(control) => (
              <Select
                {...control}
                value={scope}
                onChange={(event) => setScope(event.target.value as 'one' | 'following')}
              >
                <option value="one">{scopes.one}</option>
                <option value="following">{scopes.following}</option>
              </Select>
            )}
          </Field>
        )}
        {visit.status === 'upcoming' && (
          <Suspense fallback={null}>
            <LateByPatient {...{ visit, slug, isLateByPatient }} onChange={setLateByPatient} />
          </Suspense>
        )}
        <Field label={texts.reason} isOptional>
          {(control) => (
            <Textarea
              rows={2}
              maxLength={500}
              {...control}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </AlertDialog>
  )
}
