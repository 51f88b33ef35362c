import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { switchWebhookInput } from '#domain/webhooks/webhooks.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { endpointSubject } from './endpoint-rows.ts'
import { sendWebhooksJob } from './send-webhooks.ts'

/**
 * Pauses an endpoint, or resumes it: events from then on are sent, and those that waited before. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required`, `not_found`
 */
export const switchWebhook = action({
  name: 'switch-webhook',
  input: switchWebhookInput,
  access: 'webhooks:write',
  run: (tx, { clinicId, jobs }, { id, isEnabled }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const found = await tx
        .selectFrom('webhook_endpoints')
        .select('is_enabled')
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!found) throw new AppError('not_found')
      if (found.is_enabled === isEnabled) return { success: true }
      await tx
        .updateTable('webhook_endpoints')
        .set(
          isEnabled
            ? {
                ...{ is_enabled: true, off_reason: null, failing_since: null },
                reads_from: sql<Date>`clock_timestamp()`,
              }
            : { is_enabled: false, off_reason: 'paused' },
        )
        .where('clinic_id', '=', clinicId)
        .where('id', '=', id)
        .execute()
      await audit(tx, isEnabled ? 'webhook.resumed' : 'webhook.paused', endpointSubject(id), {}, clinicId)
      if (isEnabled) await jobs.enqueue(tx, sendWebhooksJob, { clinicId, endpointId: id }, { once: id })
      return { success: true }
    }),
})
