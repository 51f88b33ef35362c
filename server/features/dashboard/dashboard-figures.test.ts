import { expect, it } from 'vitest'
import { localMonth } from '#domain/statements/months.ts'
import { dateIn } from '#domain/values/zones.ts'
import { anAppointment } from '#testing/appointments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { dashboardFigures } from './dashboard-figures.ts'

const test = await setUpPayments()

it('counts all patients, active patients and the team, of this clinic only', async () => {
  const clinic = await aClinic(test.db)
  await aPatient(test.db, clinic)
  await aPatient(test.db, clinic)
  await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
  const removed = await aPatient(test.db, clinic)
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
    removed.membershipId,
  ])
  await test.db.asOwner(`insert into patients (clinic_id, full_name) values ($1, 'Ada Child')`, [clinic.id])
  await aStaffMember(test.db, clinic)
  await aStaffMember(test.db, clinic, { suspended: true })
  await aPatient(test.db, await aClinic(test.db))

  expect(await test.call(dashboardFigures, clinic.admin.caller(), {})).toMatchObject({
    patients: { total: 4, active: 2 },
    staff: 2,
    activeSubscriptions: 0,
    revenue: { currency: 'usd', thisMonthCents: 0, lastMonthCents: 0, changePercent: null },
  })
})

it('compares this month’s revenue with last month’s, net of refunds', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  await test.aMember(clinic, plan)
  await test.pass('P31D')
  await test.pass('PT1H')
  const later = await test.aMember(clinic, plan)
  const [payment] = await test.db.asOwner<{ id: string }>('select id from payments where patient_id = $1', [
    later.patientId,
  ])
  await test.client.refunds.create(
    { charge: payment?.id ?? '', amount: 4_950 },
    { stripeAccount: clinic.account },
  )
  await test.work()
  const { revenue, activeSubscriptions } = await test.call(dashboardFigures, clinic.admin.caller(), {})
  expect(activeSubscriptions).toBe(2)
  expect(revenue).toMatchObject({
    currency: 'usd',
    thisMonthCents: 14_850,
    lastMonthCents: 9_900,
    changePercent: 50,
  })
  expect(revenue?.months.map(({ cents }) => cents)).toEqual([...Array(10).fill(0), 9_900, 14_850])
  expect(revenue?.months.at(-1)?.month).toBe(localMonth(test.clock.now(), 'America/New_York'))
  expect(revenue?.months.map(({ isClosed }) => isClosed)).toEqual(Array(12).fill(false))
})

it('counts visits of the week that begins on Sunday, as the calendar shows it', async () => {
  const clinic = await aClinic(test.db)
  const patient = await aPatient(test.db, clinic)
  const today = dateIn(test.clock.now(), 'America/New_York')
  const days = (7 - new Date(`${today}T00:00:00Z`).getUTCDay()) % 7
  await test.pass(`P${days}D`)
  const sunday = dateIn(test.clock.now(), 'America/New_York')
  const later = (count: number) =>
    new Date(Date.parse(sunday) + count * 86_400_000).toISOString().slice(0, 10)
  for (const date of [later(1), later(6), later(7)])
    await anAppointment(test.db, clinic, patient, { date, time: '10:00' })
  const { visits } = await test.call(dashboardFigures, clinic.admin.caller(), {})
  expect(visits).toEqual({ today: 0, upcoming: 2 })
})
