import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { paths } from '#domain/paths.ts'
import { stopsAt, tierEndsAt } from '#domain/statements/commission-dunning.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { Services } from '#server/clinic/action.ts'
import { type ClinicInvoiceMailKind, clinicInvoiceMail } from '#server/emails/clinic-billing.ts'
import { clinicOrigin } from '#server/platform/config/config.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** An invoice of Carefold's to a clinic, by Stripe's id. */
export interface ClinicInvoice {
  clinicId: string
  invoiceId: string
}

/**
 * Mails all admins of a clinic about an invoice of Carefold's, in the transaction that records the event. A failed
 * payment is also a notice, by each admin's preferences. The mail links to the billing page, because Stripe's addresses
 * expire.
 */
export async function mailAdminsOfInvoice(
  tx: Tx,
  services: Services,
  kind: ClinicInvoiceMailKind,
  { clinicId, invoiceId }: ClinicInvoice,
): Promise<void> {
  const invoice = await tx
    .selectFrom('clinic_invoices as i')
    .innerJoin('clinics as c', 'c.id', 'i.clinic_id')
    .leftJoin('clinic_billing as b', (join) => join.on('b.clinic_id', '=', clinicId))
    .leftJoin('statements as s', (join) =>
      join.on('s.clinic_id', '=', clinicId).onRef('s.id', '=', 'i.statement_id'),
    )
    .select([
      'i.kind',
      'i.number',
      'i.amount_due_cents',
      'i.currency',
      'i.due_at',
      'i.failure_code',
      'i.attempt_count',
    ])
    .select([
      'i.next_attempt_at',
      'i.past_due_at',
      's.month',
      'c.name',
      'c.subdomain',
      'c.time_zone',
      'b.tier',
      'b.subscription_status',
    ])
    .where('i.clinic_id', '=', clinicId)
    .where('i.id', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const admins = await tx
    .selectFrom('clinic_memberships as m')
    .innerJoin('auth.users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.clinic_id', '=', clinicId)
    .where('m.role', '=', 'admin')
    .where('m.status', '=', 'active')
    .where('m.ended_at', 'is', null)
    .where('u.email_confirmed_at', 'is not', null)
    .execute()
  if (kind === 'failed' || kind === 'tier_failed') {
    const attempt = kind === 'failed' ? invoice.attempt_count : services.clock.now().toISOString()
    const key = `${invoiceId}:${attempt}`
    await services.notices.notifyAdmins(tx, { clinicId, kind: 'commission_failed', key })
  }
  const { name, time_zone: timeZone, past_due_at: pastDueAt, next_attempt_at: next } = invoice
  const plan =
    invoice.kind === 'tier' ? (productPlans.find(({ id }) => id === invoice.tier)?.name ?? null) : null
  for (const { email } of admins) {
    if (!email) continue
    await services.mailer.queue(
      tx,
      clinicInvoiceMail(kind, {
        to: email,
        clinic: { id: clinicId, name, timeZone },
        link: new URL(paths.settingsBilling, clinicOrigin(services.config, invoice.subdomain)).href,
        number: invoice.number,
        month: invoice.month,
        amountCents: invoice.amount_due_cents,
        currency: invoice.currency,
        dueAt: invoice.due_at,
        nextAttemptAt: next && next > services.clock.now() ? next : null,
        failureCode: invoice.failure_code,
        stopsAt: pastDueAt && stopsAt(pastDueAt),
        plan,
        endsAt: pastDueAt && isRunning(invoice.subscription_status ?? '') ? tierEndsAt(pastDueAt) : null,
      }),
    )
  }
}
