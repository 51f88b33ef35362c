import { expect, it } from 'vitest'
import type { GuardiansView } from '#domain/guardians/guardians.ts'
import { aChild, aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { guardians } from './guardians.ts'

const { test, clinic } = await setUpClinic({ now: new Date().toISOString() })

const seenBy = (caller: Parameters<typeof guardians.call>[1], patientId?: string) =>
  guardians.call(test.services, caller, { ...(patientId && { patientId }) }) as Promise<GuardiansView>

it('shows the team each guardian, the level, the consenting member and the next step, and is audited', async () => {
  const { patientId } = await aChild(test.db, clinic, { bornOn: bornYearsAgo(7) })
  const { guardianshipId: id, person } = await aGuardian(test.db, clinic, { patientId })
  await aGuardian(test.db, clinic, { patientId, ended: true })
  const view = await seenBy(clinic.admin.caller(), patientId)
  expect(view.guardians.find((each) => each.id === id)).toMatchObject({
    email: person.email,
    agreedBy: 'Both parents',
    state: 'active',
    granted: 'full',
    level: 'full',
    next: { to: 'limited' },
  })
  expect(view.guardians.map(({ state }) => state).sort()).toEqual(['active', 'ended'])
  expect(view).toMatchObject({ hasAccount: false, rules: { limitedFrom: 12, endsAt: 18 } })
  const reads = await test.db.asOwner<{ details: unknown }>(
    `select details from app.audit_log where action = 'record.read' and $1 = any (patient_ids)`,
    [patientId],
  )
  expect(reads).toEqual([{ details: { tables: ['patient_guardians'] } }])
})

it('shows a young person the guardians with access, without addresses and offers', async () => {
  const young = await aPatient(test.db, clinic)
  await setBirthDate(test.db, clinic, young.patientId, bornYearsAgo(15))
  await aGuardian(test.db, clinic, { patientId: young.patientId })
  await aGuardian(test.db, clinic, { patientId: young.patientId, accepted: false })
  const view = await seenBy(young.caller())
  expect(view.guardians).toHaveLength(1)
  expect(view.guardians[0]).toMatchObject({
    email: null,
    agreedBy: null,
    state: 'active',
    level: 'limited',
    next: { to: 'none' },
  })
})
