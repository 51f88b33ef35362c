import { webhookTexts } from '#domain/texts/webhooks.ts'
import { addWebhookInput, mostWebhooks, type WebhookSecret } from '#domain/webhooks/webhooks.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { lockClinic } from '#server/clinic/lock-clinic.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { makeWebhookSecret } from '#server/platform/webhooks/sign-webhook.ts'
import { atUrl, endpointSubject, requireAllowed } from './endpoint-rows.ts'

const texts = webhookTexts.errors

/**
 * Adds an address to which the clinic's events are sent from now on (docs/contracts/webhooks.md). The answer has the signing
 * secret, which is not shown again.
 * @throws AppError `not_allowed`, `second_step_required`; `invalid_input` at `url` for an address without HTTPS, a known one,
 * or after the tenth
 */
export const addWebhook = action({
  name: 'add-webhook',
  input: addWebhookInput,
  access: 'webhooks:write',
  asksFreshProof: true,
  async run(tx, ctx, { url, topics }): Promise<WebhookSecret> {
    const { clinicId } = ctx
    requireAllowed(ctx, url)
    await lockClinic(tx, clinicId)
    const known = await tx
      .selectFrom('webhook_endpoints')
      .select('url')
      .where('clinic_id', '=', clinicId)
      .execute()
    if (known.some((endpoint) => endpoint.url === url)) throw atUrl(texts.known)
    if (known.length >= mostWebhooks) throw atUrl(texts.most)
    const id = crypto.randomUUID()
    const secret = makeWebhookSecret()
    await asSystem(tx, async () => {
      await tx
        .insertInto('webhook_endpoints')
        .values({
          ...{ id, clinic_id: clinicId, url, topics, created_at: ctx.now() },
          secret: ctx.webhooks.secrets.seal(secret, id),
        })
        .execute()
      await audit(tx, 'webhook.added', endpointSubject(id), {}, clinicId)
    })
    return { id, secret }
  },
})
