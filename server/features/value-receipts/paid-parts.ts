import { daysOf, divide, type PaidInvoice, paidFor, type Span } from '#domain/value-receipts/plan-time.ts'
import { addDays, daysBetween } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** A covered person, with the facts that decide their part of the price. */
export interface Cover {
  patientId: string
  fromOn: string
  untilOn: string | null
  /** the price of the role for a period; the adult's if there is none for a child */
  unitCents: number
}

/** Payments of plans, and the covered people. */
export interface PlanMoney {
  name: string
  currency: string
  invoices: PaidInvoice[]
  covers: Cover[]
}

export async function loadPlanMoney(
  tx: Tx,
  clinicId: string,
  subscriptionIds: readonly string[],
): Promise<Map<string, PlanMoney>> {
  const [plans, lines, covers] = await Promise.all([
    tx
      .selectFrom('subscriptions as s')
      .innerJoin('plan_versions as v', (join) =>
        join.onRef('v.clinic_id', '=', 's.clinic_id').onRef('v.id', '=', 's.version_id'),
      )
      .innerJoin('plan_prices as r', (join) =>
        join.onRef('r.clinic_id', '=', 's.clinic_id').onRef('r.id', '=', 's.price_id'),
      )
      .select(['s.id', 'v.name', 'r.currency', 'r.amount_cents as adultCents'])
      .select((row) =>
        row
          .selectFrom('plan_prices as k')
          .select('k.amount_cents')
          .where('k.clinic_id', '=', clinicId)
          .whereRef('k.version_id', '=', 's.version_id')
          .whereRef('k.interval', '=', 'r.interval')
          .where('k.role', '=', 'child')
          .as('childCents'),
      )
      .where('s.clinic_id', '=', clinicId)
      .where('s.id', 'in', [...subscriptionIds])
      .execute(),
    tx
      .selectFrom('invoices as i')
      .innerJoin('invoice_lines as l', (join) =>
        join.onRef('l.clinic_id', '=', 'i.clinic_id').onRef('l.invoice_id', '=', 'i.id'),
      )
      .select([
        'i.id as invoiceId',
        'i.subscription_id as subscriptionId',
        'i.total_cents as totalCents',
        'i.amount_paid_cents as paidCents',
        'l.amount_cents as amountCents',
        'l.period_start as from',
        'l.period_end as until',
      ])
      .select((row) =>
        row
          .selectFrom('payments as p')
          .select((sum) => sum.fn.coalesce(sum.fn.sum<number>('p.refunded_cents'), sum.lit(0)).as('cents'))
          .where('p.clinic_id', '=', clinicId)
          .whereRef('p.invoice_id', '=', 'i.id')
          .where('p.status', '=', 'succeeded')
          .as('refundedCents'),
      )
      .where('i.clinic_id', '=', clinicId)
      .where('i.subscription_id', 'in', [...subscriptionIds])
      .where('i.status', '=', 'paid')
      .orderBy('i.id')
      .orderBy('l.id')
      .execute(),
    tx
      .selectFrom('subscription_members')
      .select([
        'subscription_id as subscriptionId',
        'patient_id as patientId',
        'role',
        'from_on as fromOn',
        'until_on as untilOn',
      ])
      .where('clinic_id', '=', clinicId)
      .where('subscription_id', 'in', [...subscriptionIds])
      .orderBy('from_on')
      .orderBy('id')
      .execute(),
  ])
  const money = new Map<string, PlanMoney>()
  for (const { id, name, currency, adultCents, childCents } of plans) {
    const invoices = new Map<string, PaidInvoice & { lines: PaidInvoice['lines'][number][] }>()
    for (const line of lines) {
      if (line.subscriptionId !== id) continue
      const { invoiceId, totalCents, paidCents, refundedCents, amountCents, from, until } = line
      const retainedCents = Number(paidCents) - Number(refundedCents ?? 0)
      const invoice = invoices.get(invoiceId) ?? { lines: [], totalCents: Number(totalCents), retainedCents }
      invoice.lines.push({ from, until, amountCents: Number(amountCents) })
      invoices.set(invoiceId, invoice)
    }
    money.set(id, {
      name,
      currency,
      invoices: [...invoices.values()],
      covers: covers
        .filter(({ subscriptionId }) => subscriptionId === id)
        .map(({ role, ...cover }) => ({
          ...cover,
          unitCents: Number((role === 'child' ? childCents : null) ?? adultCents),
        })),
    })
  }
  return money
}

/**
 * A patient's part of the payment for a span, by their role's price and covered days. The parts of all add up to the
 * payment.
 * @returns cents without tax, and the number of people
 */
export function partOfPatient(
  { invoices, covers }: Pick<PlanMoney, 'invoices' | 'covers'>,
  patientId: string,
  span: Span,
  timeZone: string,
): { paidCents: number; people: number } {
  const weights = weightsIn(covers, span, timeZone)
  const counted = covers.filter((_, index) => (weights[index] ?? 0) > 0)
  if (counted.length === 0) return { paidCents: 0, people: 1 }
  const parts = divide(paidFor(invoices, span), weights)
  const paidCents = parts.reduce(
    (sum, part, index) => (covers[index]?.patientId === patientId ? sum + part : sum),
    0,
  )
  return { paidCents, people: new Set(counted.map((cover) => cover.patientId)).size }
}

/** The weight of each person in a span: the role's price times the covered days. */
export function weightsIn(covers: readonly Cover[], span: Span, timeZone: string): number[] {
  const { firstOn, lastOn } = daysOf(span, timeZone)
  return covers.map(({ fromOn, untilOn, unitCents }) => {
    const start = fromOn > firstOn ? fromOn : firstOn
    const end = untilOn !== null && untilOn <= lastOn ? untilOn : addDays(lastOn, 1)
    return Math.max(daysBetween(start, end), 0) * unitCents
  })
}
