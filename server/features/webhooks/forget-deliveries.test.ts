import { expect, it } from 'vitest'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import { testWebhook } from './test-webhook.ts'

const stage = webhookStage()

it('deletes deliveries after 30 days, whatever their state', async () => {
  const { id } = await stage.add()
  const forget = () => forgetDeliveries(stage.test.services).run({})
  await testWebhook.call(stage.test.services, stage.clinic.admin.caller(), { id })
  stage.test.clock.advance('P29D')
  await testWebhook.call(stage.test.services, stage.clinic.admin.caller(), { id })
  await forget()
  expect(await stage.deliveries(id)).toHaveLength(2)
  stage.test.clock.advance('P1DT1H')
  await forget()
  expect(await stage.deliveries(id)).toHaveLength(1)
})
