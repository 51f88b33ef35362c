import { AppError } from '#domain/errors.ts'
import { resendWebhookInput } from '#domain/webhooks/webhooks.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { endpointSubject, requireSendable, takeSend } from './endpoint-rows.ts'
import { sendWebhooksJob } from './send-webhooks.ts'

/**
 * Sends an event again, with the same id and body; the retries begin again too.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`, `rate_limited`; `webhook_off` during a pause
 */
export const resendWebhook = action({
  name: 'resend-webhook',
  input: resendWebhookInput,
  access: 'webhooks:write',
  async run(tx, { clinicId, jobs, now }, { deliveryId }): Promise<{ success: true }> {
    const delivery = await tx
      .selectFrom('webhook_deliveries')
      .select('endpoint_id')
      .where('clinic_id', '=', clinicId)
      .where('id', '=', deliveryId)
      .executeTakeFirst()
    if (!delivery) throw new AppError('not_found')
    const endpointId = delivery.endpoint_id
    await requireSendable(tx, clinicId, endpointId)
    return asSystem(tx, async () => {
      await takeSend(tx, clinicId)
      await tx
        .updateTable('webhook_deliveries')
        .set({ status: 'waiting', attempts: 0, next_attempt_at: now() })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', deliveryId)
        .execute()
      await audit(tx, 'webhook.resent', endpointSubject(endpointId), {}, clinicId)
      await jobs.enqueue(tx, sendWebhooksJob, { clinicId, endpointId }, { once: endpointId })
      return { success: true }
    })
  },
})
