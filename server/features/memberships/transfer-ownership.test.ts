import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { heardBy } from '#testing/notices.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { transferOwnership } from './transfer-ownership.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const transfer = (by: Caller, membershipId: string) =>
  transferOwnership.call(test.services, by, { membershipId })
const owner = async () =>
  (
    await test.db.asOwner<{ id: string }>(
      'select id from clinic_memberships where clinic_id = $1 and is_owner',
      [clinic.id],
    )
  ).map(({ id }) => id)

it('alerts the other admins', async () => {
  const heir = await aStaffMember(test.db, clinic, { role: 'admin' })
  await transfer(clinic.admin.caller(), heir.membershipId)
  expect(await heardBy(test.db, heir)).toEqual([{ kind: 'security_changed', patient_id: null }])
  expect(await heardBy(test.db, clinic.admin)).toEqual([])
})

it('transfers the mark to another admin, who then cannot be removed', async () => {
  const heir = await aStaffMember(test.db, clinic, { role: 'admin' })
  expect(await transfer(clinic.admin.caller(), heir.membershipId)).toEqual({ success: true })
  expect(await owner()).toEqual([heir.membershipId])
  expect(
    await test.db.asOwner('select action, subject_id, details from app.audit_log where clinic_id = $1', [
      clinic.id,
    ]),
  ).toEqual([
    {
      action: 'clinic.ownership_transferred',
      subject_id: heir.membershipId,
      details: { from: clinic.admin.membershipId },
    },
  ])
})

it('refuses other admins, staff, and users who are not active admins here', async () => {
  const second = await aStaffMember(test.db, clinic, { role: 'admin' })
  const staff = await aStaffMember(test.db, clinic)
  const suspended = await aStaffMember(test.db, clinic, { role: 'admin', suspended: true })
  await expect(transfer(second.caller(), second.membershipId)).rejects.toMatchObject({ code: 'owner_only' })
  await expect(transfer(staff.caller(), second.membershipId)).rejects.toMatchObject({ code: 'not_allowed' })
  for (const id of [staff, suspended, other.admin, clinic.admin].map(({ membershipId }) => membershipId)) {
    await expect(transfer(clinic.admin.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await owner()).toEqual([clinic.admin.membershipId])
})
