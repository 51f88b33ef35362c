import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { VisitDecisions } from '#domain/appointments/visits-ahead.ts'
import { paths } from '#domain/paths.ts'
import type { OpenAmountChoice } from '#domain/subscriptions/inputs.ts'
import { retentionTexts } from '#domain/texts/retention.ts'
import { openAmountTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { useOpenAmount } from '#web/components/open-amount.tsx'
import { useVisitsAhead } from '#web/components/people/visits-ahead.tsx'
import { RetentionList } from '#web/components/retention-list.tsx'
import { AlertDialog } from '#web/components/ui/alert-dialog.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card, CardNote, CardTitle } from '#web/components/ui/card.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { toast } from '#web/components/ui/toast.ts'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { describeRefusal, refusalCode } from '#web/lib/fetch/refusals.ts'
import { useSession } from '#web/lib/session/session-context.ts'

const texts = retentionTexts.leave

export function LeaveClinic({ clinic }: { clinic: Clinic }) {
  const { refreshMemberships } = useSession()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const preview = useMutation({
    mutationFn: () => callFunction('leave-clinic', { confirmed: false }),
    onSuccess: () => setAsking(true),
    onError: (error) => toast.error(texts.failedToAsk, describeRefusal(error)),
  })
  const leave = useMutation({
    mutationFn: (decisions: { open: OpenAmountChoice; visits: VisitDecisions }) =>
      callFunction('leave-clinic', { confirmed: true, ...decisions }),
    onSuccess: async ({ isConfirmed, plans }) => {
      if (isConfirmed)
        toast.success(texts.done(clinic.name), plans.length > 0 ? { description: texts.doneDetail } : {})
      else toast.info(texts.done(clinic.name), { description: texts.waits })
      await refreshMemberships()
      await navigate(withClinic(paths.home), { replace: true })
      queryClient.removeQueries({ queryKey: clinicKey(clinic.subdomain), type: 'inactive' })
    },
    onError: (error) => {
      toast.error(texts.failed, describeRefusal(error))
      if (refusalCode(error) === 'visits_undecided') preview.mutate()
      else setAsking(false)
    },
  })
  const plans = preview.data?.plans ?? []
  const { question, decide, reset } = useOpenAmount(preview.data?.open ?? null, openAmountTexts.payer)
  const visits = useVisitsAhead(preview.data?.ahead, 'own')
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-64">
        <CardTitle>{texts.title}</CardTitle>
        <CardNote>{texts.lead(clinic.name)}</CardNote>
      </div>
      <Button variant="outline" disabled={preview.isPending} onClick={() => preview.mutate()}>
        {preview.isPending && <Spinner />}
        {texts.button}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={(open) => {
          if (leave.isPending) return
          reset()
          visits.reset()
          setAsking(open)
        }}
        title={texts.question(clinic.name)}
        consequence={texts.consequence(clinic.name)}
        safeLabel={texts.keep}
        actionLabel={plans.length > 0 ? texts.confirmWithPlan(plans.length) : texts.confirm}
        isBusy={leave.isPending}
        onAction={() => {
          const open = decide()
          const decided = visits.decide()
          if (open !== undefined && decided) leave.mutate({ open, visits: decided })
        }}
      >
        {plans.map(({ name, paidUntil }) => (
          <p key={name + paidUntil} className="mt-3">
            {paidUntil ? texts.plan(name, dateInText(paidUntil, clinic.time_zone)) : texts.overdue(name)}
          </p>
        ))}
        {question}
        {visits.question}
        <RetentionList
          timeZone={clinic.time_zone}
          paidUntil={plans.flatMap(({ paidUntil }) => paidUntil ?? [])}
        />
      </AlertDialog>
    </Card>
  )
}
