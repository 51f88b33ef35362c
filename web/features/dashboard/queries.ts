import { queryOptions } from '@tanstack/react-query'
import { shareDiscount } from '#domain/coupons/coupons.ts'
import { nextDiscount } from '#domain/coupons/next-discount.ts'
import {
  type ClinicSituation,
  isDueInvitation,
  type Need,
  needsYouToday,
  type WaitingInvitation,
} from '#domain/dashboard/needs-you.ts'
import { collectionSteps, type FailedInvoice } from '#domain/invoices/collection-steps.ts'
import { taxOfRow, taxOnTop } from '#domain/payouts/clinic-tax.ts'
import { isFailedTierPayment } from '#domain/statements/commission-dunning.ts'
import { overdueStatuses, payingStatuses } from '#domain/subscriptions/subscriptions.ts'
import { dashboardTexts } from '#domain/texts/dashboard.ts'
import { formatDate, formatMoment } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { callFunction, rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { serverNow } from '#web/lib/page/clock.ts'

/** The dashboard is open all day: it reloads on focus and every minute. */
const live = { refetchOnWindowFocus: true, refetchInterval: 60_000 } as const

export function setupChecklistQuery(slug: string | null) {
  return queryOptions({
    ...live,
    queryKey: clinicKey(slug, 'setup-checklist'),
    queryFn: () => callFunction('setup-checklist'),
  })
}

export function dashboardFiguresQuery(slug: string | null) {
  return queryOptions({
    ...live,
    queryKey: clinicKey(slug, 'dashboard-figures'),
    queryFn: () => callFunction('dashboard-figures'),
  })
}

/** For callers who may see money. */
export function membershipMetricsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'membership-metrics'),
    queryFn: () => callFunction('membership-metrics'),
  })
}

/**
 * Today's open issues.
 * @param may.money whether the reader may see the payout account
 * @param may.invite whether the reader may invite all patients
 */
export function needsYouQuery(
  slug: string | null,
  timeZone: string,
  may: { money: boolean; invite: boolean },
) {
  return queryOptions({
    ...live,
    queryKey: clinicKey(slug, 'needs-you', may.money, may.invite),
    queryFn: async ({ signal }): Promise<Need[]> => {
      const [payouts, failedPayments, overdueInvoices, owed, waitingInvitations, uninvited] =
        await Promise.all([
          may.money ? readPayouts(signal) : null,
          readFailedPayments(timeZone, signal),
          may.money ? readOverdueInvoices(timeZone, signal) : [],
          may.money ? readOwed(signal) : { owedCommissions: [], failedTierPayments: [] },
          readWaitingInvitations(signal),
          may.invite ? callFunction('count-uninvited', {}) : null,
        ])
      const situation = { payouts, failedPayments, overdueInvoices, ...owed, waitingInvitations }
      return needsYouToday({ ...situation, uninvited: uninvited?.recent ?? 0 }, serverNow())
    },
  })
}

async function readPayouts(signal: AbortSignal): Promise<ClinicSituation['payouts']> {
  const { data, error } = await rest
    .from('payout_accounts')
    .select('state,requirements_due,requirements_past_due')
    .abortSignal(signal)
    .maybeSingle()
  if (error) throw error
  return data
}

async function readFailedPayments(
  timeZone: string,
  signal: AbortSignal,
): Promise<ClinicSituation['failedPayments']> {
  const { data, error } = await rest
    .from('subscriptions')
    .select(
      'plan:plan_versions(name),patient:patients!subscriptions_owner_fkey(full_name),invoices(failure_mailed_at,payments(status,charged_at))',
    )
    .in('status', overdueStatuses)
    .is('days_until_due', null)
    .eq('invoices.status', 'open')
    .order('current_period_start', { ascending: false })
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ plan, patient, invoices }) => ({
    patient: patient?.full_name ?? '',
    plan: plan?.name ?? '',
    lastStep: lastStepOf(invoices[0], timeZone),
  }))
}

function lastStepOf(invoice: FailedInvoice | undefined, timeZone: string): string | null {
  if (!invoice) return null
  const { last, retriedAt, linkSentAt } = collectionSteps(invoice)
  const at = last === 'retried' ? retriedAt : linkSentAt
  return last && at && dashboardTexts.needsYou.lastStep[last](formatMoment(at, serverNow(), timeZone))
}

async function readOverdueInvoices(
  timeZone: string,
  signal: AbortSignal,
): Promise<ClinicSituation['overdueInvoices']> {
  const { data, error } = await rest
    .from('invoices')
    .select('amount_due_cents,currency,due_at,patient:patients(full_name)')
    .eq('status', 'open')
    .gt('amount_due_cents', 0)
    .lt('due_at', serverNow().toISOString())
    .is('settles_about', null)
    .order('due_at')
    .limit(100)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ amount_due_cents: cents, currency, due_at, patient }) => ({
    patient: patient?.full_name ?? '',
    amount: formatMoney(cents, currency),
    since: formatDate(due_at ?? '', timeZone),
  }))
}

type Owed = Pick<ClinicSituation, 'owedCommissions' | 'failedTierPayments'>

/** Closed months with an unpaid commission invoice, and failed payments of the clinic's tier. */
async function readOwed(signal: AbortSignal): Promise<Owed> {
  const [statements, invoices] = await Promise.all([
    rest
      .from('statements')
      .select('id,month,commissionCents:commission_cents,currency')
      .eq('status', 'closed')
      .order('month')
      .abortSignal(signal),
    rest
      .from('clinic_invoices')
      .select('kind,statement_id,status,past_due_at,amountCents:amount_due_cents,currency')
      .abortSignal(signal),
  ])
  if (statements.error) throw statements.error
  if (invoices.error) throw invoices.error
  const invoiceOf = new Map(invoices.data.map((invoice) => [invoice.statement_id, invoice]))
  return {
    owedCommissions: statements.data.flatMap(({ id, ...owed }) => {
      const invoice = invoiceOf.get(id)
      const isSettled = invoice?.status === 'paid' || invoice?.status === 'void'
      return isSettled ? [] : [{ ...owed, isPastDue: Boolean(invoice?.past_due_at) }]
    }),
    failedTierPayments: invoices.data.filter(isFailedTierPayment),
  }
}

async function readWaitingInvitations(signal: AbortSignal): Promise<OverviewLists['waiting']> {
  const { data, error } = await rest
    .from('invitations')
    .select('membershipId:membership_id,email,expiresAt:expires_at,name,role')
    .is('accepted_at', null)
    .is('revoked_at', null)
    .order('created_at', { ascending: false })
    .limit(100)
    .abortSignal(signal)
  if (error) throw error
  return data
}

/** Next renewals and pending invitations. Instants are ISO strings. */
export interface OverviewLists {
  renewals: {
    id: string
    patientId: string
    patient: string
    plan: string
    cents: number
    currency: string
    renewsAt: string
  }[]
  waiting: (WaitingInvitation & { name: string | null })[]
}

/** Long lists show five rows and link to the rest (docs/look.md "Decided on real screens"). */
const shownRows = 5

/** The lists of the tab Overview. Not polled: they name people, and each read is recorded. */
export function overviewListsQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'overview-lists'),
    staleTime: 2 * 60_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<OverviewLists> => {
      const [renewals, waiting] = await Promise.all([readRenewals(signal), readWaitingInvitations(signal)])
      const now = serverNow()
      return {
        renewals,
        waiting: waiting.filter((invitation) => !isDueInvitation(invitation, now)).slice(0, shownRows),
      }
    },
  })
}

async function readRenewals(signal: AbortSignal): Promise<OverviewLists['renewals']> {
  const { data, error } = await rest
    .from('subscriptions')
    .select(
      `id,owner_patient_id,started_at,current_period_end,tax_name,tax_rate_ppm,tax_is_inclusive,plan:plan_versions(name),
       price:plan_prices(amount_cents,currency),items:subscription_items(quantity,unit_cents),
       coupon:coupons(percent,amount_cents,duration,months),
       patient:patients!subscriptions_owner_fkey(full_name)`,
    )
    .in('status', payingStatuses)
    .eq('cancel_at_period_end', false)
    .order('current_period_end')
    .limit(shownRows)
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ plan, price, items, coupon, patient, ...subscription }) => {
    const full = items.map(({ quantity, unit_cents }) => quantity * unit_cents)
    const sum = full.reduce((all, cents) => all + cents, 0)
    const lines = shareDiscount(full, nextDiscount(coupon, subscription, sum))
    return {
      id: subscription.id,
      patientId: subscription.owner_patient_id,
      patient: patient?.full_name ?? '',
      plan: plan?.name ?? '',
      cents: lines.reduce((all, cents) => all + cents, taxOnTop(lines, taxOfRow(subscription))),
      currency: price?.currency ?? 'usd',
      renewsAt: subscription.current_period_end,
    }
  })
}
