// A bookkeeper's month with the Billing role (docs/decisions/0191): the money of the clinic through HTTP, and nothing else.
import { expect, it } from 'vitest'
import type { MoneyOverview } from '#domain/statements/statements.ts'
import { activateMembership } from '#server/features/memberships/joining/activate-membership.ts'
import { inviteInto } from '#testing/invitations.ts'
import { aSignedInPerson, aStaffMember, type Person } from '#testing/sign-in/people.ts'
import { setUpServer } from '../../threats/test-server.ts'

const test = await setUpServer()
const clinic = await test.aSellingClinic()
const patient = await test.aMember(clinic, await test.aPublishedPlan(clinic, { amountCents: 4_900 }))
const bookkeeper = await aSignedInPerson(test.db)

async function call<T = { code: string }>(person: Person, name: string, body: object = {}): Promise<T> {
  const token = await test.tokenOf(person)
  const { text } = await test.ask(`/functions/v1/${name}`, { method: 'POST', body, token, clinic })
  return JSON.parse(text)
}

async function read(
  person: Person,
  query: string,
): Promise<{ status: number; rows: Record<string, unknown>[] }> {
  const { status, text } = await test.ask(`/rest/v1/${query}`, { token: await test.tokenOf(person), clinic })
  return { status, rows: JSON.parse(text) }
}

const membershipOf = async (person: Person) =>
  (
    await test.db.asOwner<{ id: string; role: string; is_billing_only: boolean; permission_sets: string[] }>(
      'select id, role, is_billing_only, permission_sets from clinic_memberships where clinic_id = $1 and user_id = $2',
      [clinic.id, person.userId],
    )
  )[0]

it('only an admin invites to the Billing role, which the invited person gets by accepting', async () => {
  const desk = await aStaffMember(test.db, clinic, { permissionSets: ['team', 'money'] })
  const offer = { email: bookkeeper.email, role: 'member', isBillingOnly: true }
  await expect(inviteInto(test, clinic, desk.caller(), offer)).rejects.toMatchObject({ code: 'not_allowed' })
  const { membershipId } = await inviteInto(test, clinic, clinic.admin.caller(), offer)
  // an offer that opens the money is replaced and revoked by admins alone
  const lower = { email: bookkeeper.email, role: 'staff' }
  await expect(inviteInto(test, clinic, desk.caller(), lower)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await call(desk, 'revoke-invitation', { membershipId })).toMatchObject({ code: 'not_allowed' })

  await activateMembership.call(test.services, bookkeeper.caller(clinic), { clinicId: clinic.id })
  expect(await membershipOf(bookkeeper)).toMatchObject({
    role: 'member',
    is_billing_only: true,
    permission_sets: ['money'],
  })
})

it('the page shows what Stripe holds, by name and plan', async () => {
  const overview = await call<MoneyOverview>(bookkeeper, 'money-overview')
  expect(overview).toMatchObject({ revenueThisMonthCents: 4_900 })
  expect(overview.months.at(-1)?.cents).toBe(4_900)
  const columns =
    'id,total_cents,patient:patients(full_name,email),subscription:subscriptions(plan:plan_versions(name)),payments(id,amount_cents)'
  const { rows } = await read(bookkeeper, `invoices?select=${columns}`)
  expect(rows).toMatchObject([
    {
      total_cents: 4_900,
      patient: { full_name: patient.name, email: patient.email },
      subscription: { plan: { name: expect.any(String) } },
    },
  ])
  const [{ payments } = { payments: [] }] = rows as { payments: { id: string }[] }[]
  const charge = await test.client.charges.retrieve(
    payments[0]?.id ?? '',
    {},
    { stripeAccount: clinic.account },
  )
  expect(charge.amount).toBe(4_900)
})

it('refunds, and the ledger equals Stripe to the cent', async () => {
  const [payment] = (await read(bookkeeper, 'payments?select=id')).rows
  const refund = { paymentId: payment?.id, amountCents: 900, attempt: crypto.randomUUID() }
  expect(await call(bookkeeper, 'refund-payment', refund)).toEqual({ leftCents: 4_000 })
  await test.work()
  expect(await call<MoneyOverview>(bookkeeper, 'money-overview')).toMatchObject({
    revenueThisMonthCents: 4_000,
  })
  const sums = await test.db.asOwner<{ cents: number }>(
    "select sum(amount_cents)::integer as cents from postings where clinic_id = $1 and account like '%:stripe'",
    [clinic.id],
  )
  const movements = await test.client.balanceTransactions.list({}, { stripeAccount: clinic.account })
  const atStripe = movements.data.reduce((sum, { net }) => sum + net, 0)
  expect(sums[0]?.cents).toBe(atStripe)
})

it('tables and columns about patients, visits and the team stay closed', async () => {
  for (const query of [
    'patients?select=*',
    'patient_details?select=date_of_birth',
    'patient_health?select=*',
    'appointments?select=id',
    'messages?select=id',
    'message_notes?select=id',
    'tasks?select=id',
    'care_plans?select=id',
    'lesson_assignments?select=id',
    'patient_files?select=name',
    'person_notes?select=id',
    'feedback?select=id',
    'disputes?select=evidence',
    'subscription_members?select=born_on',
    'invitations?select=email',
  ]) {
    const { status } = await read(bookkeeper, query)
    expect(`${query} ${status}`).toMatch(/ (403|400|404)$/)
  }
  const team = await read(bookkeeper, `clinic_memberships?select=user_id&clinic_id=eq.${clinic.id}`)
  expect(team.rows).toEqual([{ user_id: bookkeeper.userId }])
  const token = await test.tokenOf(bookkeeper)
  const body = { user_ids: [patient.userId, clinic.admin.userId] }
  const people = await test.ask('/rest/v1/rpc/get_users_by_ids', { method: 'POST', body, token, clinic })
  expect(JSON.parse(people.text)).toEqual([])
})

it('is notified of a failed refund and of a dispute, and of nothing about a visit or a message', async () => {
  const about = { clinicId: clinic.id, patientId: patient.patientId }
  await test.db.transactions.withSystem('test: notices', async (tx) => {
    await test.services.notices.notifyAdmins(tx, { ...about, kind: 'refund_failed', key: 're_1' })
    await test.services.notices.notifyAdmins(tx, { ...about, kind: 'patient_joined', key: 'one' })
    await test.services.notices.notify(tx, {
      ...about,
      userId: bookkeeper.userId,
      kind: 'message_received',
      key: 'two',
    })
  })
  const { rows } = await read(bookkeeper, 'user_notices?select=kind')
  expect(rows).toEqual([{ kind: 'refund_failed' }])
})

it('a change of the role takes the money at once, and gives back no earlier permission set', async () => {
  const { id = '' } = (await membershipOf(bookkeeper)) ?? {}
  const desk = await aStaffMember(test.db, clinic, { permissionSets: ['team'] })
  const change = (by: Person, access: string) => call(by, 'change-team-access', { membershipId: id, access })
  expect(await change(desk, 'member')).toMatchObject({ code: 'not_allowed' })
  const sets = { membershipId: id, permissionSets: ['team'] }
  expect(await call(clinic.admin, 'set-permission-sets', sets)).toMatchObject({ code: 'not_found' })
  expect(await change(clinic.admin, 'member')).toEqual({ success: true })
  expect(await membershipOf(bookkeeper)).toMatchObject({ is_billing_only: false, permission_sets: [] })
  expect(await call(bookkeeper, 'money-overview')).toMatchObject({ code: 'not_allowed' })
  expect(await change(clinic.admin, 'billing')).toEqual({ success: true })
  expect(await read(bookkeeper, 'appointments?select=id')).toMatchObject({ status: 403 })
})
