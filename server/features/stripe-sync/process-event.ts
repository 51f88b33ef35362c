import { sql } from 'kysely'
import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import { routeClinicEvent, routePlatformEvent, type StoredEvent, subjectOf } from './route-event.ts'

export const processEventJob = 'stripe-sync.process-event'

const purpose = 'job:stripe-sync.process-event'

/**
 * Processes an event of the inbox, and with it every other that waits for the same object: one read answers them all. An
 * event is only a hint that something changed: the object itself is read from Stripe, so order, duplicates and stale
 * payloads do not matter (docs/payments.md 7). `route-event.ts` knows which object an event is about; each `refresh-*.ts`
 * updates one kind of local copy.
 */
export function processEvent(services: Services) {
  const { transactions, clock } = services
  return defineJob<{ eventId: string }>({
    name: processEventJob,
    // each waits for Stripe most of the time
    concurrency: 8,
    retryLimit: 8,
    retryDelaySeconds: 10,
    async run({ eventId }): Promise<JobResult> {
      let taken: TakenEvents | null = await transactions.withSystem(purpose, (tx) => take(tx, eventId))
      if (!taken) return { processed: false, reason: 'processed before' }
      const done = { processed: true, type: taken.events[0]?.type ?? null, events: 0, outcome: '' }
      while (taken) {
        const { events }: TakenEvents = taken
        const outcome = await routeAll(services, taken).catch(async (error: unknown) => {
          const text = String((error as Error).message).slice(0, 300)
          await transactions.withSystem(purpose, (tx) => record(tx, events, { error: text }))
          throw error
        })
        done.events += events.length
        done.outcome = outcome
        taken = await transactions.withSystem(purpose, async (tx): Promise<TakenEvents | null> => {
          // sent together, and executed in this order; whoever stored one while this job ran may have counted on it
          const [, further] = await Promise.all([
            record(tx, events, { processed_at: clock.now(), outcome, error: null }),
            take(tx, eventId),
          ])
          return further
        })
      }
      return done
    },
  })
}

interface TakenEvent extends StoredEvent {
  account: string | null
  /** Of the sequence that numbers reads as well; null for events of before that. */
  arrivedNo: number | null
}

interface TakenEvents {
  events: TakenEvent[]
  clinic: ConnectedClinic | undefined
  /** The number of the read that the local copy of the object is of; null while there is none. */
  knownReadNo: number | null
}

/** The events that wait for the object of `eventId`, with their clinic and what is known of the object; null when there are none. */
async function take(tx: Tx, eventId: string): Promise<TakenEvents | null> {
  // one statement: each round trip counts when thousands of events arrive in a morning
  const { rows } = await sql<
    TakenEvent & { clinicId: string | null; timeZone: string | null; knownReadNo: number | null }
  >`
    with taken as (
      update app.webhook_events as e set attempts = e.attempts + 1
        from app.webhook_events as this
       where this.id = ${eventId}
         and e.account is not distinct from this.account
         and e.object_id is not distinct from this.object_id
         and e.processed_at is null
      returning e.id, e.type, e.account, e.object_id, e.arrived_no)
    select t.id, t.type, t.account, t.object_id as "objectId", t.arrived_no as "arrivedNo",
           c.id as "clinicId", c.time_zone as "timeZone",
           coalesce(i.read_no, p.read_no, r.read_no, s.read_no, u.read_no) as "knownReadNo"
      from taken t
      left join public.payout_accounts a on a.stripe_account = t.account
      left join public.clinics c on c.id = a.clinic_id
      left join public.invoices i on i.clinic_id = c.id and i.id = t.object_id
      left join public.payments p on p.clinic_id = c.id and p.id = t.object_id
      left join public.refunds r on r.clinic_id = c.id and r.id = t.object_id
      left join public.subscriptions s on s.clinic_id = c.id and s.stripe_subscription = t.object_id
      left join public.patient_customers u on u.clinic_id = c.id and u.stripe_customer = t.object_id`.execute(
    tx,
  )
  const [first] = rows
  if (!first) return null
  const { account, clinicId, timeZone } = first
  const clinic = account && clinicId && timeZone ? { clinicId, account, timeZone } : undefined
  const events = rows.map(({ id, type, objectId, arrivedNo }) => ({ id, type, account, objectId, arrivedNo }))
  return { events, clinic, knownReadNo: first.knownReadNo }
}

async function record(
  tx: Tx,
  events: TakenEvent[],
  set: { processed_at?: Date; outcome?: string; error: string | null },
): Promise<void> {
  const ids = events.map(({ id }) => id)
  await tx.updateTable('app.webhook_events').set(set).where('id', 'in', ids).execute()
}

/** One read for each thing that the events are about: events of one object differ at most in the kind of thing. */
async function routeAll(services: Services, { clinic, events, knownReadNo }: TakenEvents): Promise<string> {
  if (isAnswered(events, knownReadNo)) return 'read since'
  const bySubject = new Map(events.map((event) => [subjectOf(event), event]))
  const outcomes: string[] = []
  for (const event of bySubject.values()) outcomes.push(await route(services, event, clinic))
  return outcomes.join(', ')
}

/**
 * Whether the object was read at Stripe after all of these events had arrived, because of an event about another object: a
 * payment page is read with its subscription and invoice, an invoice with its charges.
 */
function isAnswered(events: TakenEvent[], knownReadNo: number | null): boolean {
  if (knownReadNo === null || events.some((event) => subjectOf(event) !== event.objectId)) return false
  return events.every(({ arrivedNo }) => arrivedNo !== null && arrivedNo < knownReadNo)
}

async function route(
  services: Services,
  event: TakenEvent,
  clinic: ConnectedClinic | undefined,
): Promise<string> {
  if (!event.account) return routePlatformEvent(services, event)
  return clinic ? routeClinicEvent(services, clinic, event) : 'unknown account'
}
