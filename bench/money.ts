import { parseArgs } from 'node:util'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { type RoundTrip, roundTrips } from '#server/platform/round-trips.ts'
import { agreement } from '#testing/money/agreement.ts'
import { openTestPayments, type TestPayments } from '#testing/money/payments.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { cpuSecondsOf } from './machine/cpu-time.ts'
import { type Engine, openEngine } from './money/engines.ts'
import { closeMonthOf, plantPayments } from './money/months.ts'
import { median, table } from './report/ratios.ts'

/** Minimum webhooks a second (docs/performance.md 3). */
const goals: Record<Engine, number> = { postgres: 200, embedded: 60 }

/** Maximum time to close a month of 1,000 clinics with 100 members each. */
const closeGoalSeconds = 60

const membersPerClinic = 20

/** Concurrent webhooks from Stripe. */
const senders = 16

/**
 * `npm run bench -- money`: webhooks received and processed per second, the time of a single event, both also among
 * other clinics with payments, and the time to close a month.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      events: { type: 'string', default: '10000' },
      'events-among': { type: 'string', default: '2500' },
      singles: { type: 'string', default: '40' },
      engines: { type: 'string', default: 'postgres,embedded' },
      // Other clinics while events arrive, and for the close of a month; empty: none.
      clinics: { type: 'string', default: '100,1000' },
      // Of another Postgres than the one from npm.
      binaries: { type: 'string' },
    },
  })
  for (const engine of flags.engines.split(',') as Engine[]) {
    if (Number(flags.events) > 0) await measureEvents(engine, { ...flags, among: 0 })
    if (Number(flags['events-among']) > 0)
      for (const among of sizesOf(flags))
        await measureEvents(engine, { ...flags, events: flags['events-among'], among })
    await measureMonths(engine, flags)
  }
}

const sizesOf = ({ clinics }: { clinics: string }) => clinics.split(',').filter(Boolean).map(Number)

async function measureMonths(engine: Engine, flags: { clinics: string; binaries?: string }): Promise<void> {
  const sizes = sizesOf(flags)
  if (sizes.length === 0) return
  const rows = [['engine', 'clinics', 'seconds', 'goal', 'ms each', 'memory before, MB', 'most, MB']]
  for (const size of sizes) {
    const { clinics, seconds: took, memoryMb } = await closeMonthOf(engine, size, flags.binaries)
    rows.push([
      engine,
      String(clinics),
      took.toFixed(1),
      `${((closeGoalSeconds * clinics) / 1_000).toFixed(0)}`,
      ((took / clinics) * 1_000).toFixed(1),
      memoryMb.before.toFixed(0),
      memoryMb.most.toFixed(0),
    ])
  }
  process.stdout.write(`${table(rows)}\n\n`)
}

async function measureEvents(
  engine: Engine,
  flags: { events: string; singles: string; binaries?: string; among: number },
): Promise<void> {
  const { openDatabase, cpuSeconds, close } = await openEngine(engine, flags.binaries)
  const test = await openTestPayments({ openDatabase, work: true })
  try {
    if (flags.among > 0) {
      for (let n = 0; n < flags.among; n += 1) await test.aSellingClinic()
      await plantPayments(test)
    }
    const events = await joinsUnheardOf(test, Number(flags.events))
    const cpuBefore = [cpuSecondsOf(process.pid), cpuSeconds()]
    const trips = countTrips()
    const rate = await processAll(test, events)
    trips.stop()
    const cpuMs = [cpuSecondsOf(process.pid), cpuSeconds()].map(
      (after, n) => ((after - (cpuBefore[n] ?? 0)) / events.length) * 1_000,
    )
    const singles = await oneByOne(test, events, Number(flags.singles))
    const rows = [
      [
        'engine',
        'among clinics',
        'events',
        'a second',
        'goal',
        'CPU ms each',
        'of the database',
        'round trips',
        'statements',
        'single event, median ms',
        'longest ms',
      ],
      [
        engine,
        String(flags.among),
        String(events.length),
        rate.toFixed(0),
        String(goals[engine]),
        ...cpuMs.map((ms) => ms.toFixed(1)),
        ...[trips.count, trips.statements].map((count) => (count / events.length).toFixed(1)),
        median(singles).toFixed(0),
        Math.max(...singles).toFixed(0),
      ],
    ]
    process.stdout.write(`${table(rows)}\n\n`)
  } finally {
    await test.close()
    await close()
  }
}

function countTrips(): { count: number; statements: number; stop(): void } {
  const counted = { count: 0, statements: 0, stop: () => roundTrips.unsubscribe(note) }
  const note = (message: unknown) => {
    counted.count += 1
    counted.statements += (message as RoundTrip).statements
  }
  roundTrips.subscribe(note)
  return counted
}

interface Event {
  id: string
  body: string
}

/** Members join until Stripe has created this many events, all undelivered. */
async function joinsUnheardOf(test: TestPayments, count: number): Promise<Event[]> {
  const found: Event[] = []
  while (found.length < count) {
    const clinic = await test.aSellingClinic()
    const plan = await test.aPublishedPlan(clinic)
    for (let n = 0; n < membersPerClinic; n += 1) {
      const patient = await aPatient(test.db, clinic)
      const input = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
      await test.pay((await test.call(joinPlan, patient.caller(), input)).url)
    }
    const events = test.client.events.list({ limit: 100 }, { stripeAccount: clinic.account })
    for await (const event of events) {
      const body = JSON.stringify({ ...event, account: clinic.account })
      found.push({ id: event.id, body })
    }
  }
  const spread = found.map((event, index) => ({ event, at: (index * 7_919) % found.length }))
  return spread
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ event }) => event)
}

/** @returns events a second, from the first arrival to the last one processed */
async function processAll(test: TestPayments, events: Event[]): Promise<number> {
  const since = performance.now()
  const waiting = [...events]
  const send = async () => {
    for (let event = waiting.pop(); event; event = waiting.pop()) await post(test, event.body)
  }
  await Promise.all(Array.from({ length: senders }, send))
  const received = performance.now()
  while ((await unprocessed(test)) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const done = performance.now()
  process.stdout.write(
    `received in ${seconds(received - since)}, all processed ${seconds(done - received)} later\n`,
  )
  return (events.length / (done - since)) * 1_000
}

/** Events that arrive without other load. @returns milliseconds to process each */
async function oneByOne(test: TestPayments, events: Event[], count: number): Promise<number[]> {
  const took: number[] = []
  for (const { id, body } of events.slice(0, count)) {
    const since = performance.now()
    await post(test, body.replaceAll(id, `${id}again`))
    while ((await unprocessed(test)) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    took.push(performance.now() - since)
  }
  return took
}

async function post(test: TestPayments, body: string): Promise<void> {
  const answer = await test.hook('connect', body, test.sign('connect', body))
  if (answer.status !== 200) throw new Error(`an event was answered with ${answer.status}`)
}

async function unprocessed(test: TestPayments): Promise<number> {
  const row = await test.services.transactions.withSystem('bench', (tx) =>
    tx
      .selectFrom('app.webhook_events')
      .select((events) => events.fn.countAll<number>().as('count'))
      .where('processed_at', 'is', null)
      .executeTakeFirstOrThrow(),
  )
  return Number(row.count)
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
