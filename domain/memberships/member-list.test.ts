import { expect, test } from 'vitest'
import { memberCsvLine } from './member-csv.ts'
import {
  type InvitationRow,
  lacksDigits,
  listedRoles,
  listedStatuses,
  type MemberRow,
  memberView as memberViewAt,
  type PatientPlans,
  statusChoices,
  statusText,
} from './member-list.ts'
import { readsMessages, standingOf } from './person.ts'

const memberView = (
  member: MemberRow,
  profile: Parameters<typeof memberViewAt>[1],
  plans: PatientPlans | undefined,
) => memberViewAt(member, profile, plans, new Date('2026-03-20T12:00:00Z'))

function row(changes: Partial<MemberRow> = {}): MemberRow {
  return {
    id: 'membership',
    user_id: '0a1b2c3d-0000-4000-8000-000000000000',
    role: 'staff',
    status: 'active',
    is_owner: false,
    is_read_only: false,
    is_billing_only: false,
    permission_sets: [],
    suspended_at: null,
    created_at: '2026-03-01T12:00:00Z',
    updated_at: '2026-03-04T12:00:00Z',
    activity: null,
    invitations: [],
    ...changes,
  }
}

function invitation(changes: Partial<InvitationRow> = {}): InvitationRow {
  return {
    id: 'invitation',
    email: 'kim@example.test',
    name: 'Kim Park',
    expires_at: '2026-03-04T12:00:00Z',
    accepted_at: null,
    revoked_at: null,
    created_at: '2026-03-01T12:00:00Z',
    ...changes,
  }
}

function patient(subscriptions: Partial<PatientPlans['subscriptions'][number]>[]): PatientPlans {
  return {
    id: 'record',
    user_id: 'someone',
    full_name: 'Pat Record',
    email: 'pat@example.test',
    subscriptions: subscriptions.map((subscription, index) => ({
      id: `subscription-${index}`,
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      current_period_start: '2026-03-01T12:00:00Z',
      current_period_end: '2026-04-01T12:00:00Z',
      created_at: `2026-03-0${index + 1}T12:00:00Z`,
      plan: { name: 'Complete' },
      ...subscription,
    })),
  }
}

const profile = { id: 'someone', email: 'robin@example.test' }

// spec: B3 A member has first and last name
test('names a person by first and last name, in either spelling', () => {
  const snake = { ...profile, raw_user_meta_data: { first_name: 'Robin', last_name: 'Vale', name: 'RV' } }
  const camel = { ...profile, metadata: { firstName: 'Robin', lastName: 'Vale' } }
  expect(memberView(row(), snake, undefined).name).toBe('Robin Vale')
  expect(memberView(row(), camel, undefined).name).toBe('Robin Vale')
})

// spec: B3 A member without names has a fallback
test('falls back to the name, then the full name, then the start of the id', () => {
  expect(memberView(row(), { ...profile, metadata: { name: 'Robin' } }, undefined).name).toBe('Robin')
  expect(memberView(row(), { ...profile, metadata: { full_name: ' Robin Vale ' } }, undefined).name).toBe(
    'Robin Vale',
  )
  expect(memberView(row(), { ...profile, metadata: { first_name: 7 } }, undefined).name).toBe('User 0a1b2c3d')
})

// spec: B3 A member without a profile is a Pending User
test('a person without a profile is a pending user, unless an invitation names them', () => {
  const unknown = memberView(row({ user_id: null, status: 'invited' }), undefined, undefined)
  expect([unknown.name, unknown.email]).toEqual(['Pending User', 'Pending User'])
  const invited = row({ user_id: null, status: 'invited', invitations: [invitation()] })
  expect(memberView(invited, undefined, undefined)).toMatchObject({
    name: 'Kim Park',
    email: 'kim@example.test',
    invitation: { email: 'kim@example.test', expiresAt: '2026-03-04T12:00:00Z' },
  })
})

// spec: B3 joinDate is created_at, and lastActive the last request
test('joined when the row was created, last active at the last request', () => {
  expect(memberView(row(), profile, undefined).joinedAt).toBe('2026-03-01T12:00:00Z')
  expect(memberView(row(), profile, undefined).lastActiveAt).toBeNull()
  const activity = { last_active_at: '2026-03-06T12:00:00Z' }
  expect(memberView(row({ activity }), profile, undefined).lastActiveAt).toBe('2026-03-06T12:00:00Z')
})

test('shows only a pending invitation', () => {
  const offers = (changes: Partial<InvitationRow>, rest: Partial<MemberRow> = {}) =>
    memberView(row({ status: 'invited', invitations: [invitation(changes)], ...rest }), profile, undefined)
      .invitation
  expect(offers({})).not.toBeNull()
  expect(offers({ accepted_at: '2026-03-02T12:00:00Z' })).toBeNull()
  expect(offers({ revoked_at: '2026-03-02T12:00:00Z' })).toBeNull()
  // A deactivated person also has the status "invited": there is nothing to resend.
  expect(offers({}, { suspended_at: '2026-03-02T12:00:00Z' })).toBeNull()
})

test('shows the newest pending invitation of several', () => {
  const invitations = [
    invitation({ id: 'old', revoked_at: '2026-03-02T12:00:00Z' }),
    invitation({ id: 'new', expires_at: '2026-03-06T12:00:00Z', created_at: '2026-03-02T12:00:00Z' }),
  ]
  const view = memberView(row({ status: 'invited', invitations }), undefined, undefined)
  expect(view.invitation?.expiresAt).toBe('2026-03-06T12:00:00Z')
})

test('prefers the running plan over an ended one, and never shows an unpaid attempt', () => {
  const plan = (subscriptions: Parameters<typeof patient>[0]) =>
    memberView(row({ role: 'patient' }), profile, patient(subscriptions)).plan
  expect(plan([])).toBeNull()
  expect(plan([{ status: 'incomplete' }])).toBeNull()
  expect(plan([{ status: 'active' }, { status: 'canceled' }])?.standing.kind).toBe('active')
  expect(plan([{ status: 'canceled' }])?.standing.kind).toBe('ended')
})

test('a running plan can be ended, and an ending one shows its date', () => {
  const plan = (subscription: Parameters<typeof patient>[0][number]) =>
    memberView(row({ role: 'patient' }), profile, patient([subscription])).plan
  expect(plan({ status: 'past_due' })).toMatchObject({
    isRunning: true,
    isEnding: false,
    standing: { kind: 'past_due' },
  })
  expect(plan({ cancel_at_period_end: true })).toMatchObject({
    isRunning: true,
    isEnding: true,
    standing: { kind: 'ending', endsAt: '2026-04-01T12:00:00Z' },
  })
  // A date set at Stripe.
  const cancel_at = '2026-06-10T12:00:00Z'
  expect(plan({ cancel_at })).toMatchObject({ standing: { endsAt: cancel_at }, isEnding: false })
  expect(plan({ status: 'canceled', cancel_at_period_end: true })).toMatchObject({
    isRunning: false,
    standing: { kind: 'ended' },
  })
})

test('removing a member cancels every plan that would be charged again', () => {
  const plans = (subscriptions: Parameters<typeof patient>[0]) =>
    memberView(row({ role: 'patient' }), profile, patient(subscriptions)).plansToCancel
  expect(plans([{ status: 'active' }, { status: 'past_due' }, { status: 'incomplete' }])).toHaveLength(2)
  expect(plans([{ status: 'canceled' }, { cancel_at_period_end: true }])).toEqual([])
})

test('an invitation can be sent again even after the clinic has activated the member', () => {
  const activated = row({ user_id: null, status: 'active', invitations: [invitation()] })
  expect(memberView(activated, undefined, undefined).invitation?.email).toBe('kim@example.test')
})

// spec: B2.10 An activated member without an account reads as not accepted yet
// spec: B4 An activated member without an account reads as not accepted yet
test('a member activated without an account is shown as not accepted', () => {
  const view = (changes: Partial<MemberRow>) =>
    memberView(row({ invitations: [invitation()], ...changes }), undefined, undefined)
  const activated = view({ user_id: null, status: 'active' })
  expect(statusText(activated)).toBe('Not accepted yet')
  expect(memberCsvLine(activated, 'UTC')).toContain(',Not accepted yet,')
  const { id: membershipId, ...person } = activated
  const page = {
    ...person,
    membershipId,
    isReadByGuardian: false,
    emailReport: null,
    endedAt: null,
    plans: [],
  }
  expect(standingOf(page)).toBe('not-accepted')
  expect(readsMessages(page)).toBe(false)
  expect(statusText(view({ status: 'active' }))).toBe('Active')
  expect(statusText(view({ user_id: null, status: 'invited' }))).toBe('Invited')
})

// spec: B2.10 Tab and status filter together choose the members
test('lists members that match both tab and status', () => {
  expect(listedStatuses({ tab: 'all', status: 'all' })).toBeNull()
  expect(listedStatuses({ tab: 'all', status: 'invited' })).toEqual(['invited'])
  expect(listedStatuses({ tab: 'active', status: 'all' })).toEqual(['active'])
  expect(listedStatuses({ tab: 'pending', status: 'all' })).toEqual(['pending', 'invited'])
  expect(listedStatuses({ tab: 'pending', status: 'invited' })).toEqual(['invited'])
  // From an old link.
  expect(listedStatuses({ tab: 'pending', status: 'active' })).toEqual([])
})

test('every choice of a tab can match a member', () => {
  for (const tab of ['all', 'active', 'pending'] as const)
    for (const status of statusChoices(tab)) expect(listedStatuses({ tab, status })).not.toEqual([])
})

// spec: B2.10 The filter Staff lists staff and members
test('the filter Staff lists staff and members', () => {
  expect(listedRoles('staff')).toEqual(['staff', 'member'])
  expect(listedRoles('patient')).toEqual(['patient'])
  expect(listedRoles('all')).toBeNull()
})

test('a search of one to three digits lacks digits of a phone number', () => {
  for (const search of ['5', '555', '(416)', '+1 41', '55-5']) expect(lacksDigits(search)).toBe(true)
  for (const search of ['', '-', '5550', '555-0', 'anna 55', '5a']) expect(lacksDigits(search)).toBe(false)
})
