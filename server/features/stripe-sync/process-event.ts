import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { wordsOf } from '#server/platform/log.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import {
  isIgnoredEvent,
  routeClinicEvent,
  routePlatformEvent,
  type StoredEvent,
  subjectOf,
} from './route-event.ts'

export const processEventJob = 'stripe-sync.process-event'

const purpose = 'job:stripe-sync.process-event'

/**
 * Processes an event of the inbox, and all others waiting for its object, by one read of that object from Stripe, so
 * order, duplicates and stale payloads do not matter (docs/payments.md 7). `route-event.ts` maps events to objects;
 * each `refresh-*.ts` updates one kind of local copy.
 */
export function processEvent(services: Services) {
  /** Objects in progress, and whether another of their events has arrived since. */
  const inHand = new Map<string, { hasMore: boolean }>()
  return defineJob<{ eventId: string; object?: string }>({
    name: processEventJob,
    // each waits for Stripe most of the time
    concurrency: 8,
    retryLimit: 8,
    retryDelaySeconds: 10,
    async run({ eventId, object = eventId }): Promise<JobResult> {
      const other = inHand.get(object)
      if (other) {
        // a burst of events of one object needs few reads
        other.hasMore = true
        return { processed: false, reason: 'in hand' }
      }
      const own = { hasMore: false }
      inHand.set(object, own)
      try {
        let done = await processAll(services, eventId)
        while (own.hasMore) {
          own.hasMore = false
          done = await processAll(services, eventId)
        }
        return done
      } finally {
        // without an await since the last check, so none is missed; after an error the retry takes all
        inHand.delete(object)
      }
    },
  })
}

async function processAll(services: Services, eventId: string): Promise<JobResult> {
  const done = { processed: true, events: 0, outcome: 'read since' }
  let taken = await take(services, eventId)
  while (taken) {
    const { events, answered }: TakenEvents = taken
    done.events += answered + events.length
    if (events.length === 0) break
    const outcome = await routeAll(services, taken).catch(async (error: unknown) => {
      await recordError(services, events, wordsOf(error).slice(0, 300))
      throw error
    })
    done.outcome = outcome
    // an event that arrived while this job ran may have no other job
    taken = await take(services, eventId, { events, outcome })
  }
  return done.events > 0 ? done : { processed: false, reason: 'processed before' }
}

interface TakenEvents {
  /** All of one object, whose read is due. */
  events: StoredEvent[]
  answered: number
  account: string | null
  clinic: ConnectedClinic | undefined
  isDisconnected: boolean
}

/**
 * Records the results and takes the waiting events of the object of `eventId`, in one call to save round trips. An
 * event is handled by any later read of its object, also as part of another: a page's subscription and invoice, an
 * invoice's charges, a customer's cards.
 * @returns null when none waits
 */
async function take(
  { transactions, clock }: Services,
  eventId: string,
  done?: { events: StoredEvent[]; outcome: string },
): Promise<TakenEvents | null> {
  const rows = await transactions.withSystemStatement(purpose, {
    sql: 'select * from app.take_stripe_events($1, $2::timestamptz, $3::jsonb, $4)',
    params: [
      eventId,
      clock.now().toISOString(),
      JSON.stringify(done?.events.map(({ id }) => id) ?? []),
      done?.outcome ?? null,
    ],
  })
  const found = rows as unknown as WaitingRow[]
  const [first] = found
  if (!first) return null
  const { account, clinic_id: clinicId, time_zone: timeZone } = first
  const clinic = account && clinicId && timeZone ? { clinicId, account, timeZone } : undefined
  const events = found
    .filter(({ processed_at }) => processed_at === null)
    .map(({ id, type, object_id: objectId }) => ({ id, type, objectId }))
  const answered = found.length - events.length
  return { events, answered, account, clinic, isDisconnected: first.disconnected_at !== null }
}

interface WaitingRow {
  id: string
  type: string
  account: string | null
  object_id: string | null
  processed_at: unknown
  clinic_id: string | null
  time_zone: string | null
  disconnected_at: unknown
}

async function recordError({ transactions }: Services, events: StoredEvent[], error: string): Promise<void> {
  await transactions.withSystem(purpose, (tx) =>
    tx
      .updateTable('app.webhook_events')
      .set({ error })
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .execute(),
  )
}

/** One read for each kind of subject among the events. */
async function routeAll(services: Services, taken: TakenEvents): Promise<string> {
  const { account, clinic, events, isDisconnected } = taken
  const bySubject = new Map(events.map((event) => [subjectOf(event), event]))
  const outcomes: string[] = []
  for (const event of bySubject.values()) {
    // stored by a version that still read it
    if (isIgnoredEvent(event.type)) outcomes.push('ignored')
    else if (!account) outcomes.push(await routePlatformEvent(services, event))
    else if (!clinic) outcomes.push('unknown account')
    // the clinic has disconnected its account, so nothing can be read
    else if (isDisconnected && !event.type.startsWith('account.')) outcomes.push('disconnected')
    else outcomes.push(await routeClinicEvent(services, clinic, event))
  }
  return outcomes.join(', ')
}
