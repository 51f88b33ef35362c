import { householdItems } from '#domain/plans/household.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { coveredHousehold, versionMoney } from './covered-household.ts'

/** A subscription's price now and in its next period, by the ages on its first day. In cents, before coupons. */
export interface NextPeriodPrice {
  status: string
  endsWithPeriod: boolean
  payerId: string
  /** No card is charged. */
  isInvoiced: boolean
  from: Date
  currency: string
  beforeCents: number
  afterCents: number
}

/** Role `system`. */
export async function nextPeriodPrice(
  tx: Tx,
  clinicId: string,
  subscriptionId: string,
): Promise<NextPeriodPrice> {
  const row = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.status', 's.cancel_at_period_end', 's.owner_patient_id', 's.version_id', 'c.time_zone'])
    .select(['s.current_period_start', 's.current_period_end', 's.days_until_due'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.id', '=', subscriptionId)
    .executeTakeFirstOrThrow()
  const household = await coveredHousehold(tx, clinicId, {
    id: subscriptionId,
    payerId: row.owner_patient_id,
  })
  const { money } = await versionMoney(tx, clinicId, row.version_id)
  const centsOn = (instant: Date) =>
    householdItems(money, household, dateIn(instant, row.time_zone)).reduce(
      (sum, { quantity, unitCents }) => sum + quantity * unitCents,
      0,
    )
  return {
    status: row.status,
    endsWithPeriod: row.cancel_at_period_end,
    payerId: row.owner_patient_id,
    isInvoiced: row.days_until_due !== null,
    from: row.current_period_end,
    currency: money.currency,
    beforeCents: centsOn(row.current_period_start),
    afterCents: centsOn(row.current_period_end),
  }
}
