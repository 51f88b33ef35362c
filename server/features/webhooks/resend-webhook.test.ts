import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { resendWebhook } from './resend-webhook.ts'
import { switchWebhook } from './switch-webhook.ts'

const stage = webhookStage()

const resend = (deliveryId: string, admin = stage.clinic.admin) =>
  resendWebhook.call(stage.test.services, admin.caller(), { deliveryId })

async function aDelivery(): Promise<{ endpointId: string; deliveryId: string }> {
  const { id: endpointId } = await stage.add()
  await anAppointment(stage.test.db, stage.clinic, stage.nora)
  await stage.minute()
  const [delivery] = await stage.deliveries(endpointId)
  return { endpointId, deliveryId: delivery?.id ?? '' }
}

it('sends the same id and body again', async () => {
  const { endpointId, deliveryId } = await aDelivery()
  stage.test.clock.advance('PT3H')
  await resend(deliveryId)
  await stage.test.services.jobs.drain()
  const [first, second] = stage.receiver.requests
  expect(stage.receiver.requests).toHaveLength(2)
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(Number(second?.headers['webhook-timestamp'])).toBe(
    Number(first?.headers['webhook-timestamp']) + 3 * 3_600,
  )
  expect(await stage.deliveries(endpointId)).toMatchObject([{ status: 'delivered', attempts: 1 }])
})

it('gives a failed event all of its attempts again', async () => {
  const { endpointId, deliveryId } = await aDelivery()
  await stage.test.db.asOwner(
    `update webhook_deliveries set status = 'failed', attempts = 10, next_attempt_at = null where id = $1`,
    [deliveryId],
  )
  stage.receiver.answerWith(500)
  await resend(deliveryId)
  await stage.test.services.jobs.drain()
  expect(await stage.deliveries(endpointId)).toMatchObject([
    { status: 'waiting', attempts: 1, failure: 'response' },
  ])
})

it('is refused during a pause, and does not find another clinic’s', async () => {
  const { endpointId, deliveryId } = await aDelivery()
  const other = await aClinic(stage.test.db)
  await expect(resend(deliveryId, other.admin)).rejects.toMatchObject({ code: 'not_found' })
  await switchWebhook.call(stage.test.services, stage.clinic.admin.caller(), {
    id: endpointId,
    isEnabled: false,
  })
  await expect(resend(deliveryId)).rejects.toMatchObject({ code: 'webhook_off' })
})
