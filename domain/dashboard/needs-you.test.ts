import { expect, test } from 'vitest'
import { type ClinicSituation, deskNeeds, needsInOrder, needsYouToday, ownNeeds } from './needs-you.ts'

const now = new Date('2026-03-10T12:00:00Z')
const quiet: ClinicSituation = {
  payouts: null,
  failedPayments: [],
  overdueInvoices: [],
  waitingInvitations: [],
  uninvited: 0,
  owedCommissions: [],
  failedTierPayments: [],
}
const account = (state: string, due: string[] = []) => ({
  state,
  requirements_due: due,
  requirements_past_due: [],
})
const everything = (count: number | null) => ({
  outside: count ? [] : null,
  unread: count,
  requested: count,
  openVisits: count,
  calls: count,
  overdueTasks: count,
  tasksDueToday: count,
  feedback: count,
})
const textsOf = (changes: Partial<ClinicSituation>) =>
  needsYouToday({ ...quiet, ...changes }, now).map(({ text }) => text)

test('a clinic without open issues has no needs', () => {
  expect(textsOf({})).toEqual([])
  expect(textsOf({ payouts: account('payouts_enabled') })).toEqual([])
})

test('leaves an unfinished account to the set-up steps', () => {
  expect(textsOf({ payouts: account('created', ['external_account']) })).toEqual([])
  expect(textsOf({ payouts: account('details_submitted', ['individual.id_number']) })).toEqual([])
})

test('an account that cannot take payments comes first, and new requirements are announced in time', () => {
  const situation = {
    ...quiet,
    payouts: account('restricted'),
    failedPayments: [{ patient: 'Pat', plan: 'Care', lastStep: null }],
  }
  expect(needsYouToday(situation, now).map(({ tone, target }) => [tone, target.page])).toEqual([
    ['danger', 'payouts'],
    ['danger', 'failed-payments'],
  ])
  expect(textsOf({ payouts: account('payouts_enabled', ['company.tax_id']) })).toEqual([
    'Stripe asks for more details about your payout account.',
  ])
})

test('a few failed payments are listed, many are counted', () => {
  const failed = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ patient: `Pat ${index}`, plan: 'Care', lastStep: null }))
  expect(textsOf({ failedPayments: failed(1) })).toEqual(['Pat 0’s payment for “Care” failed.'])
  const sent = { patient: 'Pat', plan: 'Care', lastStep: 'Link sent 11:35 AM.' }
  expect(textsOf({ failedPayments: [sent] })).toEqual([
    'Pat’s payment for “Care” failed. Link sent 11:35 AM.',
  ])
  expect(textsOf({ failedPayments: failed(4) })).toEqual(['4 patients have a failed payment.'])
})

test('invitations are listed from a day before they expire until a week after', () => {
  const waiting = (expiresAt: string) => ({
    waitingInvitations: [
      { membershipId: 'm1', email: 'kim@example.test', role: 'patient' as const, expiresAt },
    ],
  })
  expect(textsOf(waiting('2026-03-11T13:00:00Z'))).toEqual([])
  expect(textsOf(waiting('2026-03-11T11:00:00Z'))).toEqual([
    'The invitation for kim@example.test expires in 23 hours.',
  ])
  expect(textsOf(waiting('2026-03-10T12:30:00Z'))).toEqual([
    'The invitation for kim@example.test expires in 1 hour.',
  ])
  expect(textsOf(waiting('2026-03-10T11:00:00Z'))).toEqual([
    'The invitation for kim@example.test has expired.',
  ])
  expect(textsOf(waiting('2026-03-01T11:00:00Z'))).toEqual([])
})

test('a need links to its person, and an invitation can be sent again', () => {
  const who = { membershipId: 'm1', email: 'kim@example.test', role: 'patient' as const }
  const invitation = { ...who, expiresAt: '2026-03-10T13:00:00Z' }
  const [need] = needsYouToday({ ...quiet, waitingInvitations: [invitation] }, now)
  expect(need?.target).toEqual({ page: 'members', search: 'kim@example.test' })
  expect(need?.resend).toEqual(who)
})

test('a failed payment for the clinic’s own plan names its amount and leads to billing, until it is paid', () => {
  const failed = { amountCents: 9_900, currency: 'usd' }
  expect(needsYouToday({ ...quiet, failedTierPayments: [failed] }, now)).toEqual([
    {
      tone: 'danger',
      text: 'Your payment of $99.00 for your Carefold plan did not go through.',
      target: { page: 'billing' },
    },
  ])
  expect(textsOf({ failedTierPayments: [failed, failed] })).toEqual([
    'Your payment of $198.00 for your Carefold plan did not go through.',
  ])
  expect(textsOf({ failedTierPayments: [] })).toEqual([])
})

test('lists owed commission once, with its months and a link to the statement', () => {
  const owed = (month: string, commissionCents: number) => ({
    month,
    commissionCents,
    currency: 'usd',
    isPastDue: false,
  })
  const one = needsYouToday({ ...quiet, owedCommissions: [owed('2026-02', 1_908)] }, now)
  expect(one).toMatchObject([
    {
      text: 'You owe $19.08 commission for February 2026.',
      target: { page: 'statements', month: '2026-02' },
    },
  ])
  const two = needsYouToday(
    { ...quiet, owedCommissions: [owed('2026-01', 7_056), owed('2026-02', 1_908)] },
    now,
  )
  expect(two).toMatchObject([
    {
      text: 'You owe $89.64 commission for January 2026 to February 2026.',
      target: { page: 'statements', month: null },
    },
  ])
})

test('unsaved recovery codes lead to the page that creates them', () => {
  expect(ownNeeds(null)).toEqual([])
  for (const reminder of ['none', 'unkept'] as const)
    expect(ownNeeds(reminder)).toMatchObject([{ tone: 'warning', target: { page: 'recovery-codes' } }])
})

test('patients who were never invited are counted, not called expired', () => {
  const needs = needsYouToday({ ...quiet, uninvited: 17 }, now)
  expect(needs.map(({ text, target }) => [text, target])).toEqual([
    ['17 patients are not invited yet.', { page: 'uninvited' }],
  ])
  expect(needsYouToday({ ...quiet, uninvited: 1 }, now)[0]?.text).toBe('1 patient is not invited yet.')
})

test('work at the desk is counted; counts that the reader may not see are left out', () => {
  expect(deskNeeds(everything(null))).toEqual([])
  expect(deskNeeds(everything(0))).toEqual([])
  const outside = [{ providerId: 'p', providerName: 'Elena Ruiz', count: 3, from: '2026-03-16', days: 2 }]
  const busy = { ...everything(1), outside, requested: 2, openVisits: 3, calls: 4, tasksDueToday: 2 }
  expect(deskNeeds(busy).map(({ text, target }) => [text, target.page])).toEqual([
    ['1 of your tasks is overdue.', 'tasks'],
    ['4 calls to make about visits: no message reaches the patients.', 'calls'],
    ['3 visits lie outside the hours of Elena Ruiz.', 'handover'],
    ['1 conversation has unread messages.', 'messages'],
    ['2 requested visits wait for an answer.', 'requests'],
    ['3 visits have no outcome yet.', 'open-visits'],
    ['2 of your tasks are due today.', 'tasks'],
    ['1 patient’s feedback has no answer yet.', 'feedback'],
  ])
})

test('failures come first, then warnings, then the work of the day', () => {
  const [work] = deskNeeds({ ...everything(null), unread: 2 })
  const failed = needsYouToday(
    { ...quiet, failedPayments: [{ patient: 'Pat', plan: 'Care', lastStep: null }] },
    now,
  )
  const inOrder = needsInOrder([...(work ? [work] : []), ...ownNeeds('none'), ...failed])
  expect(inOrder.map(({ tone }) => tone)).toEqual(['danger', 'warning', 'info'])
})
