import { daysOf } from '#domain/value-receipts/plan-time.ts'
import { type ServicePrices, totalValue, type ValueAudience } from '#domain/value-receipts/value-receipts.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { writeNotice } from '../notices/write-notice.ts'
import type { DueReceipt } from './due-receipts.ts'
import { loadPlanMoney, partOfPatient } from './paid-parts.ts'
import { usedServices } from './used-services.ts'

/**
 * Makes receipts at the clinic's current prices, and notifies each patient once a day, without the content. Skips
 * periods without usage and payment, such as a pause.
 * @returns how many were made
 */
export async function writeReceipts(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  clinicId: string,
  due: readonly DueReceipt[],
): Promise<number> {
  const settings = await tx
    .selectFrom('value_receipt_settings as v')
    .innerJoin('clinics as c', 'c.id', 'v.clinic_id')
    .select(['v.audience', 'v.prices', 'c.time_zone as timeZone'])
    .where('v.clinic_id', '=', clinicId)
    .executeTakeFirstOrThrow()
  if ((settings.audience as ValueAudience) === 'nobody') return 0
  const [used, money, accounts] = await Promise.all([
    usedServices(tx, clinicId, due),
    loadPlanMoney(tx, clinicId, [...new Set(due.map(({ subscriptionId }) => subscriptionId))]),
    patientsWithAccount(
      tx,
      clinicId,
      due.map(({ patientId }) => patientId),
    ),
  ])
  const now = clock.now()
  const prices = settings.prices as ServicePrices
  const rows = due.flatMap(({ patientId, subscriptionId, kind, from, until }, index) => {
    const plan = money.get(subscriptionId)
    if (!plan) return []
    const lines = (used[index] ?? []).map((line) => ({ ...line, priceCents: prices[line.service] ?? null }))
    const { firstOn, lastOn } = daysOf({ from, until }, settings.timeZone)
    const { paidCents, people } = partOfPatient(plan, patientId, { from, until }, settings.timeZone)
    if (lines.length === 0 && paidCents === 0) return []
    return {
      clinic_id: clinicId,
      patient_id: patientId,
      subscription_id: subscriptionId,
      span: kind,
      starts_at: from,
      ends_at: until,
      first_on: firstOn,
      last_on: lastOn,
      plan_name: plan.name,
      currency: plan.currency,
      lines: JSON.stringify(lines),
      value_cents: totalValue(lines),
      paid_cents: paidCents,
      people,
      // guardians see no prices (docs/decisions/0080), so a receipt without a reader does not count as unread
      is_shown: accounts.has(patientId),
      made_at: now,
    }
  })
  if (rows.length === 0) return 0
  const made = await tx
    .insertInto('value_receipts')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('value_receipts_span_key').doNothing())
    .returning(['patient_id', 'is_shown'])
    .execute()
  const readers = new Set(made.filter((row) => row.is_shown).map((row) => row.patient_id))
  for (const patientId of readers) {
    const key = `value:${patientId}:${dateIn(now, settings.timeZone)}`
    // the patient alone: a guardian would find nothing
    await writeNotice(tx, { clinicId, kind: 'patient_update', subjectId: patientId, key }, now)
  }
  return made.length
}

async function patientsWithAccount(
  tx: Tx,
  clinicId: string,
  patientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', [...patientIds])
    .where('user_id', 'is not', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
