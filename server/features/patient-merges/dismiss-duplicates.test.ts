import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Action, ClinicCtx } from '#server/clinic/action.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aKnownRecord } from '#testing/patient-merges.ts'
import { aClinic, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { dismissDuplicates, restoreDuplicates } from './dismiss-duplicates.ts'
import { countPossibleDuplicates, possibleDuplicates } from './possible-duplicates.ts'

const test = await openTestServices()
let clinic: TestClinic
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const call = <Input, Output>(
  act: { call: Action['call']; run(tx: Tx, ctx: ClinicCtx, input: Input): Promise<Output> },
  caller: Caller,
  input: object,
) => act.call(test.services, caller, input) as Promise<Output>

const aPerson = (name: string, known: Parameters<typeof aKnownRecord>[3] = {}) =>
  aKnownRecord(test.db, clinic, name, known)
const list = () => call(possibleDuplicates, clinic.admin.caller(), {})
const count = async () => (await call(countPossibleDuplicates, clinic.admin.caller(), {})).count

it('hides a dismissed pair until it is restored', async () => {
  const [one, other] = [await aPerson('Nora Lindquist'), await aPerson('Nora Lindquist')]
  const admin = clinic.admin.caller()
  const pair = { patientId: other, otherId: one }
  for (let times = 0; times < 2; times += 1) await call(dismissDuplicates, admin, pair)
  expect(await list()).toMatchObject({
    pairs: [],
    total: 0,
    dismissed: [{ dismissedBy: clinic.admin.name, dismissedAt: test.clock.now().toISOString() }],
  })
  expect(await count()).toBe(0)
  await call(restoreDuplicates, admin, { patientId: one, otherId: other })
  expect(await list()).toMatchObject({ total: 1, dismissed: [] })
  const written = await test.db.asOwner<{ action: string; patient_ids: string[] }>(
    `select action, patient_ids from app.audit_log where clinic_id = $1 and action in ('patient.told_apart', 'patient.compared_again') order by id`,
    [clinic.id],
  )
  expect(written.map(({ action }) => action)).toEqual(['patient.told_apart', 'patient.compared_again'])
  expect(written[0]?.patient_ids.toSorted()).toEqual([one, other].sort())
})

it('is for admins of the clinic, about two unmerged records', async () => {
  const [one, other] = [await aPerson('Nora Lindquist'), await aPerson('Nora Lindquist')]
  const staff = await aStaffMember(test.db, clinic)
  const elsewhere = await aClinic(test.db)
  const pair = { patientId: one, otherId: other }
  for (const act of [dismissDuplicates, restoreDuplicates]) {
    await expect(call(act, staff.caller(), pair)).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(call(act, elsewhere.admin.caller(), pair)).rejects.toMatchObject({ code: 'not_found' })
    for (const otherId of [one, elsewhere.id])
      await expect(call(act, clinic.admin.caller(), { patientId: one, otherId })).rejects.toMatchObject({
        code: 'not_found',
      })
  }
})
