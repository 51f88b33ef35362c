import { expect, it } from 'vitest'
import { mostWebhooks } from '#domain/webhooks/webhooks.ts'
import { openWebhooks } from '#server/platform/webhooks/webhooks.ts'
import { webhookStage } from '#testing/webhooks/webhook-stage.ts'
import { addWebhook } from './add-webhook.ts'

const stage = webhookStage()
const url = 'https://example.com/hook'

it('answers the secret once, and stores it encrypted for its row', async () => {
  const { id, secret } = await stage.add(['visit', 'person'], url)
  const { db, services } = stage.test
  const [row] = await db.asOwner<{ secret: Buffer; topics: string[]; is_enabled: boolean }>(
    'select secret, topics, is_enabled from webhook_endpoints where id = $1',
    [id],
  )
  expect(row).toMatchObject({ topics: ['visit', 'person'], is_enabled: true })
  expect(Buffer.from(row?.secret ?? []).includes(Buffer.from(secret))).toBe(false)
  expect(services.webhooks.secrets.open(row?.secret ?? Buffer.alloc(0), id)).toBe(secret)
  const audits = await db.asOwner(
    'select action, details, actor_id from app.audit_log where subject_id = $1',
    [id],
  )
  expect(audits).toEqual([{ action: 'webhook.added', details: {}, actor_id: stage.clinic.admin.userId }])
})

it('refuses a known address, and one after the tenth', async () => {
  await stage.add(['visit'], url)
  await expect(stage.add(['plan'], url)).rejects.toMatchObject({ code: 'invalid_input' })
  for (let n = 1; n < mostWebhooks; n++) await stage.add(['visit'], `${url}/${n}`)
  await expect(stage.add(['visit'], `${url}/more`)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'url' }],
  })
})

it('adds an address once, though it is sent twice at the same time', async () => {
  const results = await Promise.allSettled([stage.add(['visit'], url), stage.add(['visit'], url)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('requires HTTPS outside development', async () => {
  const encryptionKey = Buffer.alloc(32, 1).toString('base64')
  const services = {
    ...stage.test.services,
    webhooks: openWebhooks({ environment: 'production', encryptionKey, dataDir: '' }),
  }
  const adding = addWebhook.call(services, stage.clinic.admin.caller(), {
    url: stage.receiver.url,
    topics: ['visit'],
  })
  await expect(adding).rejects.toMatchObject({ code: 'invalid_input', fields: [{ path: 'url' }] })
})
