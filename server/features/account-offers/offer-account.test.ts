import { beforeEach, describe, expect, it } from 'vitest'
import { aGuardian } from '#testing/guardians.ts'
import { aGuestAddress } from '#testing/invitations.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { acceptAccountOffer } from './accept-account-offer.ts'
import { accountOffer, offerAccount, withdrawAccountOffer } from './offer-account.ts'

const test = await setUpServices()

let clinic: TestClinic
let patient: Patient
beforeEach(async () => {
  clinic = await aClinic(test.db)
  patient = await aPatient(test.db, clinic, { name: 'Nora Hale' })
})

const offer = (email: string, patientId = patient.patientId, caller = clinic.admin.caller()) =>
  offerAccount.call(test.services, caller, { patientId, email })
const openOffer = async () =>
  (
    (await accountOffer.call(test.services, clinic.admin.caller(), { patientId: patient.patientId })) as {
      offer: { email: string } | null
    }
  ).offer
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error) => (error as { code: string }).code,
  )
const mailsTo = (address: string) =>
  test.db.asOwner<{ template: string; subject: string; links: string[]; text_body: string }>(
    'select template, subject, links, text_body from app.mails where to_address = $1 order by queued_at',
    [address],
  )
const auditOf = (action: string) =>
  test.db.asOwner<{ actor_id: string; patient_ids: string[] }>(
    'select actor_id, patient_ids from app.audit_log where clinic_id = $1 and action = $2',
    [clinic.id, action],
  )

describe('an admin offers a record to another account', () => {
  it('for 72 hours, by a mail that names no patient, with an audit row', async () => {
    const email = aGuestAddress()
    const { offer: made } = (await offer(` ${email.toUpperCase()} `)) as { offer: { expiresAt: string } }
    expect(new Date(made.expiresAt).getTime() - test.clock.now().getTime()).toBe(72 * 3_600_000)
    expect(await openOffer()).toEqual({ email, expiresAt: made.expiresAt })
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({ template: 'account-offer' })
    expect(mail?.links[0]).toMatch(new RegExp(`//${clinic.subdomain}\\..*/home$`))
    expect(`${mail?.subject} ${mail?.text_body}`).not.toContain('Nora')
    expect(await auditOf('patient.account_offered')).toEqual([
      { actor_id: clinic.admin.userId, patient_ids: [patient.patientId] },
    ])
  })

  it('with the same answer and mail for an address with an account and one without', async () => {
    const known = await aSignedInPerson(test.db)
    const unproven = await aSignedInPerson(test.db, { confirmed: false })
    const unknown = aGuestAddress()
    const answers = []
    for (const email of [known.email, unproven.email, unknown]) {
      const { offer: made } = (await offer(email)) as { offer: { email: string; expiresAt: string } }
      const mails = await mailsTo(email)
      answers.push({ expiresAt: made.expiresAt, mails })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })

  it('once at a time: another offer replaces the earlier one, and it can be withdrawn', async () => {
    const first = await aSignedInPerson(test.db)
    const second = await aSignedInPerson(test.db)
    await offer(first.email)
    const [before] = await test.db.asOwner<{ id: string }>(
      'select id from app.account_offers where patient_id = $1',
      [patient.patientId],
    )
    await offer(second.email)
    expect((await openOffer())?.email).toBe(second.email)
    const accept = acceptAccountOffer.call(test.services, first.caller(clinic), { offerId: before?.id ?? '' })
    expect(await refusal(accept)).toBe('not_found')
    await withdrawAccountOffer.call(test.services, clinic.admin.caller(), { patientId: patient.patientId })
    expect(await openOffer()).toBeNull()
    expect(await auditOf('patient.account_offer_withdrawn')).toHaveLength(1)
  })

  it('not to the current address, to a guardian, or to a member of this clinic', async () => {
    expect(await refusal(offer(patient.email))).toBe('invalid_input')
    const { person } = await aGuardian(test.db, clinic, { patientId: patient.patientId })
    expect(await refusal(offer(person.email))).toBe('invalid_input')
    const other = await aPatient(test.db, clinic)
    expect(await refusal(offer(other.email))).toBe('account_has_record')
    const staff = await aStaffMember(test.db, clinic)
    expect(await refusal(offer(staff.email))).toBe('account_has_record')
    const elsewhere = await aPatient(test.db, await aClinic(test.db))
    expect(await refusal(offer(elsewhere.email))).toBe('ok')
  })

  it('only of a current patient with an account', async () => {
    const email = aGuestAddress()
    expect(await refusal(offer(email, await aRecord(test.db, clinic)))).toBe('record_not_connectable')
    const suspended = await aPatient(test.db, clinic, { suspended: true })
    expect(await refusal(offer(email, suspended.patientId))).toBe('record_not_connectable')
    const left = await aPatient(test.db, clinic)
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [left.membershipId])
    expect(await refusal(offer(email, left.patientId))).toBe('record_not_connectable')
    await aMembershipOf(test.db, left, clinic, { role: 'staff' })
    expect(await refusal(offer(email, left.patientId))).toBe('record_not_connectable')
  })
})
