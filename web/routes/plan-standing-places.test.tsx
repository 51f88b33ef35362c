// Every component that shows a plan's standing: after a failed payment none shows it as paid or active.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, it, vi } from 'vitest'
import { activitySentence } from '#domain/activity/activity.ts'
import type { TierBilling } from '#domain/clinic-tier/tier-standing.ts'
import { memberCsvLine } from '#domain/memberships/member-csv.ts'
import { type MemberPlan, plansOf } from '#domain/memberships/member-list.ts'
import type { PersonView } from '#domain/memberships/person.ts'
import { planStanding } from '#domain/subscriptions/plan-standing.ts'
import { plansSection } from '#server/features/record-export/record-money.ts'
import { ChangeTier } from '#web/features/clinic-tier/change-tier.tsx'
import { CurrentPlanCard } from '#web/features/clinic-tier/current-plan-card.tsx'
import { EstimateCard } from '#web/features/clinic-tier/estimate-card.tsx'
import Overdue from '#web/features/clinic-tier/overdue.tsx'
import { PaymentMethodCard } from '#web/features/clinic-tier/payment-method-card.tsx'
import { SubscriptionCard as TierOnDashboard } from '#web/features/dashboard/overview-cards.tsx'
import { PatientsTab, RecentPatientsCard } from '#web/features/dashboard/patient-lists.tsx'
import { recentPatientsQuery } from '#web/features/dashboard/recent-patients.ts'
import { FailedPayments } from '#web/features/invoices/failed-payments.tsx'
import { failedPaymentsQuery } from '#web/features/invoices/queries.ts'
import { MemberCell } from '#web/features/memberships/member-cell.tsx'
import { PersonCover } from '#web/features/memberships/person-cover.tsx'
import { PersonHeading } from '#web/features/memberships/person-heading.tsx'
import { PersonPlans } from '#web/features/memberships/person-plans.tsx'
import { coverQuery } from '#web/features/memberships/person-queries.ts'
import { RunningPlan } from '#web/features/subscriptions/clinic-plan-changes.tsx'
import type { OwnSubscription } from '#web/features/subscriptions/queries.ts'
import { SubscriptionCard } from '#web/features/subscriptions/subscription-card.tsx'
import { SubscriptionSummary } from '#web/features/subscriptions/subscription-summary.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'
import { SessionContext, type SessionState } from '#web/lib/session/session-context.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/clinic?c=harbor'))
  vi.stubGlobal('document', { cookie: '' })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const clinic = {
  id: 'c1',
  name: 'Harbor',
  subdomain: 'harbor',
  time_zone: 'America/New_York',
  currency: 'usd',
} as Clinic

// last month's renewal is unpaid, and its period is running
const dayMs = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
const period = { current_period_start: ago(2), current_period_end: ago(-28) }
const invoice = {
  ...{ id: 'in_1', amount_due_cents: 4_900, currency: 'usd' },
  ...{ next_attempt_at: ago(-1), settles_about: null, due_at: null },
}
const facts = {
  ...{ status: 'past_due' as const, ...period, cancel_at_period_end: false, cancel_at: null, ended_at: null },
  days_until_due: null,
  open_invoices: [invoice],
}
const own: OwnSubscription = {
  ...facts,
  ...{ id: 's1', started_at: ago(60), scheduled: null, tax: null, nextChargeCents: 4_900 },
  ...{ pending: null, draft_invoices: [] },
  plan: {
    ...{ id: 'p1', kind: 'wellness', name: 'Everyday', includes: [], coversHousehold: false },
    ...{ maxPauseMonths: 0, leaving: null },
  },
  price: { id: 'r1', interval: 'month', amount_cents: 4_900, currency: 'usd' },
  covered: [{ id: 'm1', name: null, isChild: false }],
}
const plans = plansOf(
  {
    ...{ id: 'pat', user_id: 'u1', full_name: 'Lena Vogt', email: null },
    subscriptions: [{ ...facts, id: 's1', created_at: ago(60), plan: { name: 'Everyday' } }],
  },
  new Date(),
)
const person: PersonView & { id: string } = {
  ...{
    id: 'm1',
    membershipId: 'm1',
    isReadByGuardian: false,
    emailReport: null,
    endedAt: null,
    userId: 'u1',
    patientId: 'pat',
  },
  // the membership is active, and its column says so
  ...{ name: 'Lena Vogt', email: 'lena@home.test', role: 'patient', status: 'pending', isOwner: false },
  ...{
    isReadOnly: false,
    isBillingOnly: false,
    permissionSets: [],
    suspendedAt: null,
    joinedAt: ago(60),
    lastActiveAt: null,
    invitation: null,
  },
  ...{ plans, plan: plans[0] as MemberPlan, plansToCancel: [] },
}
const tier: TierBilling = {
  ...{ tier: 'professional', subscription_status: 'past_due', ...period, cancel_at_period_end: false },
}
const tierInvoice = {
  ...{ ...invoice, kind: 'tier', status: 'open', failure_code: 'generic_decline', past_due_at: ago(2) },
  due_at: null,
}

function queries(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  const standing = planStanding(facts, new Date())
  client.setQueryData(recentPatientsQuery(clinic).queryKey, {
    patients: [
      {
        ...{ id: 'm1', name: 'Lena Vogt', email: null, status: 'pending', joinedAt: ago(60) },
        plan: { name: 'Everyday', standing },
      },
    ],
    areHidden: false,
  })
  client.setQueryData(clinicKey('harbor', 'clinic-billing'), tier)
  client.setQueryData(clinicKey('harbor', 'clinic-billing', 'whole'), tier)
  client.setQueryData(clinicKey('harbor', 'clinic-invoices'), [tierInvoice])
  client.setQueryData(clinicKey('harbor', 'money-overview'), { inProgress: { policy: 'tier' } })
  client.setQueryData(coverQuery('harbor', 'pat').queryKey, {
    paysFor: [],
    paidBy: [{ patientId: 'other', name: 'Ida Vogt', plan: 'Everyday', standing }],
  })
  client.setQueryData(failedPaymentsQuery('harbor').queryKey, {
    pages: [
      [
        {
          ...{ ...invoice, issued_at: ago(2), failure_mailed_at: null, patient_id: 'pat', payments: [] },
          ...{ patient: { full_name: 'Lena Vogt' }, subscription: { ...facts, plan: { name: 'Everyday' } } },
        },
      ],
    ],
    pageParams: [null],
  })
  return client
}

const session = {
  memberships: [
    { role: 'admin', status: 'active', is_read_only: false, clinic: { id: 'c1', subdomain: 'harbor' } },
  ],
} as unknown as SessionState

const rendered = (page: ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queries()}>
      <SessionContext value={session}>
        <MemoryRouter>{page}</MemoryRouter>
      </SessionContext>
    </QueryClientProvider>,
  )

/** Each component, by the file that uses the standing, and its text instead. */
const places: [file: string, name: string, said: string, place: () => string][] = [
  [
    'web/features/subscriptions/subscription-summary.tsx',
    'the patient’s home',
    'Payment failed',
    () => rendered(<SubscriptionSummary subscription={own} clinic={clinic} />),
  ],
  [
    'web/features/subscriptions/subscription-card.tsx',
    'the payments page',
    'Payment failed',
    () => rendered(<SubscriptionCard subscription={own} clinic={clinic} />),
  ],
  [
    'web/features/subscriptions/clinic-plan-changes.tsx',
    'the clinic’s changes of a plan',
    'A payment is open.',
    () => rendered(<RunningPlan subscription={own} clinic={clinic} />),
  ],
  [
    'web/features/memberships/member-cell.tsx',
    'the members list',
    'Everyday, payment failed',
    () =>
      rendered(
        <MemberCell
          member={{ ...person, phone: null, cover: null }}
          isYou={false}
          timeZone={clinic.time_zone}
          onIntent={() => {}}
        />,
      ),
  ],
  [
    'domain/memberships/member-csv.ts',
    'the members list as a file',
    'Payment failed',
    () => memberCsvLine(person, clinic.time_zone),
  ],
  [
    'web/features/memberships/person-heading.tsx',
    'the head of a person’s page',
    'Payment failed, $49.00',
    () => rendered(<PersonHeading person={person} clinic={clinic} moneyTabAddress="/members/m1?tab=money" />),
  ],
  [
    'web/features/memberships/person-plans.tsx',
    'a person’s page',
    '$49.00 is open.',
    () => rendered(<PersonPlans person={person} timeZone={clinic.time_zone} />),
  ],
  [
    'web/features/memberships/person-cover.tsx',
    'the page of a person whom another pays for',
    'Payment failed',
    () => rendered(<PersonCover slug="harbor" patientId="pat" />),
  ],
  [
    'web/features/dashboard/patient-lists.tsx',
    'the dashboard’s recent patients',
    'Everyday, payment failed',
    () => rendered(<RecentPatientsCard clinic={clinic} />),
  ],
  [
    'web/features/dashboard/patient-lists.tsx',
    'the dashboard’s list of patients',
    'Everyday, payment failed',
    () => rendered(<PatientsTab clinic={clinic} canInvite={false} />),
  ],
  [
    'web/features/invoices/failed-payments.tsx',
    'failed payments on the money page',
    'Benefits until',
    () => rendered(<FailedPayments clinic={clinic} />),
  ],
  [
    'web/features/dashboard/overview-cards.tsx',
    'the clinic’s own plan on its dashboard',
    'Payment failed',
    () => rendered(<TierOnDashboard clinic={clinic} />),
  ],
  [
    'web/features/clinic-tier/current-plan-card.tsx',
    'the clinic’s own plan in its settings',
    'Payment failed',
    () => rendered(<CurrentPlanCard billing={tier} timeZone="UTC" billingPath="/b" flatFee={null} />),
  ],
  [
    'web/features/clinic-tier/payment-method-card.tsx',
    'the card of a clinic',
    '$49.00 is past due',
    () => rendered(<PaymentMethodCard slug="harbor" card={tier as never} />),
  ],
  [
    'web/features/clinic-tier/estimate-card.tsx',
    'the estimate of the clinic’s own plan',
    'Professional, monthly',
    () => rendered(<EstimateCard clinic={clinic} tier={tier} />),
  ],
  [
    'web/features/clinic-tier/overdue.tsx',
    'the banner above the clinic’s pages',
    '$49.00 for the Professional plan is past due.',
    () => rendered(<Overdue clinic={clinic} invoices={[tierInvoice] as never} />),
  ],
  [
    'web/features/clinic-tier/change-tier.tsx',
    'the other plans for a clinic',
    'Change to Starter',
    () => rendered(<ChangeTier billing={tier} />),
  ],
  [
    'domain/activity/activity.ts',
    'the activity of a clinic',
    'Plan of Lena Vogt is now: overdue',
    () =>
      activitySentence(
        { action: 'subscription.status_changed', from: 'active', to: 'past_due' } as never,
        'Lena Vogt',
      ),
  ],
  [
    'server/features/record-export/record-money.ts',
    'the file of one patient’s record',
    'Overdue',
    () =>
      JSON.stringify(
        plansSection({
          tables: {
            'public.subscriptions': [{ status: 'past_due', started_at: '2026-03-01', ended_at: null }],
          },
          names: {},
          clinic: { timeZone: 'UTC' },
        } as never),
      ),
  ],
]

it.each(places)('%s: %s', (_file, _name, said, place) => {
  const html = place()
  expect(html).toContain(said)
  expect(html).not.toMatch(/[Pp]aid until|Next (payment|billing)|nothing more is charged|Renews on/)
  expect(html).not.toMatch(/badge-success|>Active</)
})

/** Queries, and components rendered by one above. */
const parts = [
  'domain/clinic-tier/tier-standing.ts',
  'domain/memberships/member-list.ts',
  'domain/subscriptions/plan-standing.ts',
  'domain/subscriptions/payer-explanation.ts',
  'server/features/memberships/covers-of.ts',
  'web/components/access/standing-badge.tsx',
  'web/features/dashboard/recent-patients.ts',
  'web/features/memberships/person-queries.ts',
  'web/routes/portal/home-plans.ts',
  'web/features/subscriptions/state-message.tsx',
]

it('lists every file that uses a plan’s standing', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const asks =
    /\b(?:planStanding|planLine|teamExplanation|payerExplanation|standingLabel|statusLabel|tierStanding)\(|<StandingBadge/
  const found = ['web', 'domain', 'server'].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .filter((path) => asks.test(readFileSync(`${root}${path}`, 'utf8'))),
  )
  const known = new Set([...places.map(([file]) => file), ...parts])
  expect(found.filter((path) => !known.has(path))).toEqual([])
  expect([...known].filter((path) => !found.includes(path))).toEqual([])
})
