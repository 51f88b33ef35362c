import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setBirthDate } from '#testing/guardians.ts'
import { aGuestAddress, inviteInto } from '#testing/invitations.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { openTestAuth } from '#testing/sign-in/auth.ts'
import { aClinic, aPatient, aVisitor, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { activateMembership } from '../memberships/joining/activate-membership.ts'
import { revokeInvitation } from './revoke-invitation.ts'

let clinic: TestClinic
const test = await openTestAuth({}, { now: new Date().toISOString() })
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const invite = (changes: object) => inviteInto(test, clinic, clinic.admin.caller(), changes)
const accept = (by: Caller) => activateMembership.call(test.services, by, { clinicId: clinic.id })

async function aNamedRecord(name: string, email: string | null = null): Promise<string> {
  const id = await aRecord(test.db, clinic, name)
  await test.db.asOwner('update patients set email = $1 where id = $2', [email, id])
  return id
}

async function openLink(email: string): Promise<Caller> {
  const { tokenHash } = await test.mailTo(email)
  const { body } = await test.send('POST', '/verify', { body: { type: 'invite', token_hash: tokenHash } })
  const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
  return { ...aVisitor(), userId: claims.sub, sessionId: claims.session_id }
}

/** The list's lines of patients, by record: whether each has an account. */
async function listed(): Promise<Record<string, boolean>> {
  const rows = await test.db.asOwner<{ id: string; has_account: boolean }>(
    `select p.id, p.user_id is not null as has_account
       from app.member_entries e
       join clinic_memberships m on m.clinic_id = e.clinic_id and m.id = e.membership_id
       join patients p on p.clinic_id = m.clinic_id and (p.user_id = m.user_id or p.id = m.patient_id)
      where e.clinic_id = $1`,
    [clinic.id],
  )
  return Object.fromEntries(rows.map((row) => [row.id, row.has_account]))
}

const recordOf = async (userId: string | null) =>
  (
    await test.db.asOwner<{ id: string; full_name: string }>(
      'select id, full_name from patients where clinic_id = $1 and user_id = $2',
      [clinic.id, userId],
    )
  )[0]

describe('an invitation', () => {
  it('creates a record that is listed at once and becomes the account’s', async () => {
    const email = aGuestAddress()
    await invite({ email, name: 'Dana Whitfield' })
    const [patientId = ''] = Object.keys(await listed())
    expect(await listed()).toEqual({ [patientId]: false })
    const dana = await openLink(email)
    await accept(dana)
    expect(await listed()).toEqual({ [patientId]: true })
    expect((await recordOf(dana.userId))?.id).toBe(patientId)
  })

  it('finds the record with the address, and leaves its name', async () => {
    const email = aGuestAddress()
    const patientId = await aNamedRecord('Dana Whitfield', email)
    await invite({ email, name: null })
    expect(await listed()).toEqual({ [patientId]: false })
    expect((await test.mailTo(email)).text).toContain('Hello Dana Whitfield,')
    const dana = await openLink(email)
    await accept(dana)
    expect(await recordOf(dana.userId)).toMatchObject({ id: patientId })
  })

  it('asks which of several patients with the address gets the account', async () => {
    const email = aGuestAddress()
    const [mother] = [await aNamedRecord('Ana Silva', email), await aNamedRecord('Rui Silva', email)]
    await expect(invite({ email })).rejects.toMatchObject({ code: 'address_of_several_patients' })
    await invite({ email, patientId: mother })
    const ana = await openLink(email)
    await accept(ana)
    expect(await recordOf(ana.userId)).toMatchObject({ id: mother })
  })

  it('of another patient to an invited address is refused, until the invitation is revoked', async () => {
    const email = aGuestAddress()
    const [mother, child] = [await aNamedRecord('Ana Silva'), await aNamedRecord('Rui Silva')]
    const { membershipId } = await invite({ email, patientId: mother })
    const refused = { code: 'address_of_other_patient' }
    await expect(invite({ email, patientId: child })).rejects.toMatchObject(refused)
    await revokeInvitation.call(test.services, clinic.admin.caller(), { membershipId })
    await invite({ email, patientId: child })
    const rui = await openLink(email)
    await accept(rui)
    expect(await recordOf(rui.userId)).toMatchObject({ id: child })
    expect(await listed()).toEqual({ [mother]: false, [child]: true })
  })

  it('to the team leaves the patient with this address a patient', async () => {
    const email = aGuestAddress()
    await invite({ email })
    const [patientId = ''] = Object.keys(await listed())
    await invite({ email, role: 'staff' })
    const colleague = await openLink(email)
    await accept(colleague)
    const roles = await test.db.asOwner(
      'select role from clinic_memberships where clinic_id = $1 and user_id = $2 and ended_at is null',
      [clinic.id, colleague.userId],
    )
    expect(roles).toEqual([{ role: 'staff' }])
    expect(await listed()).toEqual({ [patientId]: false })
  })
})

describe('a person who has a record already', () => {
  async function invited(by: Patient, name: string): Promise<string> {
    const patientId = await aNamedRecord(name)
    await test.db.asOwner(`update clinic_memberships set status = 'pending' where id = $1`, [by.membershipId])
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [by.membershipId])
    await invite({ email: by.email, patientId })
    return patientId
  }

  it('gets the invited record merged into it, if name and birthday agree', async () => {
    const dana = await aPatient(test.db, clinic, { name: 'Dana Whitfield' })
    const patientId = await invited(dana, 'Whitfield, Dana')
    await setBirthDate(test.db, clinic, patientId, '1980-02-03')
    await accept(dana.caller(null))
    expect(await listed()).toEqual({ [dana.patientId]: true })
    const [details] = await test.db.asOwner(
      'select date_of_birth::text as born from patient_details where patient_id = $1',
      [dana.patientId],
    )
    expect(details).toEqual({ born: '1980-02-03' })
  })

  it('leaves both apart under another name, such as of a child at the same address', async () => {
    const dana = await aPatient(test.db, clinic, { name: 'Dana Whitfield' })
    const child = await invited(dana, 'Ben Whitfield')
    await accept(dana.caller(null))
    expect(await listed()).toEqual({ [dana.patientId]: true, [child]: false })
  })

  it('leaves both apart with another birthday', async () => {
    const dana = await aPatient(test.db, clinic, { name: 'Dana Whitfield' })
    await setBirthDate(test.db, clinic, dana.patientId, '1955-02-03')
    const namesake = await invited(dana, 'Dana Whitfield')
    await setBirthDate(test.db, clinic, namesake, '1990-02-03')
    await accept(dana.caller(null))
    expect(await listed()).toEqual({ [dana.patientId]: true, [namesake]: false })
  })
})
