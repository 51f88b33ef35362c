import { expect, it } from 'vitest'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aStaffMember } from '#testing/sign-in/people.ts'
import { removeScheduleException } from './remove-schedule-exception.ts'

const { test, clinic } = await setUpClinic()

it('removes one of the clinic’s exceptions, once, for members who may write', async () => {
  const there = await aClinic(test.db)
  const [row] = await test.db.asOwner<{ id: string }>(
    `insert into schedule_exceptions (clinic_id, kind, starts_on, ends_on) values ($1, 'off', '2026-03-16', '2026-03-16')
     returning id`,
    [clinic.id],
  )
  const exceptionId = row?.id ?? ''
  const remove = (id: string, by = clinic.admin) =>
    removeScheduleException.call(test.services, by.caller(), { exceptionId: id })
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  await expect(remove(exceptionId, viewer)).rejects.toMatchObject({ code: 'not_allowed' })
  for (const unknown of [exceptionId, crypto.randomUUID()])
    await expect(remove(unknown, there.admin)).rejects.toMatchObject({ code: 'not_found' })
  await remove(exceptionId)
  await expect(remove(exceptionId)).rejects.toMatchObject({ code: 'not_found' })
})
