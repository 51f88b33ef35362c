import { beforeEach, describe, expect, it } from 'vitest'
import { person as readPerson } from '#server/features/memberships/person.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aSignedInPerson,
  type Patient,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { acceptAccountOffer, ownAccountOffer } from './accept-account-offer.ts'
import { offerAccount } from './offer-account.ts'

const test = await setUpServices()

let clinic: TestClinic
let patient: Patient
let fresh: Person
beforeEach(async () => {
  clinic = await aClinic(test.db)
  patient = await aPatient(test.db, clinic, { name: 'Nora Hale' })
  fresh = await aSignedInPerson(test.db)
})

async function anOffer(email = fresh.email, patientId = patient.patientId): Promise<string> {
  await offerAccount.call(test.services, clinic.admin.caller(), { patientId, email })
  const [row] = await test.db.asOwner<{ id: string }>(
    'select id from app.account_offers where patient_id = $1 and withdrawn_at is null and accepted_at is null',
    [patientId],
  )
  return row?.id ?? ''
}
const accept = (offerId: string, by: Person = fresh) =>
  acceptAccountOffer.call(test.services, by.caller(clinic), { offerId })
const shownTo = async (by: Person) =>
  ((await ownAccountOffer.call(test.services, by.caller(clinic), {})) as { offerId: string | null }).offerId
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error) => (error as { code: string }).code,
  )
/** The caller's own record, as the caller reads it here. */
const readBy = (by: Person) =>
  test.services.transactions.withActor(by.caller(clinic), async (tx, actor) => ({
    role: actor.role,
    patientId: actor.patientId,
    visits:
      actor.role === null
        ? 0
        : (await tx.selectFrom('appointments').select('id').where('clinic_id', '=', clinic.id).execute())
            .length,
  }))

describe('on acceptance', () => {
  it('record, membership and visits belong to the new account, and the old one loses this clinic only', async () => {
    await anAppointment(test.db, clinic, patient)
    const elsewhere = await aClinic(test.db)
    await aMembershipOf(test.db, patient, elsewhere, { role: 'patient' })
    const offerId = await anOffer()
    expect(await shownTo(fresh)).toBe(offerId)
    await accept(offerId)
    expect(await readBy(fresh)).toEqual({ role: 'patient', patientId: patient.patientId, visits: 1 })
    expect(await readBy(patient)).toEqual({ role: null, patientId: null, visits: 0 })
    const [record] = await test.db.asOwner('select user_id, email, full_name from patients where id = $1', [
      patient.patientId,
    ])
    expect(record).toEqual({ user_id: fresh.userId, email: fresh.email, full_name: 'Nora Hale' })
    const role = await test.services.transactions.withActor(
      patient.caller(elsewhere),
      async (_tx, actor) => actor.role,
    )
    expect(role).toBe('patient')
    const view = await readPerson.call(test.services, clinic.admin.caller(), { personId: patient.patientId })
    expect(view).toMatchObject({
      userId: fresh.userId,
      email: fresh.email,
      membershipId: patient.membershipId,
    })
    const listed = await test.db.asOwner('select email from app.member_entries where membership_id = $1', [
      patient.membershipId,
    ])
    expect(listed).toEqual([{ email: fresh.email }])
  })

  it('the old account is notified at its address, and the trail names the patient', async () => {
    await accept(await anOffer())
    const mails = await test.db.asOwner('select template from app.mails where to_address = $1', [
      patient.email,
    ])
    expect(mails).toEqual([{ template: 'account-moved' }])
    const rows = await test.db.asOwner(
      `select actor_id, patient_ids from app.audit_log where clinic_id = $1 and action = 'patient.account_connected'`,
      [clinic.id],
    )
    expect(rows).toEqual([{ actor_id: fresh.userId, patient_ids: [patient.patientId] }])
  })

  it('the old account loses what it may do here as a guardian', async () => {
    const { patientId: childId } = await aChild(test.db, clinic)
    const { guardianshipId } = await aGuardian(test.db, clinic, { patientId: childId, person: patient })
    await accept(await anOffer())
    const [row] = await test.db.asOwner(
      'select ended_at is not null as ended from patient_guardians where id = $1',
      [guardianshipId],
    )
    expect(row).toEqual({ ended: true })
  })

  it('an offer is used once, also by two tabs at the same time', async () => {
    const offerId = await anOffer()
    const answers = await Promise.all([refusal(accept(offerId)), refusal(accept(offerId))])
    expect(answers.sort()).toEqual(['not_found', 'ok'])
  })
})

describe('an offer is refused', () => {
  it('to another address, to one that is not confirmed, and without an account', async () => {
    const offerId = await anOffer()
    const stranger = await aSignedInPerson(test.db)
    expect(await shownTo(stranger)).toBeNull()
    expect(await refusal(accept(offerId, stranger))).toBe('not_found')
    const unproven = await aSignedInPerson(test.db, { confirmed: false })
    const second = await anOffer(unproven.email)
    expect(await shownTo(unproven)).toBeNull()
    expect(await refusal(accept(second, unproven))).toBe('email_not_confirmed')
  })

  it('after 72 hours', async () => {
    const offerId = await anOffer()
    await test.db.asOwner(`update app.account_offers set expires_at = $1 where id = $2`, [
      new Date(test.clock.now().getTime() - 1_000),
      offerId,
    ])
    expect(await shownTo(fresh)).toBeNull()
    expect(await refusal(accept(offerId))).toBe('not_found')
  })

  it('once the account has a record here', async () => {
    const offerId = await anOffer()
    await aMembershipOf(test.db, fresh, clinic, { role: 'patient', status: 'pending' })
    expect(await refusal(accept(offerId))).toBe('own_record_exists')
  })

  it('once its record was merged, connected to another account, or its patient removed', async () => {
    const offerId = await anOffer()
    const other = await aSignedInPerson(test.db)
    await test.db.asOwner('update patients set user_id = $1 where id = $2', [other.userId, patient.patientId])
    expect(await refusal(accept(offerId))).toBe('not_found')
    await test.db.asOwner('update patients set user_id = $1 where id = $2', [
      patient.userId,
      patient.patientId,
    ])
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      patient.membershipId,
    ])
    expect(await refusal(accept(offerId))).toBe('not_found')
  })

  it('to a guardian of the patient', async () => {
    const offerId = await anOffer()
    await aGuardian(test.db, clinic, { patientId: patient.patientId, person: fresh })
    expect(await shownTo(fresh)).toBeNull()
    expect(await refusal(accept(offerId))).toBe('not_found')
  })

  it('at another clinic’s address', async () => {
    const offerId = await anOffer()
    const elsewhere = await aClinic(test.db)
    const there = acceptAccountOffer.call(test.services, fresh.caller(elsewhere), { offerId })
    expect(await refusal(there)).toBe('not_found')
  })
})
