import { expect, it } from 'vitest'
import { aClinic } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { removeWebhook } from './remove-webhook.ts'
import { testWebhook } from './test-webhook.ts'

const stage = webhookStage()

const remove = (id: string, admin = stage.clinic.admin) =>
  removeWebhook.call(stage.test.services, admin.caller(), { id })

it('removes the endpoint with its log; what waits is not sent', async () => {
  const { id } = await stage.add()
  await testWebhook.call(stage.test.services, stage.clinic.admin.caller(), { id })
  await remove(id)
  await stage.minute()
  expect(stage.received()).toEqual([])
  expect(await stage.endpoint(id)).toBeUndefined()
  expect(await stage.deliveries(id)).toEqual([])
})

it('is audited once for a repeated press', async () => {
  const { id } = await stage.add()
  await remove(id)
  await remove(id)
  const audits = await stage.test.db.asOwner(
    `select action from app.audit_log where subject_id = $1 and action = 'webhook.removed'`,
    [id],
  )
  expect(audits).toHaveLength(1)
})

it('leaves another clinic’s', async () => {
  const { id } = await stage.add()
  const other = await aClinic(stage.test.db)
  await remove(id, other.admin)
  expect(await stage.endpoint(id)).toMatchObject({ is_enabled: true })
})
