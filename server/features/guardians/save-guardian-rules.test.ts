import { expect, it } from 'vitest'
import { aChild, aGuardian, bornYearsAgo } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import type { Member } from '#testing/sign-in/people.ts'
import { saveGuardianRules } from './save-guardian-rules.ts'

const { test, clinic } = await setUpClinic({ now: new Date().toISOString() })

const save = (by: Member, version: number, limitedFrom: number, endsAt: number) =>
  saveGuardianRules.call(test.services, by.caller(clinic), {
    version,
    rules: { limitedFrom, endsAt, invites: false },
  })

it('applies at once, and refuses an outdated save and contradicting ages', async () => {
  const { patientId } = await aChild(test.db, clinic, { bornOn: bornYearsAgo(11) })
  const guardian = await aGuardian(test.db, clinic, { patientId })
  const access = () =>
    test.db.transactions.withActor(guardian.caller, async (_tx, actor) => actor.guardianAccess)
  expect(await access()).toBe('full')
  expect(await save(clinic.admin, 0, 10, 16)).toEqual({ version: 1 })
  expect(await access()).toBe('limited')
  await expect(save(clinic.admin, 0, 12, 18)).rejects.toMatchObject({ code: 'changed_elsewhere' })
  await expect(save(clinic.admin, 1, 17, 16)).rejects.toMatchObject({ code: 'invalid_input' })
  await save(clinic.admin, 1, 12, 18)
  expect(await access()).toBe('full')
})
