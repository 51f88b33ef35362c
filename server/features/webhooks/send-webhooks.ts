import { sql } from 'kysely'
import { dayMs, minuteMs } from '#domain/values/durations.ts'
import type { WebhookOffReason } from '#domain/webhooks/kinds.ts'
import { failingDays, retryPausesMs } from '#domain/webhooks/webhooks.ts'
import type { Services } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import type { WebhookAnswer } from '#server/platform/webhooks/post-webhook.ts'
import { signWebhook } from '#server/platform/webhooks/sign-webhook.ts'
import { endpointSubject } from './endpoint-rows.ts'

export const sendWebhooksJob = 'webhooks.send'

const purpose = `job:${sendWebhooksJob}`

/** Requests to one receiver at a time. */
const batch = 10
/** A run ends after so many; the next minute continues. */
const mostBatches = 100
/** Longer than a request: an attempt of a worker that died counts as lost. */
const lostAfterMs = 2 * minuteMs

type Tools = Pick<Services, 'transactions' | 'clock' | 'notices' | 'webhooks'>

interface EndpointId {
  clinicId: string
  endpointId: string
}

interface Claimed {
  url: URL
  secrets: string[]
  deliveries: {
    id: string
    eventId: string
    kind: string
    data: object
    occurredAt: Date
    attempts: number
    attemptedAt: Date
  }[]
}

type Outcome = Claimed['deliveries'][number] & WebhookAnswer & { durationMs: number }

/**
 * Sends the due events of one endpoint, outside of transactions. Each is claimed first, so that no other worker sends it; a
 * claim of a worker that died is lost after two minutes, and the event is sent again with the same id. A batch without any
 * success ends the run.
 */
export function sendWebhooks(tools: Tools) {
  const { transactions } = tools
  return defineJob<EndpointId>({
    name: sendWebhooksJob,
    concurrency: 4,
    retryLimit: 2,
    async run(endpoint): Promise<JobResult> {
      let sent = 0
      for (let batches = 0; batches < mostBatches; batches++) {
        const claimed = await transactions.withSystem(purpose, (tx) => claim(tx, tools, endpoint))
        if (!claimed) break
        const outcomes = await Promise.all(
          claimed.deliveries.map((each) => send(tools, endpoint, claimed, each)),
        )
        await transactions.withSystem(purpose, (tx) => store(tx, tools, endpoint, outcomes))
        const succeeded = outcomes.filter(({ failure }) => failure === null).length
        sent += succeeded
        if (succeeded === 0) break
      }
      return { sent }
    },
  })
}

/** @returns null if the endpoint is off or nothing is due */
async function claim(tx: Tx, tools: Tools, { clinicId, endpointId }: EndpointId): Promise<Claimed | null> {
  const now = tools.clock.now()
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .select(['url', 'secret', 'former_secret', 'former_until'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', endpointId)
    .where('is_enabled', '=', true)
    .executeTakeFirst()
  if (!endpoint) return null
  const { secret, former_secret: former, former_until: until } = endpoint
  const sealed = former && until && until > now ? [secret, former] : [secret]
  const secrets = sealed.flatMap((each) => opened(tools, each, endpointId))
  if (secrets.length < 1) {
    await switchOff(tx, tools, { clinicId, endpointId }, 'secret_lost')
    return null
  }
  const rows = await tx
    .updateTable('webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      attempted_at: now,
      next_attempt_at: new Date(now.getTime() + lostAfterMs),
    }))
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries as d')
        .select('d.id')
        .where('d.clinic_id', '=', clinicId)
        .where('d.endpoint_id', '=', endpointId)
        .where('d.status', '=', 'waiting')
        .where('d.next_attempt_at', '<=', now)
        .orderBy('d.next_attempt_at')
        .orderBy('d.occurred_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'event_id', 'kind', 'data', 'occurred_at', 'attempts'])
    .execute()
  if (rows.length === 0) return null
  return {
    url: new URL(endpoint.url),
    secrets,
    deliveries: rows.map((row) => ({
      ...{ id: row.id, eventId: row.event_id, kind: row.kind, attempts: row.attempts },
      ...{ data: (row.data ?? {}) as object, occurredAt: row.occurred_at, attemptedAt: now },
    })),
  }
}

/** @returns nothing if the key that encrypted it is gone */
function opened({ webhooks }: Tools, sealed: Uint8Array, endpointId: string): string[] {
  try {
    return [webhooks.secrets.open(sealed, endpointId)]
  } catch {
    return []
  }
}

async function send(
  { clock, webhooks }: Tools,
  { clinicId }: EndpointId,
  { url, secrets }: Claimed,
  delivery: Claimed['deliveries'][number],
): Promise<Outcome> {
  const { eventId, kind, data, occurredAt } = delivery
  const body = JSON.stringify({
    type: kind,
    timestamp: occurredAt.toISOString(),
    data: { clinicId, ...data },
  })
  const headers = signWebhook({ id: `evt_${eventId}`, at: clock.now(), body }, secrets)
  const since = performance.now()
  const answer = await webhooks.post(url, headers, body)
  return { ...delivery, ...answer, durationMs: Math.round(performance.now() - since) }
}

/** Not the result of an attempt that counts as lost: another worker has claimed the event since. */
async function store(
  tx: Tx,
  tools: Tools,
  { clinicId, endpointId }: EndpointId,
  outcomes: readonly Outcome[],
): Promise<void> {
  const now = tools.clock.now()
  for (const { id, attempts, attemptedAt, responseCode, failure, durationMs } of outcomes) {
    const pauseMs = failure === null ? undefined : retryPausesMs[attempts - 1]
    await tx
      .updateTable('webhook_deliveries')
      .set({
        ...{ response_code: responseCode, failure, duration_ms: durationMs },
        status: failure === null ? 'delivered' : pauseMs === undefined ? 'failed' : 'waiting',
        next_attempt_at: pauseMs === undefined ? null : new Date(now.getTime() + pauseMs),
      })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', id)
      .where('status', '=', 'waiting')
      .where('attempts', '=', attempts)
      .where('attempted_at', '=', attemptedAt)
      .execute()
  }
  await judge(tx, tools, { clinicId, endpointId }, outcomes)
}

/** Switches an endpoint off after days of failures only, or when its receiver is gone. Admins are notified once. */
async function judge(
  tx: Tx,
  tools: Tools,
  { clinicId, endpointId }: EndpointId,
  outcomes: readonly Outcome[],
): Promise<void> {
  const now = tools.clock.now()
  const isFailing = outcomes.every(({ failure }) => failure !== null)
  const isGone = isFailing && outcomes.some(({ responseCode }) => responseCode === 410)
  const endpoint = await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: isFailing ? sql<Date>`coalesce(failing_since, ${now})` : null })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', endpointId)
    .where('is_enabled', '=', true)
    .returning('failing_since')
    .executeTakeFirst()
  const failingMs = endpoint?.failing_since ? now.getTime() - endpoint.failing_since.getTime() : 0
  if (!endpoint || !(isGone || failingMs >= failingDays * dayMs)) return
  await switchOff(tx, tools, { clinicId, endpointId }, isGone ? 'gone' : 'failing')
}

async function switchOff(
  tx: Tx,
  { clock, notices }: Tools,
  { clinicId, endpointId }: EndpointId,
  reason: WebhookOffReason,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ is_enabled: false, off_reason: reason })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', endpointId)
    .execute()
  await audit(tx, 'webhook.switched_off', endpointSubject(endpointId), { reason }, clinicId)
  const key = `${endpointId}:${clock.now().toISOString()}`
  await notices.notifyAdmins(tx, { clinicId, kind: 'webhook_off', key })
}
