import { AppError } from '#domain/errors.ts'
import { webhookTexts } from '#domain/texts/webhooks.ts'
import { changeWebhookInput } from '#domain/webhooks/webhooks.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { atUrl, endpointSubject, requireAllowed } from './endpoint-rows.ts'

/**
 * Changes the address and the topics of an endpoint. Its secret stays, and waiting events go to the new address.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`; `invalid_input` at `url` as in add-webhook
 */
export const changeWebhook = action({
  name: 'change-webhook',
  input: changeWebhookInput,
  access: 'webhooks:write',
  asksFreshProof: true,
  async run(tx, ctx, { id, url, topics }): Promise<{ success: true }> {
    const { clinicId } = ctx
    requireAllowed(ctx, url)
    await lockClinic(tx, clinicId)
    const endpoints = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'url'])
      .where('clinic_id', '=', clinicId)
      .execute()
    if (!endpoints.some((endpoint) => endpoint.id === id)) throw new AppError('not_found')
    if (endpoints.some((endpoint) => endpoint.id !== id && endpoint.url === url))
      throw atUrl(webhookTexts.errors.known)
    await asSystem(tx, async () => {
      await tx
        .updateTable('webhook_endpoints')
        .set({ url, topics })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .execute()
      await audit(tx, 'webhook.changed', endpointSubject(id), {}, clinicId)
    })
    return { success: true }
  },
})
