import { expect, it } from 'vitest'
import type { WebhookSecret } from '#domain/webhooks/webhooks.ts'
import { makeEncryptionKey, secretBox } from '#server/platform/secret-box.ts'
import { heardBy } from '#testing/notices.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import { rotateWebhookSecret } from './rotate-webhook-secret.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { switchWebhook } from './switch-webhook.ts'
import { testWebhook } from './test-webhook.ts'

const stage = webhookStage()

const rotate = (id: string, admin = stage.clinic.admin) =>
  rotateWebhookSecret.call(stage.test.services, admin.caller(), { id }) as Promise<WebhookSecret>
async function sendTest(id: string): Promise<void> {
  await testWebhook.call(stage.test.services, stage.clinic.admin.caller(), { id })
  await stage.test.services.jobs.drain()
}

it('signs with both secrets for 24 hours, then with the new one', async () => {
  const { id, secret: former } = await stage.add()
  const { secret } = await rotate(id)
  await sendTest(id)
  expect([stage.isSigned(-1, former), stage.isSigned(-1, secret)]).toEqual([true, true])
  stage.test.clock.advance('PT24H')
  await sendTest(id)
  expect([stage.isSigned(-1, former), stage.isSigned(-1, secret)]).toEqual([false, true])
})

it('forgets the former secret after its day', async () => {
  const { id } = await stage.add()
  await rotate(id)
  const formers = () =>
    stage.test.db.asOwner('select former_secret is null as gone from webhook_endpoints where id = $1', [id])
  await forgetDeliveries(stage.test.services).run({})
  expect(await formers()).toEqual([{ gone: false }])
  stage.test.clock.advance('PT25H')
  await forgetDeliveries(stage.test.services).run({})
  expect(await formers()).toEqual([{ gone: true }])
})

it('repairs an endpoint whose secret can no longer be read', async () => {
  const { id } = await stage.add()
  const { services } = stage.test
  await testWebhook.call(services, stage.clinic.admin.caller(), { id })
  const webhooks = { ...services.webhooks, secrets: secretBox(makeEncryptionKey()) }
  await sendWebhooks({ ...services, webhooks }).run({ clinicId: stage.clinic.id, endpointId: id })
  expect(await stage.endpoint(id)).toMatchObject({ is_enabled: false, off_reason: 'secret_lost' })
  expect(await heardBy(stage.test.db, stage.clinic.admin)).toMatchObject([{ kind: 'webhook_off' }])
  const { secret } = await rotate(id)
  await switchWebhook.call(services, stage.clinic.admin.caller(), { id, isEnabled: true })
  await services.jobs.drain()
  expect(stage.isSigned(-1, secret)).toBe(true)
})

it('does not find another clinic’s', async () => {
  const { id } = await stage.add()
  const other = await aClinic(stage.test.db)
  await expect(rotate(id, other.admin)).rejects.toMatchObject({ code: 'not_found' })
})
