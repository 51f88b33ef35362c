import { type PlanStanding, standingLabel, standingTone } from '#domain/subscriptions/plan-standing.ts'
import { formatMoney } from '#domain/values/money.ts'
import { Badge } from '../ui/badge.tsx'

/** @param withAmount adds the unpaid amount, if the reader may see it */
export function StandingBadge({
  standing,
  withAmount = false,
}: {
  standing: PlanStanding
  withAmount?: boolean
}) {
  const open = withAmount && 'open' in standing ? standing.open : null
  return (
    <Badge tone={standingTone(standing)}>
      {standingLabel(standing)}
      {open && `, ${formatMoney(open.cents, open.currency)}`}
    </Badge>
  )
}
