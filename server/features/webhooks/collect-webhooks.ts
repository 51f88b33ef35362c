import { sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { sendWebhooksJob } from './send-webhooks.ts'

/** `app.drain_outbox` queues it for a clinic whose visits have changed. */
export const collectWebhooksJob = 'webhooks.collect'

const purpose = `job:${collectWebhooksJob}`

type Tools = Pick<Services, 'transactions' | 'clock' | 'jobs'>

/**
 * Writes the deliveries of new events, and queues the sending of all that are due. Costs a clinic without an enabled endpoint
 * nothing.
 */
export function collectWebhooks(tools: Tools) {
  return defineJob<{ clinicId?: string }>({
    name: collectWebhooksJob,
    cron: '* * * * *',
    async run({ clinicId }): Promise<JobResult> {
      const collected = await clinicByClinic(
        { transactions: tools.transactions, purpose },
        async (tx) => (clinicId ? [{ clinic_id: clinicId }] : clinicsWithEndpoints(tx)),
        (tx, each) => collect(tx, tools, each),
      )
      return { collected }
    },
  })
}

function clinicsWithEndpoints(tx: Tx): Promise<{ clinic_id: string }[]> {
  return tx
    .selectFrom('webhook_endpoints')
    .select('clinic_id')
    .distinct()
    .where('is_enabled', '=', true)
    .execute()
}

async function collect(tx: Tx, { clock, jobs }: Tools, clinicId: string): Promise<number> {
  const now = clock.now()
  const { rows } = await sql<{ added: number }>`
    select app.collect_webhook_events(${clinicId}::uuid, ${now}) as added`.execute(tx)
  const due = await tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_endpoints as e', (join) =>
      join.onRef('e.clinic_id', '=', 'd.clinic_id').onRef('e.id', '=', 'd.endpoint_id'),
    )
    .select('d.endpoint_id')
    .distinct()
    .where('d.clinic_id', '=', clinicId)
    .where('e.clinic_id', '=', clinicId)
    .where('e.is_enabled', '=', true)
    .where('d.status', '=', 'waiting')
    .where('d.next_attempt_at', '<=', now)
    .execute()
  for (const { endpoint_id: endpointId } of due)
    await jobs.enqueue(tx, sendWebhooksJob, { clinicId, endpointId }, { once: endpointId })
  return rows[0]?.added ?? 0
}
