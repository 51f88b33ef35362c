import { webhookInput } from '#domain/webhooks/webhooks.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { endpointSubject } from './endpoint-rows.ts'

/**
 * Removes an endpoint with its log; waiting events are not sent. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`
 */
export const removeWebhook = action({
  name: 'remove-webhook',
  input: webhookInput,
  access: 'webhooks:write',
  run: (tx, { clinicId }, { id }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { numDeletedRows } = await tx
        .deleteFrom('webhook_endpoints')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await audit(tx, 'webhook.removed', endpointSubject(id), {}, clinicId)
      return { success: true }
    }),
})
