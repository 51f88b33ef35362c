import { expect, it } from 'vitest'
import { broadcastStage } from '#testing/broadcast-stage.ts'
import { stopEmails } from '../notices/stop-emails.ts'

const stage = broadcastStage()

it('unsubscribes from the purpose by the link in the mail, once', async () => {
  await stage.setPreference(stage.nora, 'marketing_communications', true)
  await stage.send({ purpose: 'marketing' })
  await stage.test.services.jobs.drain()
  const link = new URL((await stage.mails())[0]?.links[0] ?? '')
  expect([link.pathname, link.search]).toEqual(['/stop-emails', '?about=marketing'])
  const visitor = { ...stage.ann.caller(), accessToken: null, token: null } as never
  for (const _ of [1, 2]) await stopEmails.call(stage.test.services, visitor, { token: link.hash.slice(1) })
  expect(
    await stage.test.db.asOwner(
      'select purpose, is_given, channel from consents where clinic_id = $1 and patient_id = $2',
      [stage.clinic.id, stage.nora.patientId],
    ),
  ).toEqual([{ purpose: 'marketing', is_given: false, channel: 'email' }])
  expect(await stage.listed()).toMatchObject([{ unsubscribed: 1 }])
  expect((await stage.preview({ purpose: 'marketing' })).count).toBe(0)
  expect((await stage.preview()).count).toBe(1)
})
