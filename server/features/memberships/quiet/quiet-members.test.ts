import { beforeEach, describe, expect, it } from 'vitest'
import type { MembershipMetrics } from '#domain/dashboard/membership-metrics.ts'
import type { QuietMembers } from '#domain/quiet-members/quiet-members.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aThread } from '#testing/messages.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Member, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { membershipMetrics } from '../../dashboard/membership-metrics.ts'
import { countQuietInClinic, countQuietMembers, countQuietMembersJob } from './count-quiet-members.ts'
import { quietMembers } from './quiet-members.ts'

const test = await setUpServices({
  now: '2026-06-30T15:00:00Z',
  jobsOf: (services) => [countQuietMembers(services), countQuietInClinic(services)] as JobDefinition<never>[],
})

let clinic: TestClinic
let plan: { id: string; price: string; version: string }
beforeEach(async () => {
  clinic = await aClinic(test.db)
  plan = await aPlan()
})

async function aPlan() {
  const [row] = await test.db.asOwner<typeof plan>(
    `with plan as (insert into plans (clinic_id, kind, name) values ($1, 'wellness', 'Care') returning id),
          version as (insert into plan_versions (clinic_id, plan_id, number, name, published_at)
                      select $1, id, 1, 'Care', now() from plan returning id, plan_id)
     insert into plan_prices (clinic_id, plan_id, version_id, interval, amount_cents, currency)
     select $1, plan_id, id, 'month', 4900, 'usd' from version
     returning plan_id as id, id as price, version_id as version`,
    [clinic.id],
  )
  if (!row) throw new Error('no plan')
  return row
}

/** A patient who pays since January, and has never sent a request. */
async function aPayer(options: { status?: string; startedAt?: string; name?: string } = {}) {
  const { status = 'active', startedAt = '2026-01-05T12:00:00Z' } = options
  const patient = await aPatient(test.db, clinic, options.name ? { name: options.name } : {})
  const [row] = await test.db.asOwner<{ id: string }>(
    `insert into subscriptions (clinic_id, owner_patient_id, plan_id, price_id, version_id, stripe_account,
                                stripe_subscription, status, started_at, current_period_start, current_period_end)
     values ($1, $2, $3, $4, $5, 'acct_1', 'sub_' || gen_random_uuid(), $6, $7, $7, $7::timestamptz + interval '1 month')
     returning id`,
    [clinic.id, patient.patientId, plan.id, plan.price, plan.version, status, startedAt],
  )
  return { patient, subscriptionId: row?.id ?? '' }
}
const listed = (days = 60, by: Member = clinic.admin) =>
  quietMembers.call(test.services, by.caller(), { days }) as Promise<QuietMembers>
const namesOf = async (days?: number) => (await listed(days)).members.map(({ name }) => name)
const visitOn = (patient: Pick<Patient, 'patientId'>, date: string, status: string) =>
  anAppointment(test.db, clinic, patient, { date, status })
const activeAt = (patient: Patient, at: string) =>
  test.db.asOwner(
    `insert into membership_activity (clinic_id, membership_id, last_active_at) values ($1, $2, $3)
     on conflict (clinic_id, membership_id) do update set last_active_at = excluded.last_active_at`,
    [clinic.id, patient.membershipId, at],
  )

describe('a member who pays', () => {
  it('is quiet without a contact in the period, with the last one named, the longest first', async () => {
    const never = await aPayer({ name: 'Nina Never' })
    const visited = await aPayer({ name: 'Vera Visited' })
    await visitOn(visited.patient, '2026-03-10', 'completed')
    const signedIn = await aPayer({ name: 'Sid Signed' })
    await activeAt(signedIn.patient, '2026-04-20T09:00:00Z')
    await visitOn(signedIn.patient, '2026-02-10', 'completed')
    const { count, members } = await listed()
    expect(count).toBe(3)
    expect(members.map(({ name, last }) => [name, last?.kind])).toEqual([
      [never.patient.name, undefined],
      ['Vera Visited', 'visit'],
      ['Sid Signed', 'sign-in'],
    ])
    expect(members[0]).toMatchObject({ plan: 'Care', patientId: never.patient.patientId, last: null })
    expect(await namesOf(90)).toEqual(['Nina Never', 'Vera Visited'])
  })

  it('is not quiet after a visit, a message or a request in the period, or with a visit ahead', async () => {
    const [visited, ahead, wrote, read] = [await aPayer(), await aPayer(), await aPayer(), await aPayer()]
    await visitOn(visited.patient, '2026-06-01', 'completed')
    await visitOn(ahead.patient, '2026-07-20', 'upcoming')
    await aThread(test.db, clinic, { patient: wrote.patient })
    await test.db.asOwner(`update messages set sent_at = '2026-06-20' where patient_id = $1`, [
      wrote.patient.patientId,
    ])
    await activeAt(read.patient, '2026-06-29T09:00:00Z')
    expect(await namesOf()).toEqual([])
    // a missed visit and the clinic's own message are no contact
    const silent = await aPayer({ name: 'Sam Silent' })
    await visitOn(silent.patient, '2026-06-02', 'no_show')
    await aThread(test.db, clinic, { patient: silent.patient, messages: [{ from: 'clinic', body: 'Hello' }] })
    expect(await namesOf()).toEqual(['Sam Silent'])
  })

  it('is not quiet while a person on the plan visits', async () => {
    const payer = await aPayer()
    const child = await aPatient(test.db, clinic)
    await test.db.asOwner(
      `insert into subscription_members (clinic_id, subscription_id, patient_id, role, from_on, named)
       values ($1, $2, $3, 'child', '2026-01-05', 'Kim')`,
      [clinic.id, payer.subscriptionId, child.patientId],
    )
    await visitOn(child, '2026-06-10', 'completed')
    expect(await namesOf()).toEqual([])
  })

  it('counts only with a running plan that is older than the period, in this clinic', async () => {
    await aPayer({ status: 'canceled' })
    await aPayer({ status: 'trialing' })
    await aPayer({ startedAt: '2026-06-15T12:00:00Z' })
    const other = await aClinic(test.db)
    const payer = await aPayer()
    expect((await listed(60, other.admin)).count).toBe(0)
    expect((await listed()).members.map(({ patientId }) => patientId)).toEqual([payer.patient.patientId])
    await expect(quietMembers.call(test.services, payer.patient.caller(), {})).rejects.toMatchObject({
      code: 'not_allowed',
    })
  })
})

describe('the count at the end of a month', () => {
  /** The clinics of a run, and what it counted. */
  async function runAt(now: string) {
    test.clock.setOffset(new Date(now).getTime() - new Date('2026-06-30T15:00:00Z').getTime())
    await test.services.transactions.withSystem('test: cron', (tx) =>
      test.services.jobs.enqueue(tx, countQuietMembersJob, {}),
    )
    await test.services.jobs.drain()
    const rows = await test.db.asOwner<{ month: string; days: number; members: number }>(
      'select month, days, members from app.quiet_counts where clinic_id = $1 order by month, days',
      [clinic.id],
    )
    test.clock.setOffset(0)
    return rows
  }

  it('counts each period once, when the month ends in the clinic’s zone, and shows it beside the month', async () => {
    clinic = await aClinic(test.db, { timeZone: 'America/Vancouver' })
    plan = await aPlan()
    await aPayer()
    const visited = await aPayer()
    await visitOn(visited.patient, '2026-05-10', 'completed')
    const planned = await aPayer()
    await visitOn(planned.patient, '2026-07-10', 'upcoming')
    // still June in Vancouver
    expect(await runAt('2026-07-01T06:50:00Z')).toEqual([])
    // just after the end, which does not change June
    const wrote = await aPayer()
    await aThread(test.db, clinic, { patient: wrote.patient })
    await test.db.asOwner(`update messages set sent_at = '2026-07-01T07:05:00Z' where patient_id = $1`, [
      wrote.patient.patientId,
    ])
    const june = [30, 60, 90, 180].map((days) => ({ month: '2026-06', days, members: days === 180 ? 0 : 2 }))
    june[0] = { month: '2026-06', days: 30, members: 3 }
    expect(await runAt('2026-07-01T07:10:00Z')).toEqual(june)
    await aPayer()
    expect(await runAt('2026-07-01T07:20:00Z')).toEqual(june)
    const { months } = (await membershipMetrics.call(
      test.services,
      clinic.admin.caller(),
      {},
    )) as MembershipMetrics
    expect(months.at(-1)).toMatchObject({ month: '2026-06', quiet: { 30: 3, 60: 2, 90: 2, 180: 0 } })
    expect(months.at(-2)?.quiet).toEqual({})
  })

  it('leaves a month uncounted more than a day after its end, and in a clinic without members', async () => {
    expect(await runAt('2026-07-01T12:00:00Z')).toEqual([])
    await aPayer()
    expect(await runAt('2026-07-02T12:00:00Z')).toEqual([])
    const late = { clinicId: clinic.id, month: '2026-05' }
    expect(await countQuietInClinic(test.services).run(late)).toEqual({ counted: 0 })
  })
})
