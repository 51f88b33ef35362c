import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { isLate } from '#domain/appointments/visits.ts'
import { deskVisitFeeTexts as texts } from '#domain/texts/desk-visit-fees.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Button } from '#web/components/ui/button.tsx'
import { Checkbox } from '#web/components/ui/checkbox.tsx'
import { serverNow } from '#web/lib/page/clock.ts'
import type { TeamVisit } from '../booking/queries.ts'
import { visitFeesQuery } from './fee-queries.ts'

/** That the patient canceled late, by phone; nothing before the deadline, and without an accepted fee. */
export default function LateByPatient({
  visit,
  slug,
  isLateByPatient,
  onChange,
}: {
  visit: TeamVisit
  slug: string
  isLateByPatient: boolean
  onChange(isLateByPatient: boolean): void
}) {
  const id = useId()
  const fees = useQuery(visitFeesQuery(slug, visit.patientId))
  if (fees.isError && !fees.data)
    return (
      <p className="text-form">
        {texts.failed}{' '}
        <Button variant="link" onClick={() => void fees.refetch()}>
          {texts.retry}
        </Button>
      </p>
    )
  const fee = fees.data?.get(visit.id)
  // fees of another kind of visit no longer count
  if (!fee?.lateCancelCents || fee.type !== visit.type) return null
  if (!isLate(visit.startsAt, fee.cancelWindowHours, serverNow())) return null
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-semibold">
        <Checkbox
          id={id}
          checked={isLateByPatient}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => onChange(target.checked)}
        />
        {texts.cancel.label}
      </label>
      <p id={`${id}-hint`} className="ml-8 text-form text-muted">
        {texts.cancel.hint(fee.cancelWindowHours, formatMoney(fee.lateCancelCents, fee.currency))}
      </p>
    </div>
  )
}
