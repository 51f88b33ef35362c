import { dueAt, nextAttemptAt } from '#domain/statements/commission-dunning.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type ClinicInvoice, mailAdminsOfInvoice } from '../clinic-tier/mail-admins.ts'
import { refreshClinicCard } from '../stripe-sync/refresh/refresh-clinic-card.ts'
import { refreshClinicInvoice } from '../stripe-sync/refresh/refresh-clinic-invoice.ts'

/**
 * Charges an open invoice to the clinic's saved card when due (docs/domain-rules.md rule 15). Without a card, mails the
 * invoice to pay by hand.
 * @param charged `invoiceId`: Stripe's id of an invoice with a local copy
 * @returns the invoice's state
 */
export async function attemptCharge(services: Services, charged: ClinicInvoice): Promise<string> {
  const { clinicId, invoiceId: invoice } = charged
  const { transactions, stripe, clock } = services
  const customer = await transactions.withSystem('statements:attempt', async (tx) => {
    const row = await tx
      .selectFrom('clinic_invoices as i')
      .innerJoin('clinic_billing as b', (join) => join.on('b.clinic_id', '=', clinicId))
      .select('b.stripe_customer')
      .where('i.clinic_id', '=', clinicId)
      .where('i.id', '=', invoice)
      .where('i.status', '=', 'open')
      .executeTakeFirst()
    return row?.stripe_customer ?? null
  })
  if (!customer) return 'not open'
  await refreshClinicCard(services, customer)
  const state = await transactions.withSystem('statements:attempt', (tx) => loadAttempt(tx, charged))
  if (!state) return 'not open'
  if (!state.method) {
    return transactions.withSystem('statements:attempt', (tx) => askToPay(tx, services, state))
  }
  if (!isTime(state, clock.now())) return 'waiting'
  const { failureCode } = await stripe.commissionInvoices.pay(invoice, {
    method: state.method,
    // the number of stored attempts: a repeated call gets the same attempt's result
    key: `pay:${invoice}:${state.attempts}:${state.method}`,
  })
  if (failureCode) {
    await transactions.withSystem('statements:attempt', (tx) =>
      storeFailure(tx, services, { ...state, method: state.method ?? '' }, failureCode),
    )
  }
  return refreshClinicInvoice(services, invoice, `charge:${invoice}`)
}

interface AttemptState {
  id: string
  clinicId: string
  kind: string
  method: string | null
  lastMethod: string | null
  attempts: number
  issuedAt: Date
  dueAt: Date | null
  pastDueAt: Date | null
  nextAttemptAt: Date | null
}

function loadAttempt(tx: Tx, { clinicId, invoiceId }: ClinicInvoice): Promise<AttemptState | undefined> {
  return tx
    .selectFrom('clinic_invoices as i')
    .innerJoin('clinic_billing as b', (join) => join.on('b.clinic_id', '=', clinicId))
    .select([
      'i.id',
      'i.clinic_id as clinicId',
      'i.kind',
      'b.card_method as method',
      'i.last_method as lastMethod',
      'i.attempt_count as attempts',
      'i.issued_at as issuedAt',
      'i.due_at as dueAt',
      'i.past_due_at as pastDueAt',
      'i.next_attempt_at as nextAttemptAt',
    ])
    .where('i.clinic_id', '=', clinicId)
    .where('i.id', '=', invoiceId)
    .where('i.status', '=', 'open')
    .executeTakeFirst()
}

function invoiceOf({ clinicId, id }: AttemptState): ClinicInvoice {
  return { clinicId, invoiceId: id }
}

function isTime(state: AttemptState, now: Date): boolean {
  if (state.lastMethod !== state.method) return true
  // Stripe schedules a tier's own retries
  return state.kind === 'commission' && state.nextAttemptAt !== null && state.nextAttemptAt <= now
}

/** Stores the outcome once and mails it to the admins. */
async function storeFailure(
  tx: Tx,
  services: Services,
  state: AttemptState & { method: string },
  code: string,
): Promise<void> {
  const now = services.clock.now()
  const firstAt = state.pastDueAt ?? now
  const isCommission = state.kind === 'commission'
  const { numUpdatedRows } = await tx
    .updateTable('clinic_invoices')
    .set({
      last_method: state.method,
      ...(isCommission
        ? {
            attempt_count: state.attempts + 1,
            last_attempt_at: now,
            past_due_at: firstAt,
            failure_code: code,
            next_attempt_at: nextAttemptAt({ firstAt, lastAt: now, code }),
          }
        : {}),
    })
    .where('clinic_id', '=', state.clinicId)
    .where('id', '=', state.id)
    .where('attempt_count', '=', state.attempts)
    .where((row) => row.or([row('last_method', 'is distinct from', state.method), row.lit(isCommission)]))
    .executeTakeFirst()
  if (numUpdatedRows === 1n && isCommission)
    await mailAdminsOfInvoice(tx, services, 'failed', invoiceOf(state))
}

async function askToPay(tx: Tx, services: Services, state: AttemptState): Promise<string> {
  if (state.kind !== 'commission') return 'no card'
  const now = services.clock.now()
  const due = state.dueAt ?? dueAt(state.issuedAt)
  if (!state.dueAt) {
    const { numUpdatedRows } = await tx
      .updateTable('clinic_invoices')
      .set({ due_at: due })
      .where('clinic_id', '=', state.clinicId)
      .where('id', '=', state.id)
      .where('due_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) await mailAdminsOfInvoice(tx, services, 'due', invoiceOf(state))
  }
  if (state.pastDueAt || now < due) return 'waiting for the clinic'
  const { numUpdatedRows } = await tx
    .updateTable('clinic_invoices')
    .set({ past_due_at: due })
    .where('clinic_id', '=', state.clinicId)
    .where('id', '=', state.id)
    .where('past_due_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await mailAdminsOfInvoice(tx, services, 'failed', invoiceOf(state))
  return 'past due'
}
