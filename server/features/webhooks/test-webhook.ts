import { testKind } from '#domain/webhooks/kinds.ts'
import { webhookInput } from '#domain/webhooks/webhooks.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { endpointSubject, requireSendable, takeSend } from './endpoint-rows.ts'
import { sendWebhooksJob } from './send-webhooks.ts'

/**
 * Sends an event of the kind `test`, signed as every other and retried like it.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `rate_limited`; `webhook_off` during a pause
 */
export const testWebhook = action({
  name: 'test-webhook',
  input: webhookInput,
  access: 'webhooks:write',
  async run(tx, { clinicId, jobs, now }, { id: endpointId }): Promise<{ deliveryId: string }> {
    await requireSendable(tx, clinicId, endpointId)
    const at = now()
    return asSystem(tx, async () => {
      await takeSend(tx, clinicId)
      const { id: deliveryId } = await tx
        .insertInto('webhook_deliveries')
        .values({
          ...{ clinic_id: clinicId, endpoint_id: endpointId, event_id: crypto.randomUUID(), kind: testKind },
          ...{ data: '{}', occurred_at: at, created_at: at, next_attempt_at: at },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(tx, 'webhook.tested', endpointSubject(endpointId), {}, clinicId)
      await jobs.enqueue(tx, sendWebhooksJob, { clinicId, endpointId }, { once: endpointId })
      return { deliveryId }
    })
  },
})
