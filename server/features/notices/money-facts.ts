import { sql } from 'kysely'
import type { CreditKind } from '#domain/credits/credits.ts'
import type { NoticeKind } from '#domain/notices/notices.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** A notice's claim about money, and its check against Stripe's confirmation. */
export interface MoneyFact {
  fact: string
  /** Looks it up in the copies of Stripe's objects. Role `system`. */
  isKnown(tx: Tx, notice: { clinicId: string; subjectId: string }): Promise<boolean>
}

/**
 * The fact to confirm before each mail; null if it claims nothing about money (docs/decisions/0153). An unconfirmed
 * notice is not mailed (`compose-notice.ts`).
 */
export const moneyFacts: Record<NoticeKind, MoneyFact | null> = {
  payment_received: fact(
    'the charge has succeeded',
    (clinicId, id) => sql`select from public.receipts r
      join public.payments p on p.clinic_id = r.clinic_id and p.id = r.payment_id
      where r.clinic_id = ${clinicId} and r.id::text = ${id} and p.status = 'succeeded'`,
  ),
  payment_failed: fact(
    'an attempt on the invoice has failed, and it is open',
    (clinicId, id) => sql`select from public.invoices
      where clinic_id = ${clinicId} and id = ${id} and status = 'open' and attempt_count > 0`,
  ),
  invoice_due: fact(
    'the invoice is open',
    (clinicId, id) => sql`select from public.invoices
      where clinic_id = ${clinicId} and id = ${id} and status = 'open' and due_at is not null`,
  ),
  payment_processing: fact(
    'a bank account is being debited for the open invoice',
    (clinicId, id) => sql`select from public.invoices
      where clinic_id = ${clinicId} and id = ${id} and status = 'open' and settles_about is not null`,
  ),
  refund_given: fact(
    'the refund exists and has not failed',
    (clinicId, id) => sql`select from public.refunds
      where clinic_id = ${clinicId} and id = ${id} and status in ('pending', 'requires_action', 'succeeded')`,
  ),
  refund_failed: fact(
    'the refund has failed',
    (clinicId, id) => sql`select from public.refunds
      where clinic_id = ${clinicId} and id = ${id} and status = 'failed'`,
  ),
  credit_given: fact('the credit was given at Stripe', creditOf('given')),
  credit_taken_back: fact('the credit was taken back at Stripe', creditOf('taken_back')),
  card_expiring: fact(
    'the card is the one that is charged',
    (clinicId, id) => sql`select from public.patient_cards
      where clinic_id = ${clinicId} and id::text = ${id} and is_default`,
  ),
  plan_canceled: fact(
    'no period begins after the end that is stated',
    (clinicId, id) => sql`select from public.subscriptions s
      where s.clinic_id = ${clinicId} and s.id::text = ${id} and s.pending_cancel is null
        and (s.cancel_at_period_end or s.cancel_at is not null)
        and not exists (select from public.subscription_changes c
                         where c.clinic_id = s.clinic_id and c.subscription_id = s.id and c.state = 'pending')`,
  ),
  plan_ended: fact(
    'the subscription has ended',
    (clinicId, id) => sql`select from public.subscriptions
      where clinic_id = ${clinicId} and id::text = ${id} and ended_at is not null`,
  ),
  plan_change: fact(
    'the change is made, or is announced for a day to come',
    (clinicId, id) => sql`select from public.subscription_changes
      where clinic_id = ${clinicId} and id::text = ${id} and state in ('done', 'scheduled')`,
  ),
  plan_change_waits: fact(
    'what was asked for is not confirmed',
    (clinicId, id) => sql`select from public.subscriptions s
      where s.clinic_id = ${clinicId} and s.id::text = ${id}
        and (s.pending_cancel is not null
             or exists (select from public.subscription_changes c
                         where c.clinic_id = s.clinic_id and c.subscription_id = s.id and c.state = 'pending'))`,
  ),
  // announcements of a charge: the subscription renews
  plan_price: fact('the subscription renews', renews),
  plan_renewal: fact('the subscription renews', renews),

  patient_joined: null,
  clinic_opened: null,
  invitation_accepted: null,
  patient_message: null,
  patient_update: null,
  patient_reminder: null,
  visit_patient: null,
  visit_provider: null,
  visit_former_provider: null,
  guardian_update: null,
  guardian_soon: null,
  guardian_changed: null,
  ward_soon: null,
  ward_changed: null,
}

function fact(
  said: string,
  exists: (clinicId: string, subjectId: string) => ReturnType<typeof sql>,
): MoneyFact {
  return {
    fact: said,
    async isKnown(tx, { clinicId, subjectId }) {
      const { rows } = await sql<{
        known: boolean
      }>`select exists (${exists(clinicId, subjectId)}) as known`.execute(tx)
      return rows[0]?.known ?? false
    },
  }
}

function creditOf(kind: CreditKind) {
  return (clinicId: string, id: string) => sql`select from public.credits
    where clinic_id = ${clinicId} and id = ${id} and kind = ${kind}`
}

function renews(clinicId: string, id: string) {
  return sql`select from public.subscriptions
    where clinic_id = ${clinicId} and id::text = ${id} and status = any(${[...runningStatuses]}::text[])
      and not cancel_at_period_end and pending_cancel is distinct from true`
}
