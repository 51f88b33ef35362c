import { daysOf, endedSpans, type PlanSpan, type Span } from '#domain/value-receipts/plan-time.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

export interface DueReceipt extends PlanSpan {
  patientId: string
  subscriptionId: string
}

/**
 * Periods without a receipt that ended since the clinic switched receipts on, by plan. Role `system`.
 * @param within when it ended
 */
export async function dueReceipts(
  tx: Tx,
  clinicId: string,
  within: { after: Date; until: Date },
): Promise<DueReceipt[]> {
  const settings = await tx
    .selectFrom('value_receipt_settings as v')
    .innerJoin('clinics as c', 'c.id', 'v.clinic_id')
    .select(['v.started_at as startedAt', 'c.time_zone as timeZone'])
    .where('v.clinic_id', '=', clinicId)
    .executeTakeFirst()
  if (!settings?.startedAt) return []
  const after = settings.startedAt > within.after ? settings.startedAt : within.after
  const [covers, made] = await Promise.all([
    tx
      .selectFrom('subscription_members as m')
      .innerJoin('subscriptions as s', (join) =>
        join.onRef('s.clinic_id', '=', 'm.clinic_id').onRef('s.id', '=', 'm.subscription_id'),
      )
      .select([
        's.id as subscriptionId',
        's.started_at as startedAt',
        's.ended_at as endedAt',
        'm.patient_id as patientId',
        'm.from_on as fromOn',
        'm.until_on as untilOn',
      ])
      .where('s.clinic_id', '=', clinicId)
      .where((where) => where.or([where('s.ended_at', 'is', null), where('s.ended_at', '>', after)]))
      .orderBy('s.id')
      .orderBy('m.from_on')
      .execute(),
    tx
      .selectFrom('value_receipts')
      .select(['subscription_id', 'patient_id', 'span', 'starts_at'])
      .where('clinic_id', '=', clinicId)
      .where('ends_at', '>=', after)
      .execute(),
  ])
  const known = new Set(
    made.map((row) => keyOf(row.subscription_id, row.patient_id, row.span, row.starts_at)),
  )
  const due: DueReceipt[] = []
  for (const { subscriptionId, patientId, startedAt, endedAt, fromOn, untilOn } of covers) {
    for (const span of endedSpans({ startedAt, endedAt }, { after, until: within.until })) {
      if (!covered({ fromOn, untilOn }, span, settings.timeZone)) continue
      const key = keyOf(subscriptionId, patientId, span.kind, span.from)
      // a patient who left a plan and returned within a month has two rows
      if (known.has(key)) continue
      known.add(key)
      due.push({ ...span, patientId, subscriptionId })
    }
  }
  return due
}

/**
 * Whether a member was covered on a day of the span. Dates are of the clinic's zone; `untilOn` is the first day without
 * coverage.
 */
function covered(
  { fromOn, untilOn }: { fromOn: string; untilOn: string | null },
  span: Span,
  timeZone: string,
): boolean {
  const { firstOn, lastOn } = daysOf(span, timeZone)
  return fromOn <= lastOn && (untilOn === null || untilOn > firstOn)
}

const keyOf = (subscriptionId: string, patientId: string, span: string, startsAt: Date) =>
  `${subscriptionId}:${patientId}:${span}:${startsAt.getTime()}`
