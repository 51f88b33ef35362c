import type { TestDatabase } from '../database/database.ts'

/** February's, as the job leaves it; visible by default. @returns its id */
export async function aValueReceipt(
  db: TestDatabase,
  of: { clinicId: string; patientId: string; subscriptionId: string },
  options: {
    endsAt?: string
    isShown?: boolean
    valueCents?: number
    paidCents?: number
    openedAt?: string
    madeAt?: string
  } = {},
): Promise<string> {
  const { endsAt = '2026-03-01T12:00:00Z', isShown = true } = options
  const [row] = await db.asOwner<{ id: string }>(
    `insert into public.value_receipts (clinic_id, patient_id, subscription_id, span, starts_at, ends_at, first_on, last_on,
                                        plan_name, currency, lines, value_cents, paid_cents, people, is_shown,
                                        made_at, opened_at)
     values ($1, $2, $3, 'month', $4::timestamptz - interval '28 days', $4, $4::date - 28, $4::date - 1, 'Care', 'usd', '[]', $5, $6, 1,
             $7, $8, $9)
     on conflict on constraint value_receipts_span_key do update set opened_at = excluded.opened_at
     returning id`,
    [
      of.clinicId,
      of.patientId,
      of.subscriptionId,
      endsAt,
      options.valueCents ?? 0,
      options.paidCents ?? 4_900,
      isShown,
      options.madeAt ?? endsAt,
      options.openedAt ?? null,
    ],
  )
  if (!row) throw new Error('the receipt was not written')
  return row.id
}
