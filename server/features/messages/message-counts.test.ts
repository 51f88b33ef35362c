import { expect, it } from 'vitest'
import { aThread } from '#testing/messages.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { messageCounts } from './message-counts.ts'

const test = await setUpServices()

it('counts unread threads, and those assigned to the reader, and audits no read', async () => {
  const clinic = await aClinic(test.db)
  const ann = await aStaffMember(test.db, clinic)
  await aThread(test.db, clinic)
  await aThread(test.db, clinic, { assigneeId: ann.userId })
  await aThread(test.db, clinic, { messages: [{ from: 'clinic', body: 'Hello' }] })
  await aThread(test.db, await aClinic(test.db))
  expect(await messageCounts.call(test.services, ann.caller(), {})).toEqual({ unread: 2, mine: 1 })
  expect(
    await test.db.asOwner(`select 1 from app.audit_log where clinic_id = $1 and action = 'record.read'`, [
      clinic.id,
    ]),
  ).toEqual([])
})

it('is for the team, and zero before the second step', async () => {
  const strict = await aClinic(test.db, { requiresMfa: true })
  await aThread(test.db, strict)
  expect(await messageCounts.call(test.services, strict.admin.caller(), {})).toEqual({ unread: 0, mine: 0 })
  await aSecondStep(test.db, strict.admin)
  expect(await messageCounts.call(test.services, strict.admin.caller(), {})).toEqual({ unread: 1, mine: 0 })
  const patient = await aPatient(test.db, strict)
  await expect(messageCounts.call(test.services, patient.caller(), {})).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
