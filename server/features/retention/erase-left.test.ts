import { afterAll, expect, it } from 'vitest'
import { openTestSale } from '#testing/money/payments.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { removeMember } from '../memberships/remove-member.ts'
import { eraseLeft } from './erase-left.ts'

const sale = await openTestSale()
afterAll(() => sale.test.close())

const atNight = () => eraseLeft(sale.test.services).run({})
const pass = (duration: string) => sale.test.pass(duration)

async function aPatientWithRows(): Promise<Patient> {
  const patient = await aPatient(sale.test.db, sale.clinic)
  await sale.test.db.asOwner(
    `insert into contact_preferences (clinic_id, patient_id, updated_at) values ($1, $2, now())`,
    [sale.clinic.id, patient.patientId],
  )
  await sale.test.db.asOwner(
    `insert into patient_details (clinic_id, patient_id, phone, updated_at) values ($1, $2, '+14165550199', now())`,
    [sale.clinic.id, patient.patientId],
  )
  return patient
}

/** By the test clock, where the database's triggers use the machine's; with microseconds, as they write it. */
async function remove({ membershipId }: Patient): Promise<void> {
  await sale.test.call(removeMember, sale.clinic.admin.caller(), { membershipId })
  await sale.test.db.asOwner(
    `update clinic_memberships set ended_at = $2::timestamptz + interval '123 microseconds' where id = $1`,
    [membershipId, sale.test.clock.now()],
  )
}

async function keptOf({ patientId }: Patient) {
  const [kept] = await sale.test.db.asOwner<{ settings: number; details: number; erasures: number }>(
    `select (select count(*)::int from contact_preferences where patient_id = $1) as settings,
            (select count(*)::int from patient_details where patient_id = $1) as details,
            (select count(*)::int from app.erasures where patient_id = $1) as erasures`,
    [patientId],
  )
  return kept
}

it('erases convenience data thirty days after a patient left, and not the record', async () => {
  const [left, stays] = [await aPatientWithRows(), await aPatientWithRows()]
  await remove(left)
  await pass('P29D')
  await atNight()
  expect(await keptOf(left)).toEqual({ settings: 1, details: 1, erasures: 0 })

  await pass('P1D')
  await atNight()
  await atNight()
  expect(await keptOf(left)).toEqual({ settings: 0, details: 1, erasures: 1 })
  expect(await keptOf(stays)).toEqual({ settings: 1, details: 1, erasures: 0 })
  const audit = await sale.test.db.asOwner<{ details: object }>(
    `select details from app.audit_log where action = 'patient.erased' and subject_id = $1`,
    [left.patientId],
  )
  expect(audit).toEqual([{ details: { class: 'convenience' } }])
})

it('erases nothing of a patient who returned, or under a legal hold', async () => {
  const [back, held] = [await aPatientWithRows(), await aPatientWithRows()]
  for (const patient of [back, held]) await remove(patient)
  await sale.test.db.asOwner('update clinic_memberships set ended_at = null where id = $1', [
    back.membershipId,
  ])
  await sale.test.db.asOwner(
    'insert into app.legal_holds (clinic_id, patient_id, placed_at) values ($1, $2, now())',
    [sale.clinic.id, held.patientId],
  )
  await pass('P31D')
  await atNight()
  for (const patient of [back, held])
    expect(await keptOf(patient)).toMatchObject({ settings: 1, erasures: 0 })
  await sale.test.db.asOwner(
    'update app.legal_holds set released_at = now() + interval $$1 second$$ where patient_id = $1',
    [held.patientId],
  )
  await atNight()
  expect(await keptOf(held)).toMatchObject({ settings: 0, erasures: 1 })
})

async function leftOn(patient: Patient, date: string): Promise<void> {
  await sale.test.db.asOwner('update clinic_memberships set ended_at = $2 where id = $1', [
    patient.membershipId,
    `${date}T15:00:00Z`,
  ])
}

const erasedOf = async ({ patientId }: Patient) =>
  (
    await sale.test.db.asOwner<{ class: string }>(
      'select class from app.erasures where patient_id = $1 order by class',
      [patientId],
    )
  ).map((row) => row.class)

it('erases a record and the names on payment documents years later, each on its day, a child’s record last', async () => {
  const year = sale.test.clock.now().getUTCFullYear()
  const [adult, child, recent] = [
    await aPatientWithRows(),
    await aPatientWithRows(),
    await aPatientWithRows(),
  ]
  await sale.test.db.asOwner('update patient_details set date_of_birth = $2 where patient_id = $1', [
    child.patientId,
    `${year - 20}-01-01`,
  ])
  await leftOn(adult, `${year - 11}-02-01`)
  await leftOn(child, `${year - 11}-02-01`)
  await leftOn(recent, `${year - 8}-02-01`)
  await atNight()
  expect(await erasedOf(adult)).toEqual(['convenience', 'money', 'record'])
  expect(await erasedOf(child)).toEqual(['convenience', 'money'])
  // seven years after the tax year have passed, ten years have not
  expect(await erasedOf(recent)).toEqual(['convenience', 'money'])
  expect(await keptOf(adult)).toMatchObject({ details: 0 })
  for (const patient of [child, recent]) expect(await keptOf(patient)).toMatchObject({ details: 1 })
  const names = await sale.test.db.asOwner(
    'select full_name, user_id from patients where id in ($1, $2) order by full_name = $3',
    [adult.patientId, child.patientId, 'Erased'],
  )
  expect(names).toEqual([
    { full_name: child.name, user_id: child.userId },
    { full_name: 'Erased', user_id: null },
  ])
  await atNight()
  expect(await erasedOf(adult)).toEqual(['convenience', 'money', 'record'])
})

it('waits for the end of a paid plan, and then removes the cards at Stripe too', async () => {
  const { test, clinic, plan } = sale
  const patient = await test.aMember(clinic, plan)
  await remove(patient)
  await pass('P20D')
  await atNight()
  expect(await keptOf(patient)).toMatchObject({ erasures: 0 })
  await pass('P40D')
  await atNight()
  expect(await keptOf(patient)).toMatchObject({ erasures: 1 })
  const [customer] = await test.db.asOwner<{ id: string }>(
    'select stripe_customer as id from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  const cards = await test.client.paymentMethods.list(
    { customer: customer?.id ?? '', type: 'card' },
    { stripeAccount: clinic.account },
  )
  expect(cards.data).toEqual([])
})
