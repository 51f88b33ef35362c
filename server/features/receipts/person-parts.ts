import { divide, type Span } from '#domain/value-receipts/plan-time.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { loadPlanMoney, weightsIn } from '../value-receipts/paid-parts.ts'

/** Paid or refunded money for a span of a plan; without a plan for the payer alone. */
export interface PersonMoney extends Span {
  subscriptionId: string | null
  /** Negative for a refund. */
  amountCents: number
}

export interface PersonPart {
  name: string
  amountCents: number
}

/**
 * Divides a payer's payments by person, by prices and covered days. The parts add up to the cent. Role `system`.
 * @returns by the payer's names; empty if all was for the payer
 */
export async function partsOfPeople(
  tx: Tx,
  payer: { clinicId: string; patientId: string; name: string; timeZone: string },
  paid: readonly PersonMoney[],
): Promise<PersonPart[]> {
  const { clinicId, timeZone } = payer
  const ids = [...new Set(paid.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
  if (ids.length === 0) return []
  const plans = await loadPlanMoney(tx, clinicId, ids)
  const named = await tx
    .selectFrom('subscription_members as m')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 'm.clinic_id').onRef('p.id', '=', 'm.patient_id'),
    )
    .select(['m.patient_id as patientId', 'm.named', 'p.full_name as fullName'])
    .where('m.clinic_id', '=', clinicId)
    .where('m.subscription_id', 'in', ids)
    .execute()
  const nameOf = new Map(named.map(({ patientId, named: name, fullName }) => [patientId, name ?? fullName]))
  nameOf.set(payer.patientId, payer.name)
  const cents = new Map<string, number>()
  const add = (patientId: string, part: number) => cents.set(patientId, (cents.get(patientId) ?? 0) + part)
  for (const { subscriptionId, amountCents, ...span } of paid) {
    const covers = (subscriptionId && plans.get(subscriptionId)?.covers) || []
    const weights = weightsIn(covers, span, timeZone)
    if (weights.every((weight) => weight === 0)) {
      add(payer.patientId, amountCents)
      continue
    }
    const parts = divide(Math.abs(amountCents), weights)
    for (const [index, { patientId }] of covers.entries())
      add(patientId, Math.sign(amountCents) * (parts[index] ?? 0))
  }
  if ([...cents.keys()].every((patientId) => patientId === payer.patientId)) return []
  return [...cents]
    .map(([patientId, amountCents]) => ({ name: nameOf.get(patientId) ?? '', amountCents }))
    .filter(({ amountCents }) => amountCents !== 0)
    .sort((a, b) => a.name.localeCompare(b.name, 'en-US'))
}
