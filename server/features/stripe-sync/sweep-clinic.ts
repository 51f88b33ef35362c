import { sql } from 'kysely'
import { isOpenDispute } from '#domain/invoices/disputes.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { dayMs, hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { bookMovements } from '../ledger/book-movements.ts'
import { accountOfClinic, type ConnectedClinic } from './connected-clinic.ts'
import { refreshAccount } from './refresh/refresh-account.ts'
import { refreshCard } from './refresh/refresh-card.ts'
import { refreshCharge, refreshRefund } from './refresh/refresh-charge.ts'
import { refreshCheckout } from './refresh/refresh-checkout.ts'
import { refreshDispute } from './refresh/refresh-dispute.ts'
import { refreshInvoice } from './refresh/refresh-invoice.ts'
import { refreshPayout } from './refresh/refresh-payout.ts'
import { refreshSubscription } from './refresh/refresh-subscription.ts'

const source = 'sweep'
/** Overlap of sweeps, because Stripe may list an object late. */
const overlapMs = 72 * hourMs
/** A bank may refuse a payout some days after its arrival. */
const payoutsMs = 14 * dayMs

/**
 * Reads changes from a clinic's Stripe account of which no event arrived: charges, refunds, invoices, changes of the
 * balance, payouts, payment pages, and subscriptions whose period is over (docs/payments.md 7).
 * @returns how many objects had to be refreshed
 */
export async function sweepClinic(services: Services, clinicId: string): Promise<number> {
  const { transactions, stripe, clock } = services
  const clinic = await transactions.withSystem('stripe-sync:sweep', (tx) => accountOfClinic(tx, clinicId))
  // a disconnected account cannot be read: its months close with what is known
  if (!clinic || clinic.isDisconnected) return 0
  const startedAt = clock.now()
  const { account } = clinic
  const from = await sweepStart(services, clinicId)
  // Stripe counts in whole seconds; the next sweep includes the current one again
  const until = new Date(startedAt.getTime() + 1_000)

  await refreshAccount(services, account)
  let refreshed = 0
  const invoices = await stripe.invoices.listMade(account, from, until)
  for (const id of await transactions.withSystem('stripe-sync:sweep', (tx) =>
    invoicesToRead(tx, clinicId, invoices),
  )) {
    await refreshInvoice(services, clinic, id, source)
    refreshed++
  }
  const made = await stripe.charges.listMade(account, from, until)
  const statusOf = new Map(made.map(({ id, status }) => [id, status]))
  const movements = await stripe.balance.listMovements(account, from, until)
  // captured by hand, perhaps long after it was made
  for (const { kind, charge } of movements) if (kind === 'charge' && charge) statusOf.set(charge, 'succeeded')
  for (const [id, status] of statusOf) {
    if (status === 'held' || (await hasCharge(services, clinic, id, status))) continue
    await refreshCharge(services, clinic, id, source)
    refreshed++
  }
  for (const refund of await stripe.charges.listRefunds(account, from, until)) {
    if (await hasRefund(services, clinic, refund.id, refund.status)) continue
    await refreshRefund(services, clinic, refund.id, source)
    refreshed++
  }
  refreshed += await refreshDisputes(services, clinic, await stripe.disputes.listOpened(account, from, until))
  // after their payments
  await transactions.withSystem('stripe-sync:sweep', (tx) =>
    bookMovements(tx, { clinicId, movements, source, now: startedAt }),
  )
  refreshed += await refreshPayouts(services, clinic, {
    from: new Date(from.getTime() - payoutsMs),
    until,
  })
  refreshed += await refreshCustomers(services, clinic)
  refreshed += await refreshPages(services, clinic, startedAt)
  refreshed += await refreshOverdueSubscriptions(services, clinic, startedAt)
  await transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .updateTable('payout_accounts')
      .set({ swept_until: startedAt })
      .where('clinic_id', '=', clinicId)
      .execute(),
  )
  return refreshed
}

async function sweepStart({ transactions }: Services, clinicId: string): Promise<Date> {
  const row = await transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('payout_accounts')
      .select(['swept_until', 'created_at'])
      .where('clinic_id', '=', clinicId)
      .executeTakeFirstOrThrow(),
  )
  return new Date((row.swept_until ?? row.created_at).getTime() - overlapMs)
}

/** The unknown ones of `listed`, and each stored one that is not final. */
async function invoicesToRead(tx: Tx, clinicId: string, listed: string[]): Promise<string[]> {
  const known = await tx
    .selectFrom('invoices')
    .select(['id', 'status'])
    .where('clinic_id', '=', clinicId)
    .where((row) =>
      row.or([
        row('status', 'in', ['draft', 'open']),
        ...(listed.length > 0 ? [row('id', 'in', listed)] : []),
      ]),
    )
    .execute()
  const open = known.filter(({ status }) => status === 'draft' || status === 'open').map(({ id }) => id)
  const knownIds = new Set(known.map(({ id }) => id))
  return [...open, ...listed.filter((id) => !knownIds.has(id))]
}

async function hasCharge(
  { transactions }: Services,
  { clinicId }: ConnectedClinic,
  id: string,
  status: string,
): Promise<boolean> {
  const row = await transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('payments')
      .select('status')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      // listed for the clinic to assign
      .union(
        tx
          .selectFrom('unassigned_charges')
          .select((row) => row.val('succeeded').as('status'))
          .where('clinic_id', '=', clinicId)
          .where('id', '=', id)
          .where('patient_id', 'is', null),
      )
      .executeTakeFirst(),
  )
  return row?.status === status
}

async function hasRefund(
  { transactions }: Services,
  { clinicId }: ConnectedClinic,
  id: string,
  status: string,
): Promise<boolean> {
  const row = await transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('refunds')
      .select('status')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return row?.status === status
}

/** Unknown ones of `listed`, and each stored one that is not decided. */
async function refreshDisputes(
  services: Services,
  clinic: ConnectedClinic,
  listed: { id: string }[],
): Promise<number> {
  const { clinicId, account } = clinic
  const known = await services.transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('disputes')
      .select(['id', 'status'])
      .where('clinic_id', '=', clinicId)
      .where('stripe_account', '=', account)
      .execute(),
  )
  const knownIds = new Set(known.map(({ id }) => id))
  const open = known.filter(({ status }) => isOpenDispute(status))
  const toRead = [...open, ...listed.filter(({ id }) => !knownIds.has(id))]
  for (const { id } of toRead) await refreshDispute(services, clinic, id, source)
  return toRead.length
}

/** Those that Stripe shows in another state than stored, and each stored one without its list. */
async function refreshPayouts(
  services: Services,
  clinic: ConnectedClinic,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  const { clinicId, account } = clinic
  const listed = await services.stripe.balance.listPayouts(account, from, until)
  const known = await services.transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('payouts')
      .select(['id', 'status', 'is_automatic', 'is_itemized'])
      .where('clinic_id', '=', clinicId)
      .where('sent_at', '>=', from)
      .execute(),
  )
  const current = new Set(
    known.filter((each) => each.is_itemized || !each.is_automatic).map(({ id, status }) => `${id} ${status}`),
  )
  const toRead = listed.filter(({ id, status }) => !current.has(`${id} ${status}`))
  for (const { id } of toRead) await refreshPayout(services, clinic, id, source)
  return toRead.length
}

/** Payment pages that ended without an event: closed by the patient, paid, or expired after 24 hours. */
async function refreshPages(services: Services, clinic: ConnectedClinic, now: Date): Promise<number> {
  const pages = await services.transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('app.checkouts')
      .select('stripe_session')
      .where('clinic_id', '=', clinic.clinicId)
      .where('state', '=', 'open')
      .where('stripe_account', '=', clinic.account)
      .where('created_at', '<', new Date(now.getTime() - hourMs))
      .execute(),
  )
  for (const { stripe_session: session } of pages)
    if (session) await refreshCheckout(services, clinic, session, source)
  return pages.length
}

/** Running ones whose paid period is over, or whose sent invoice is: they were renewed, ended or fell due without an event. */
async function refreshOverdueSubscriptions(
  services: Services,
  clinic: ConnectedClinic,
  now: Date,
): Promise<number> {
  const overdue = await services.transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('subscriptions')
      .select('stripe_subscription')
      .where('clinic_id', '=', clinic.clinicId)
      .where('status', 'in', [...runningStatuses, 'incomplete'])
      .where((row) =>
        row.or([
          row('current_period_end', '<', now),
          row.and([
            row('status', '=', 'active'),
            row.exists(
              row
                .selectFrom('invoices as i')
                .select('i.id')
                .where('i.clinic_id', '=', clinic.clinicId)
                .whereRef('i.subscription_id', '=', 'subscriptions.id')
                .where('i.status', '=', 'open')
                .where('i.due_at', '<', now),
            ),
          ]),
        ]),
      )
      .execute(),
  )
  for (const { stripe_subscription: id } of overdue) await refreshSubscription(services, clinic, id)
  return overdue.length
}

/** Customers whose cards were stored before `patient_cards` existed, and those with a credit or an unknown use of one. */
async function refreshCustomers(services: Services, clinic: ConnectedClinic): Promise<number> {
  const { clinicId, account } = clinic
  const customers = await services.transactions.withSystem('stripe-sync:sweep', (tx) =>
    tx
      .selectFrom('patient_customers')
      .select('stripe_customer as id')
      .where('clinic_id', '=', clinicId)
      .where('stripe_account', '=', account)
      .where('gone_at', 'is', null)
      .where(
        sql<boolean>`((card_last4 is not null and card_method is null) or credit_cents <> 0
          or exists (select from public.invoices i
                      where i.clinic_id = ${clinicId} and i.patient_id = patient_customers.patient_id
                        and i.credit_cents <> 0
                        and not exists (select from public.credits c
                                         where c.clinic_id = ${clinicId} and c.invoice_id = i.id)))`,
      )
      .limit(100)
      .execute(),
  )
  for (const { id } of customers) await refreshCard(services, clinic, id)
  return customers.length
}
