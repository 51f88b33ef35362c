import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { twoFactorTexts } from '#domain/texts/two-factor.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { Label } from '#web/components/ui/label.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { useClinicSlug } from '#web/lib/clinic/current-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { useTookSecondStep } from '#web/lib/proof/second-step.ts'
import { useUpdateClinicSecurity } from './clinic-security.ts'
import { clinicSecurityQuery } from './clinic-security-query.ts'

const texts = twoFactorTexts.clinic

/** The clinic's two-step rule for its team. Changes require an admin's aal2 session. */
export function ClinicRule() {
  const id = useId()
  const security = useQuery(clinicSecurityQuery(useClinicSlug()))
  const update = useUpdateClinicSecurity()
  const [isAsking, setAsking] = useState(false)
  const isHigh = useTookSecondStep()

  function change(requiresMfa: boolean): void {
    update.mutate(requiresMfa, {
      onSuccess: () => toast.success(requiresMfa ? texts.switchedOn : texts.switchedOff),
      onError: (error) => toast.error(texts.failed, describeRefusal(error)),
      onSettled: () => setAsking(false),
    })
  }

  return (
    <Card>
      <CardTitle>{texts.title}</CardTitle>
      <CardNote>{texts.lead}</CardNote>
      {security.data && (
        <div className="mt-5 space-y-4">
          <div className="flex items-start gap-3">
            <Checkbox
              id={id}
              aria-describedby={`${id}-hint`}
              className="mt-0.5"
              checked={security.data.requiresMfa}
              disabled={!isHigh || update.isPending}
              onChange={({ target }) => (target.checked ? change(true) : setAsking(true))}
            />
            <div>
              <Label htmlFor={id}>{texts.requires}</Label>
              <p id={`${id}-hint`} className="mt-1 text-form text-muted">
                {texts.requiresHint}
              </p>
            </div>
          </div>
        </div>
      )}
      {security.isPending && (
        <Loading label={texts.title}>
          <Skeleton className="mt-5 h-14 w-full" />
        </Loading>
      )}
      {security.isError && !security.data && (
        <div className="mt-5">
          <ErrorState title={texts.failed} onRetry={() => void security.refetch()} />
        </div>
      )}
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => update.isPending || setAsking(open)}
        title={texts.askOff.title}
        consequence={texts.askOff.consequence}
        safeLabel={texts.askOff.keep}
        actionLabel={texts.askOff.action}
        isBusy={update.isPending}
        onAction={() => change(false)}
      />
    </Card>
  )
}
