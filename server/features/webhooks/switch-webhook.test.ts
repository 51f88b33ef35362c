import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { switchWebhook } from './switch-webhook.ts'
import { testWebhook } from './test-webhook.ts'

const stage = webhookStage()

const flip = (id: string, isEnabled: boolean, admin = stage.clinic.admin) =>
  switchWebhook.call(stage.test.services, admin.caller(), { id, isEnabled })
const book = (date = '2100-01-04') => anAppointment(stage.test.db, stage.clinic, stage.nora, { date })

it('sends nothing of a pause, also not after it', async () => {
  const { id } = await stage.add()
  await flip(id, false)
  expect(await stage.endpoint(id)).toMatchObject({ is_enabled: false, off_reason: 'paused' })
  await book()
  await stage.minute()
  await flip(id, true)
  await stage.minute()
  expect(stage.received()).toEqual([])
  await book('2100-01-05')
  await stage.minute()
  expect(stage.received()).toEqual(['visit.booked'])
})

it('sends what waited before the pause once it is over', async () => {
  const { id } = await stage.add()
  await testWebhook.call(stage.test.services, stage.clinic.admin.caller(), { id })
  await flip(id, false)
  await stage.test.services.jobs.drain()
  expect(stage.received()).toEqual([])
  await flip(id, true)
  await stage.test.services.jobs.drain()
  expect(stage.received()).toEqual(['test'])
})

it('is audited once for a repeated press', async () => {
  const { id } = await stage.add()
  await flip(id, false)
  await flip(id, false)
  await flip(id, true)
  const audits = await stage.test.db.asOwner(
    'select action from app.audit_log where subject_id = $1 order by id',
    [id],
  )
  expect(audits.map(({ action }) => action)).toEqual(['webhook.added', 'webhook.paused', 'webhook.resumed'])
})

it('does not find another clinic’s', async () => {
  const { id } = await stage.add()
  const other = await aClinic(stage.test.db)
  await expect(flip(id, false, other.admin)).rejects.toMatchObject({ code: 'not_found' })
  expect(await stage.endpoint(id)).toMatchObject({ is_enabled: true })
})
