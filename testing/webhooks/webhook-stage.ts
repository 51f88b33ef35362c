import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { WebhookTopic } from '#domain/webhooks/kinds.ts'
import type { WebhookSecret } from '#domain/webhooks/webhooks.ts'
import { addWebhook } from '#server/features/webhooks/add-webhook.ts'
import { collectWebhooks } from '#server/features/webhooks/collect-webhooks.ts'
import { sendWebhooks } from '#server/features/webhooks/send-webhooks.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import { openTestServices, type TestServices } from '../database/services.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '../sign-in/people.ts'
import { aReceiver, type Receiver } from './webhooks.ts'

interface Delivery {
  id: string
  kind: string
  status: string
  attempts: number
  response_code: number | null
  failure: string | null
  data: Record<string, unknown>
}

/** For each test a clinic with Nora, a patient, and a receiver that accepts everything. */
export function webhookStage() {
  let test: TestServices
  let receiver: Receiver
  let clinic: TestClinic
  let nora: Patient
  beforeAll(async () => {
    receiver = await aReceiver()
    test = await openTestServices({
      jobsOf: (services) => [collectWebhooks(services), sendWebhooks(services)] as JobDefinition<never>[],
    })
  })
  afterAll(async () => {
    await test.close()
    await receiver.close()
  })
  beforeEach(async () => {
    test.clock.setOffset(0)
    await test.db.asOwner('delete from webhook_endpoints')
    receiver.answerWith(200)
    receiver.requests.length = 0
    clinic = await aClinic(test.db)
    nora = await aPatient(test.db, clinic, { name: 'Nora Lind' })
  })

  const add = (topics: WebhookTopic[] = ['visit'], url = receiver.url, of: TestClinic = clinic) =>
    addWebhook.call(test.services, of.admin.caller(), { url, topics }) as Promise<WebhookSecret>
  const deliveries = (endpointId: string) =>
    test.db.asOwner<Delivery>(
      `select id, kind, status, attempts, response_code, failure, data from webhook_deliveries where endpoint_id = $1
        order by occurred_at, kind`,
      [endpointId],
    )
  return {
    add,
    deliveries,
    async endpoint(id: string): Promise<Record<string, unknown> | undefined> {
      const [row] = await test.db.asOwner<Record<string, unknown>>(
        'select is_enabled, off_reason, failing_since from webhook_endpoints where id = $1',
        [id],
      )
      return row
    },
    /** As cron and the workers do each minute. */
    async minute(): Promise<void> {
      await collectWebhooks(test.services).run({})
      await test.services.jobs.drain()
    },
    /** The kinds of the events that the receiver got. */
    received: () => receiver.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    /** As the libraries of Standard Webhooks do. */
    isSigned: (index: number, secret: string): boolean => {
      const request = receiver.requests.at(index)
      if (!request) return false
      const { headers, body } = request
      const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
      const signature = `v1,${createHmac('sha256', key).update(content).digest('base64')}`
      return (headers['webhook-signature'] ?? '').split(' ').includes(signature)
    },
    get test() {
      return test
    },
    get receiver() {
      return receiver
    },
    get clinic() {
      return clinic
    },
    get nora() {
      return nora
    },
  }
}
