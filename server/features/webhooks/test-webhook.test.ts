import { expect, it } from 'vitest'
import { aClinic } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { switchWebhook } from './switch-webhook.ts'
import { testWebhook } from './test-webhook.ts'

const stage = webhookStage()

const sendTest = (id: string, admin = stage.clinic.admin) =>
  testWebhook.call(stage.test.services, admin.caller(), { id })

it('sends one signed event of the kind test, whatever the topics', async () => {
  const { id, secret } = await stage.add(['payment'])
  await sendTest(id)
  await stage.test.services.jobs.drain()
  const [request] = stage.receiver.requests
  expect(JSON.parse(request?.body ?? '')).toEqual({
    type: 'test',
    timestamp: stage.test.clock.now().toISOString(),
    data: { clinicId: stage.clinic.id },
  })
  expect(request?.headers['content-type']).toBe('application/json')
  expect(stage.isSigned(0, secret)).toBe(true)
  expect(await stage.deliveries(id)).toMatchObject([{ status: 'delivered', attempts: 1, response_code: 200 }])
})

it('is refused during a pause, and after too many in a row', async () => {
  const { id } = await stage.add()
  const { services } = stage.test
  await switchWebhook.call(services, stage.clinic.admin.caller(), { id, isEnabled: false })
  await expect(sendTest(id)).rejects.toMatchObject({ code: 'webhook_off' })
  await switchWebhook.call(services, stage.clinic.admin.caller(), { id, isEnabled: true })
  for (let n = 0; n < 30; n++) await sendTest(id)
  await expect(sendTest(id)).rejects.toMatchObject({ code: 'rate_limited' })
})

it('does not find another clinic’s', async () => {
  const { id } = await stage.add()
  const other = await aClinic(stage.test.db)
  await expect(sendTest(id, other.admin)).rejects.toMatchObject({ code: 'not_found' })
})
