import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { NewestMember } from '#domain/dashboard/newest-member.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { newestMembers } from './newest-members.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
})
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

async function namesFor(caller: Caller): Promise<string[]> {
  const { members } = (await newestMembers.call(test.services, caller, {})) as { members: NewestMember[] }
  return members.map(({ name }) => name)
}

it('lists the latest five, newest first, of this clinic only', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const names = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay']
  for (const [day, name] of names.entries()) {
    const { membershipId } = await aPatient(test.db, clinic, { name })
    await test.db.asOwner('update clinic_memberships set created_at = $2 where id = $1', [
      membershipId,
      `2099-01-0${day + 1}T00:00:00Z`,
    ])
  }
  await aPatient(test.db, await aClinic(test.db), { name: 'A stranger' })
  expect(await namesFor(staff.caller())).toEqual(['Fay', 'Eve', 'Dan', 'Cleo', 'Ben'])
  const read = await test.db.asOwner(
    `select cardinality(patient_ids) as patients from app.audit_log where action = 'record.read' and actor_id = $1`,
    [staff.userId],
  )
  expect(read).toEqual([{ patients: 5 }])
})

it('omits patients until the caller has taken the required second step', async () => {
  await aPatient(test.db, clinic, { name: 'Ann' })
  await test.db.asOwner('update clinic_security set requires_mfa = true where clinic_id = $1', [clinic.id])
  const names = await namesFor(clinic.admin.caller())
  expect(names).toHaveLength(1)
  expect(names).not.toContain('Ann')
})
