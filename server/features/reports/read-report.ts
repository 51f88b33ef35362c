import { sql } from 'kysely'
import { deferredMonths, type PrepaidTime } from '#domain/reports/deferred.ts'
import type { KindSums, MoneyReport, TaxSums } from '#domain/reports/entries.ts'
import { instantsOfPeriod, type Period } from '#domain/reports/periods.ts'
import { dayMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type EntryRange, entryRows } from './money-entries.ts'

/** The sums of a period, from the same rows as its export. In the caller's role. */
export async function readReport(
  tx: Tx,
  clinic: { id: string; currency: string; timeZone: string },
  period: Period,
  now: Date,
): Promise<MoneyReport> {
  const range = { clinicId: clinic.id, ...instantsOfPeriod(period, clinic.timeZone) }
  const [kinds, taxes, times] = await Promise.all([
    kindSums(tx, range),
    taxSums(tx, range),
    prepaidTimes(tx, range, clinic.timeZone),
  ])
  const today = dateIn(now, clinic.timeZone)
  return { currency: clinic.currency, kinds, taxes, deferred: deferredMonths(times, period, today) }
}

async function kindSums(tx: Tx, range: EntryRange): Promise<KindSums[]> {
  const { rows } = await sql<KindSums>`
    select e.kind, count(*)::integer as count, sum(e.net_cents + e.tax_cents)::bigint as "amountCents",
           sum(e.tax_cents)::bigint as "taxCents", sum(e.net_cents)::bigint as "netCents",
           sum(e.fee_cents)::bigint as "feeCents", sum(e.bank_cents)::bigint as "bankCents",
           sum(e.written_off_cents)::bigint as "writtenOffCents"
      from (${entryRows(range)}) e
     group by e.kind
     order by min(e.id)`.execute(tx)
  return rows
}

/** By the tax on the payment's receipt. A receipt without a name for its tax is of a tax that Stripe computed. */
async function taxSums(tx: Tx, range: EntryRange): Promise<TaxSums[]> {
  const { rows } = await sql<TaxSums>`
    select t.tax_name as name, t.tax_rate_ppm as "ratePpm", sum(e.net_cents)::bigint as "salesCents",
           coalesce(sum(e.tax_cents) filter (where e.tax_cents > 0), 0)::bigint as "collectedCents",
           (0 - coalesce(sum(e.tax_cents) filter (where e.tax_cents < 0), 0))::bigint as "givenBackCents"
      from (${entryRows(range)}) e
      left join public.receipts t on t.clinic_id = ${range.clinicId}::uuid and t.payment_id = e.payment_id
     where e.net_cents <> 0 or e.tax_cents <> 0
     group by t.tax_name, t.tax_rate_ppm
     order by t.tax_name nulls last, t.tax_rate_ppm`.execute(tx)
  return rows
}

/** Longer than a paid year with its pauses. */
const longestPrepaidMs = 800 * dayMs

/** Payments for more than a month that is not over before the period, with all that was given back of them. */
async function prepaidTimes(
  tx: Tx,
  { clinicId, from }: EntryRange,
  timeZone: string,
): Promise<PrepaidTime[]> {
  const longBefore = new Date(from.getTime() - longestPrepaidMs)
  const { rows } = await sql<{
    payment_id: string
    period_start: Date
    period_end: Date
    ended_at: Date | null
    occurred_at: Date
    net_cents: number
  }>`
    select e.payment_id, i.period_start, i.period_end, s.ended_at, e.occurred_at, e.net_cents
      from (${entryRows({ clinicId, from: longBefore, until: new Date('9999-01-01') })}) e
      join public.payments b on b.clinic_id = ${clinicId}::uuid and b.id = e.payment_id
      join public.invoices i on i.clinic_id = ${clinicId}::uuid and i.id = b.invoice_id
      join public.subscriptions s on s.clinic_id = ${clinicId}::uuid and s.id = i.subscription_id
     where i.period_end - i.period_start > interval '32 days' and i.period_end >= ${from}::timestamptz - interval '31 days'
       and e.net_cents <> 0
     order by e.payment_id, e.occurred_at, e.id`.execute(tx)
  const times = new Map<string, PrepaidTime & { moved: PrepaidTime['moved'][number][] }>()
  const day = (instant: Date) => dateIn(instant, timeZone)
  for (const row of rows) {
    const time = times.get(row.payment_id) ?? {
      startsOn: day(row.period_start),
      endsOn: day(row.period_end),
      endedOn: row.ended_at && day(row.ended_at),
      moved: [],
    }
    time.moved.push({ on: day(row.occurred_at), cents: row.net_cents })
    times.set(row.payment_id, time)
  }
  return [...times.values()]
}
