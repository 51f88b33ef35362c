import { expect, it } from 'vitest'
import { aClinic } from '#testing/sign-in/people.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { changeWebhook } from './change-webhook.ts'

const stage = webhookStage()
const url = 'https://example.com/hook'

const change = (id: string, to: { url?: string; topics?: string[] }, admin = stage.clinic.admin) =>
  changeWebhook.call(stage.test.services, admin.caller(), { id, url, topics: ['visit'], ...to })
const stored = () =>
  stage.test.db.asOwner(
    'select url, topics from webhook_endpoints where clinic_id = $1 order by created_at, url',
    [stage.clinic.id],
  )

it('changes address and topics, and leaves the secret', async () => {
  const { id, secret } = await stage.add(['visit'], url)
  await change(id, { url: stage.receiver.url, topics: ['plan', 'payment'] })
  expect(await stored()).toEqual([{ url: stage.receiver.url, topics: ['plan', 'payment'] }])
  const [row] = await stage.test.db.asOwner<{ secret: Buffer }>(
    'select secret from webhook_endpoints where id = $1',
    [id],
  )
  expect(stage.test.services.webhooks.secrets.open(row?.secret ?? Buffer.alloc(0), id)).toBe(secret)
})

it('refuses the address of another endpoint, not its own', async () => {
  const { id } = await stage.add(['visit'], url)
  await stage.add(['visit'], `${url}/other`)
  await expect(change(id, { url: `${url}/other` })).rejects.toMatchObject({ code: 'invalid_input' })
  await change(id, { topics: ['message'] })
  expect(await stored()).toContainEqual({ url, topics: ['message'] })
})

it('does not find another clinic’s', async () => {
  const { id } = await stage.add(['visit'], url)
  const other = await aClinic(stage.test.db)
  await expect(change(id, { topics: ['plan'] }, other.admin)).rejects.toMatchObject({ code: 'not_found' })
  expect(await stored()).toEqual([{ url, topics: ['visit'] }])
})
