import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { type ConnectedClinic, clinicOfAccount } from './connected-clinic.ts'
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
      let taken = await transactions.withSystem(purpose, (tx) => take(tx, eventId))
      if (!taken) return { processed: false, reason: 'processed before' }
      const done = { processed: true, type: taken.events[0]?.type ?? null, events: 0, outcome: '' }
      while (taken) {
        const { clinic, events } = taken
        const outcome = await routeAll(services, clinic, events).catch(async (error: unknown) => {
          const text = String((error as Error).message).slice(0, 300)
          await transactions.withSystem(purpose, (tx) => record(tx, events, { error: text }))
          throw error
        })
        done.events += events.length
        done.outcome = outcome
        taken = await transactions.withSystem(purpose, async (tx) => {
          await record(tx, events, { processed_at: clock.now(), outcome, error: null })
          // whoever stored one while this job ran may have counted on it
          return take(tx, eventId)
        })
      }
      return done
    },
  })
}

interface TakenEvent extends StoredEvent {
  account: string | null
  /** Of the sequence that numbers reads as well. */
  arrivedNo: number | null
}

/** The events that wait for the object of `eventId`; null when there are none. */
async function take(
  tx: Tx,
  eventId: string,
): Promise<{ events: TakenEvent[]; clinic: ConnectedClinic | undefined } | null> {
  const events = await tx
    .updateTable('app.webhook_events as e')
    .from('app.webhook_events as this')
    .set((row) => ({ attempts: row('e.attempts', '+', 1) }))
    .where('this.id', '=', eventId)
    .whereRef('e.account', 'is not distinct from', 'this.account')
    .whereRef('e.object_id', 'is not distinct from', 'this.object_id')
    .where('e.processed_at', 'is', null)
    .returning(['e.id', 'e.type', 'e.account', 'e.object_id as objectId', 'e.arrived_no as arrivedNo'])
    .execute()
  const [first] = events
  if (!first) return null
  return { events, clinic: first.account ? await clinicOfAccount(tx, first.account) : undefined }
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
async function routeAll(
  services: Services,
  clinic: ConnectedClinic | undefined,
  events: TakenEvent[],
): Promise<string> {
  if (clinic && (await isAnswered(services, clinic, events))) return 'read since'
  const bySubject = new Map(events.map((event) => [subjectOf(event), event]))
  const outcomes: string[] = []
  for (const event of bySubject.values()) outcomes.push(await route(services, event, clinic))
  return outcomes.join(', ')
}

/**
 * Whether the object was read at Stripe after all of these events had arrived, because of an event about another object: a
 * payment page is read with its subscription and invoice, an invoice with its charges.
 */
async function isAnswered(
  { transactions }: Services,
  { clinicId }: ConnectedClinic,
  events: TakenEvent[],
): Promise<boolean> {
  const [{ objectId } = { objectId: null }] = events
  const arrived = events.map(({ arrivedNo }) => arrivedNo)
  if (!objectId || arrived.includes(null) || events.some((event) => subjectOf(event) !== objectId))
    return false
  const kind = objectId.split('_')[0] ?? ''
  const readNoOf = readNumbers[kind]
  if (!readNoOf) return false
  const [known] = await transactions.withSystemStatement(purpose, {
    sql: readNoOf,
    params: [clinicId, objectId],
  })
  return known !== undefined && Number(known.read_no) > Math.max(...arrived.map(Number))
}

/** The number of the read that a local copy is of, by the kind of object. */
const readNumbers: Record<string, string> = {
  in: 'select read_no from public.invoices where clinic_id = $1 and id = $2',
  ch: 'select read_no from public.payments where clinic_id = $1 and id = $2',
  re: 'select read_no from public.refunds where clinic_id = $1 and id = $2',
  sub: 'select read_no from public.subscriptions where clinic_id = $1 and stripe_subscription = $2',
  cus: 'select read_no from public.patient_customers where clinic_id = $1 and stripe_customer = $2',
}

async function route(
  services: Services,
  event: TakenEvent,
  clinic: ConnectedClinic | undefined,
): Promise<string> {
  if (!event.account) return routePlatformEvent(services, event)
  return clinic ? routeClinicEvent(services, clinic, event) : 'unknown account'
}
