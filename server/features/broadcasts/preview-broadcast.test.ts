import { expect, it } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { broadcastStage } from '#testing/broadcast-stage.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { previewBroadcast } from './preview-broadcast.ts'

const stage = broadcastStage()

it('previews with real names, counts, and says why others do not get it', async () => {
  const quiet = await stage.aVisitor(undefined, '11:00')
  await stage.setPreference(quiet, 'email_notifications', false)
  await aPatient(stage.test.db, stage.clinic)
  expect(await stage.preview()).toEqual({
    count: 1,
    withheld: { no_consent: 1 },
    samples: [
      { name: 'Nora Lind', subject: 'Closed on Friday', body: 'Hello Nora,\n\nwe are closed on Friday.' },
    ],
    parts: null,
  })
  expect((await stage.preview({ purpose: 'marketing' })).withheld).toEqual({ no_consent: 2 })
  expect((await stage.preview({ audience: 'visit', of: 'checkup' })).count).toBe(1)
  expect((await stage.preview({ audience: 'members', of: '' })).count).toBe(0)
})

it('refuses another count, a foreign choice, a read-only member and patients', async () => {
  await expect(stage.send({ count: 2 })).rejects.toMatchObject({ code: 'invalid_input' })
  const other = await aClinic(stage.test.db)
  const theirs = await aProvider(stage.test.db, other)
  await expect(stage.preview({ of: theirs.id })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(stage.preview({ of: 'no id' })).rejects.toMatchObject({ code: 'invalid_input' })
  const viewer = await aStaffMember(stage.test.db, stage.clinic, { role: 'member', isReadOnly: true })
  for (const by of [viewer, stage.nora])
    await expect(
      previewBroadcast.call(stage.test.services, by.caller(), stage.draftOf()),
    ).rejects.toMatchObject({
      code: 'not_allowed',
    })
})
