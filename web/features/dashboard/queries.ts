import { queryOptions } from '@tanstack/react-query'
import { type ClinicSituation, type Need, needsYouToday } from '#domain/dashboard/needs-you.ts'
import { callFunction, rest } from '#web/lib/api.ts'
import { clinicKey } from '#web/lib/query-client.ts'

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

/** What needs attention today. @param seesMoney whether the reader may see the payout account */
export function needsYouQuery(slug: string | null, seesMoney: boolean) {
  return queryOptions({
    ...live,
    queryKey: clinicKey(slug, 'needs-you', seesMoney),
    queryFn: async ({ signal }): Promise<Need[]> => {
      const [payouts, failedPayments, waitingInvitations] = await Promise.all([
        seesMoney ? readPayouts(signal) : null,
        readFailedPayments(signal),
        readWaitingInvitations(signal),
      ])
      return needsYouToday({ payouts, failedPayments, waitingInvitations }, new Date())
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

async function readFailedPayments(signal: AbortSignal): Promise<ClinicSituation['failedPayments']> {
  const { data, error } = await rest
    .from('subscriptions')
    .select('plan:plans(name),patient:patients!subscriptions_owner_fkey(full_name)')
    .in('status', ['past_due', 'unpaid'])
    .order('current_period_start', { ascending: false })
    .abortSignal(signal)
  if (error) throw error
  return data.map(({ plan, patient }) => ({ patient: patient?.full_name ?? '', plan: plan?.name ?? '' }))
}

async function readWaitingInvitations(signal: AbortSignal): Promise<ClinicSituation['waitingInvitations']> {
  const { data, error } = await rest
    .from('invitations')
    .select('email,expires_at')
    .is('accepted_at', null)
    .is('revoked_at', null)
    .order('expires_at', { ascending: false })
    .limit(100)
    .abortSignal(signal)
  if (error) throw error
  return data
}
