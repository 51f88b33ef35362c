import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDay } from '#domain/appointments/visit-time.ts'
import { deskVisitFeeTexts as texts } from '#domain/texts/desk-visit-fees.ts'
import { formatMoney } from '#domain/values/money.ts'
import { feeCents, feeReasonOf } from '#domain/visit-fees/fees.ts'
import { Button } from '#web/components/ui/button.tsx'
import { drawnLate } from '#web/components/ui/layers/late-layer.tsx'
import { Skeleton } from '#web/components/ui/skeleton.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { useRefreshClinic } from '#web/lib/fetch/refresh-clinic.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { type VisitFee as Fee, visitFeesQuery } from './fee-queries.ts'

const ChargeFee = drawnLate(() => import('./charge-fee.tsx'))

/** A visit of a patient, as far as its fee depends on it. */
export interface FeeVisit {
  id: string
  patientId: string
  patientName: string
  type: string
  date: string
  status: string
}

/** The fees that the patient accepted for a visit, and the charge; nothing without an acceptance. */
export default function VisitFee({ visit, clinic }: { visit: FeeVisit; clinic: Clinic }) {
  const fees = useQuery(visitFeesQuery(clinic.subdomain, visit.patientId))
  if (fees.isPending) return <Skeleton className="h-5 w-48" />
  if (!fees.data)
    return (
      <p className="text-form">
        {texts.failed}{' '}
        <Button variant="link" onClick={() => void fees.refetch()}>
          {texts.retry}
        </Button>
      </p>
    )
  const fee = fees.data.get(visit.id)
  // fees of another kind of visit no longer count
  const counts = fee && (fee.type === visit.type || fee.state !== 'open')
  return counts ? <ShownFee fee={fee} visit={visit} clinic={clinic} /> : null
}

function ShownFee({ fee, visit, clinic }: { fee: Fee; visit: FeeVisit; clinic: Clinic }) {
  const may = useCan()
  const [isCharging, setCharging] = useState(false)
  const waive = useWaive(visit.id)
  const reason = fee.reason ?? feeReasonOf(visit.status, fee)
  const cents = reason && feeCents(fee, reason)
  if (!reason || !cents) return <p className="text-form text-muted">{texts.accepted(amountsOf(fee))}</p>
  const amount = formatMoney(cents, fee.currency)
  const when = shortDay(visit.date)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-form">
      <span>{texts.line(texts.reasons[reason], amount, texts.states[fee.state])}</span>
      {fee.state === 'open' && may('visit-fees:charge') && (
        <span className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="outline"
            aria-label={texts.chargeOf(amount, visit.patientName, when)}
            onClick={() => setCharging(true)}
          >
            {texts.charge(amount)}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.waiveOf(visit.patientName, when)}
            onClick={() => waive.isPending || waive.mutate(true)}
          >
            {texts.waive}
          </Button>
        </span>
      )}
      {isCharging && (
        <ChargeFee fee={fee} cents={cents} visit={visit} clinic={clinic} onClose={() => setCharging(false)} />
      )}
    </div>
  )
}

function amountsOf({ lateCancelCents, noShowCents, currency }: Fee): string {
  return [
    lateCancelCents && texts.amounts.lateCancel(formatMoney(lateCancelCents, currency)),
    noShowCents && texts.amounts.noShow(formatMoney(noShowCents, currency)),
  ]
    .filter(Boolean)
    .join(', ')
}

function useWaive(appointmentId: string) {
  const refresh = useRefreshClinic()
  const waive = useMutation({
    mutationFn: (isWaived: boolean) => callFunction('waive-visit-fee', { appointmentId, isWaived }),
    onSuccess: (_answer, isWaived): void => {
      if (isWaived)
        toast.success(texts.waived, { action: { label: texts.undo, onClick: () => waive.mutate(false) } })
      else toast.success(texts.waiveUndone)
    },
    onError: (error) => toast.error(texts.waiveFailed, describeRefusal(error)),
    onSettled: refresh,
  })
  return waive
}
