import { sql } from 'kysely'
import { hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { refreshClinicCard } from './refresh/refresh-clinic-card.ts'
import {
  refreshClinicCharge,
  refreshClinicInvoice,
  refreshClinicRefund,
} from './refresh/refresh-clinic-invoice.ts'
import { refreshTier } from './refresh/refresh-tier.ts'
import { refreshTierCheckout } from './refresh/refresh-tier-checkout.ts'

export const sweepPlatformJob = 'stripe-sync.sweep-platform'
const settingName = 'platform_swept_until'
const source = 'sweep'

const sweepEveryMs = 20 * hourMs
/** Overlap of sweeps, because Stripe may list an object late. */
const overlapMs = 72 * hourMs

/**
 * Reads changes from Carefold's own Stripe account of which no event arrived, once a night: tiers, clinics' cards,
 * invoices, charges, refunds and payment pages (docs/payments.md 7).
 */
export function sweepPlatform(services: Services) {
  const { transactions, clock, log } = services
  return defineJob({
    name: sweepPlatformJob,
    cron: '37 * * * *',
    async run(): Promise<JobResult> {
      const startedAt = clock.now()
      const last = await sweptUntil(services)
      if (last && startedAt.getTime() - last.getTime() < sweepEveryMs) return { swept: false }
      let failed = 0
      const attempt = async (what: () => Promise<unknown>) => {
        try {
          await what()
        } catch (error) {
          failed++
          log.error('sweep_platform.failed', { error })
        }
      }
      for (const clinicId of await customers(services)) await attempt(() => sweepBilling(services, clinicId))
      await sweepMoney(services, attempt, new Date((last ?? startedAt).getTime() - overlapMs), startedAt)
      if (failed > 0) throw new Error(`${failed} objects of the platform's account could not be read`)
      await transactions.withSystem('job:stripe-sync.sweep-platform', (tx) =>
        tx
          .insertInto('app.settings')
          .values({ name: settingName, value: JSON.stringify(startedAt.toISOString()) })
          .onConflict((conflict) =>
            conflict.column('name').doUpdateSet({ value: JSON.stringify(startedAt.toISOString()) }),
          )
          .execute(),
      )
      return { swept: true }
    },
  })
}

/**
 * Reads one clinic's payment pages, tier, card and open invoices. Nothing for a clinic that has never paid Carefold.
 */
export async function sweepBilling(services: Services, clinicId: string): Promise<void> {
  const found = await services.transactions.withSystem('stripe-sync:sweep-billing', async (tx) => ({
    billing: await tx
      .selectFrom('clinic_billing')
      .select('stripe_customer as customer')
      .where('clinic_id', '=', clinicId)
      .executeTakeFirst(),
    pages: await tx
      .selectFrom('app.checkouts')
      .select('stripe_session as session')
      .where('clinic_id', '=', clinicId)
      .where('purpose', '=', 'tier')
      .where('state', '=', 'open')
      .where('created_at', '<', new Date(services.clock.now().getTime() - hourMs))
      .execute(),
    open: await tx
      .selectFrom('clinic_invoices')
      .select('id')
      .where('clinic_id', '=', clinicId)
      .where('status', '=', 'open')
      .execute(),
  }))
  if (!found.billing?.customer) return
  for (const { session } of found.pages) if (session) await refreshTierCheckout(services, session)
  await refreshTier(services, found.billing.customer)
  await refreshClinicCard(services, found.billing.customer)
  for (const { id } of found.open) await refreshClinicInvoice(services, id, source)
}

async function sweepMoney(
  services: Services,
  attempt: (what: () => Promise<unknown>) => Promise<void>,
  from: Date,
  startedAt: Date,
): Promise<void> {
  const { stripe } = services
  // Stripe counts in whole seconds; the next sweep includes the current one again
  const until = new Date(startedAt.getTime() + 1_000)
  const invoices = await stripe.invoices.listMade(null, from, until)
  const known = await knownInvoices(services, invoices)
  for (const id of invoices)
    if (!known.has(id)) await attempt(() => refreshClinicInvoice(services, id, source))
  const charges = await stripe.charges.listMade(null, from, until)
  const refunds = await stripe.charges.listRefunds(null, from, until)
  const booked = await bookedKeys(services, [
    ...charges.map(({ id }) => `platform-charge:${id}`),
    ...refunds.map(({ id }) => `platform-refund:${id}`),
  ])
  for (const { id, status } of charges)
    if (status === 'succeeded' && !booked.has(`platform-charge:${id}`))
      await attempt(() => refreshClinicCharge(services, id, source))
  for (const { id, status } of refunds)
    if (booked.has(`platform-refund:${id}`) !== (status === 'succeeded'))
      await attempt(() => refreshClinicRefund(services, id, source))
}

function customers({ transactions }: Services): Promise<string[]> {
  return transactions.withSystem('stripe-sync:sweep-platform', async (tx) => {
    const rows = await tx
      .selectFrom('clinic_billing')
      .select('clinic_id')
      .where('stripe_customer', 'is not', null)
      .execute()
    return rows.map(({ clinic_id }) => clinic_id)
  })
}

function knownInvoices({ transactions }: Services, ids: string[]): Promise<Set<string>> {
  return transactions.withSystem('stripe-sync:sweep-platform', async (tx) => {
    const rows = await tx
      .selectFrom('clinic_invoices')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::text[])`)
      .execute()
    return new Set(rows.map(({ id }) => id))
  })
}

function bookedKeys({ transactions }: Services, keys: string[]): Promise<Set<string>> {
  return transactions.withSystem('stripe-sync:sweep-platform', async (tx) => {
    const rows = await tx
      .selectFrom('journal')
      .select('key')
      .where('kind', 'in', ['platform_payment', 'platform_refund'])
      .where(sql<boolean>`key = any(${keys}::text[])`)
      .execute()
    return new Set(rows.map(({ key }) => key))
  })
}

function sweptUntil({ transactions }: Services): Promise<Date | null> {
  return transactions.withSystem('stripe-sync:sweep-platform', async (tx) => {
    const row = await tx
      .selectFrom('app.settings')
      .select('value')
      .where('name', '=', settingName)
      .executeTakeFirst()
    return row ? new Date(String(row.value)) : null
  })
}
