import { AppError } from '#domain/errors.ts'
import { hourMs } from '#domain/values/durations.ts'
import { formerSecretHours, type WebhookSecret, webhookInput } from '#domain/webhooks/webhooks.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { makeWebhookSecret } from '#server/platform/webhooks/sign-webhook.ts'
import { endpointSubject } from './endpoint-rows.ts'

/**
 * Makes a new signing secret, which is not shown again. For 24 hours requests are signed with the former one too.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const rotateWebhookSecret = action({
  name: 'rotate-webhook-secret',
  input: webhookInput,
  access: 'webhooks:write',
  asksFreshProof: true,
  async run(tx, { clinicId, webhooks, now }, { id }): Promise<WebhookSecret> {
    const secret = makeWebhookSecret()
    await asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('webhook_endpoints')
        .set((eb) => ({
          secret: webhooks.secrets.seal(secret, id),
          former_secret: eb.ref('secret'),
          former_until: new Date(now().getTime() + formerSecretHours * hourMs),
        }))
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('not_found')
      await audit(tx, 'webhook.secret_made', endpointSubject(id), {}, clinicId)
    })
    return { id, secret }
  },
})
