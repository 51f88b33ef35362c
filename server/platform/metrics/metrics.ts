import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { DropReason } from '../csp-reports/csp-reports.ts'
import type { Violation } from '../csp-reports/violations.ts'
import type { Database } from '../database/database.ts'
import { type JobRun, jobRuns } from '../jobs/job-runs.ts'
import type { Logger } from '../log.ts'
import { type RoundTrip, roundTrips } from '../round-trips.ts'

/** `route` is a route's pattern or an action's name, never the caller's path. */
export interface AnsweredRequest {
  route: string
  method: string
  status: number
  ms: number
}

/** Labels are constants from the code: no clinic, user or address. */
export interface Metrics {
  answered(request: AnsweredRequest): void
  /** A request refused before its route was known. @param protocol the first segment of its path */
  refused(protocol: string, status: 429 | 503): void
  violated(violation: Pick<Violation, 'directive' | 'blocked' | 'cause'>): void
  reportDropped(reason: DropReason): void
  text(): Promise<string>
  contentType: string
  close(): void
}

export interface MetricsOptions {
  /** One for each node. */
  databases(): readonly Pick<Database, 'pool' | 'connections'>[]
  log: Logger
  readBacklog(): Promise<Backlog>
}

/** Of all clinics together. */
export interface Backlog {
  jobs: { queue: string; state: 'waiting' | 'running' | 'failed'; count: number }[]
  mails: { channel: string; status: string; count: number }[]
  oldestMailSeconds: number
  webhooks: number
  oldestWebhookSeconds: number
  /** Clinics with a month that was due hours ago and is still open. */
  overdueMonths: number
  /** Running plans whose paid period is over, with no sign of a next one (docs/domain-rules.md complaint 24). */
  plansWithoutPeriod: number
  /** Cancellations and changes of plans that Stripe has not confirmed for a day (docs/decisions/0153). */
  unconfirmedPlans: number
  /** Per table partitioned by month: rows for which no month was created (docs/decisions/0117). */
  outsideMonths: { name: string; rows: number }[]
}

const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]
/** A mail takes milliseconds, a clinic's month seconds, a night's sweep of all clinics hours. */
const jobBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 10_800]
const roundTripBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]

/** Callers choose methods, so those without a route share a label. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

export const knownMethod = (method: string) => (methods.has(method) ? method : 'other')

export function createMetrics(options: MetricsOptions): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'carefold_request_seconds',
    help: 'Time until a request was answered, by route, method and class of status (2xx, 4xx, ...)',
    labelNames: ['route', 'method', 'class'],
    buckets: requestBuckets,
    registers,
  })
  const refusals = new Counter({
    name: 'carefold_requests_refused_total',
    help: 'Requests refused before their route was known, by protocol and status: 503 because there was too much to do, 429 because the caller was beyond their budget; not among carefold_request_seconds',
    labelNames: ['protocol', 'status'],
    registers,
  })
  const violations = new Counter({
    name: 'carefold_csp_violations_total',
    help: "Violations of pages' content security policy that browsers reported, by directive, what was blocked (inline, eval, origin, ...), and cause (page, extension)",
    labelNames: ['directive', 'blocked', 'cause'],
    registers,
  })
  const droppedReports = new Counter({
    name: 'carefold_csp_reports_dropped_total',
    help: 'Requests with such reports that were not read: too many from one address (limited), or too long or no report (unreadable)',
    labelNames: ['reason'],
    registers,
  })
  const statements = new Counter({
    name: 'carefold_database_statements_total',
    help: 'Statements sent to the database',
    registers,
  })
  const trips = new Histogram({
    name: 'carefold_database_round_trip_seconds',
    help: 'Time until the database answered statements that were sent together',
    buckets: roundTripBuckets,
    registers,
  })
  const jobs = new Histogram({
    name: 'carefold_job_seconds',
    help: 'Time of an attempt at a job, by kind and outcome (done, failed); closing a month of a clinic is statements.close-clinic',
    labelNames: ['job', 'outcome'],
    buckets: jobBuckets,
    registers,
  })
  addPool(options, registry)
  const readWaiting = addBacklog(options, registry)

  const onRoundTrip = (message: unknown) => {
    const trip = message as RoundTrip
    statements.inc(trip.statements)
    trips.observe(trip.ms / 1_000)
  }
  const onJobRun = (message: unknown) => {
    const { job, ms, isFailed } = message as JobRun
    jobs.observe({ job, outcome: isFailed ? 'failed' : 'done' }, ms / 1_000)
  }
  roundTrips.subscribe(onRoundTrip)
  jobRuns.subscribe(onJobRun)
  return {
    answered({ route, method, status, ms }) {
      requests.observe(
        { route, method: knownMethod(method), class: `${Math.floor(status / 100)}xx` },
        ms / 1_000,
      )
    },
    refused: (protocol, status) => refusals.inc({ protocol, status }),
    violated: ({ directive, blocked, cause }) => violations.inc({ directive, blocked, cause }),
    reportDropped: (reason) => droppedReports.inc({ reason }),
    async text() {
      await readWaiting()
      return registry.metrics()
    },
    contentType: registry.contentType,
    close() {
      roundTrips.unsubscribe(onRoundTrip)
      jobRuns.unsubscribe(onJobRun)
    },
  }
}

function addPool({ databases }: MetricsOptions, registry: Registry): void {
  const sum = (of: (database: Pick<Database, 'pool' | 'connections'>) => number) =>
    databases().reduce((total, database) => total + of(database), 0)
  const inState = new Gauge({
    name: 'carefold_database_connections',
    help: 'Connections of the pool, of all nodes: open, idle, and requests waiting for one; the embedded database has one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      inState.set(
        { state: 'open' },
        sum(({ pool }) => pool.totalCount),
      )
      inState.set(
        { state: 'idle' },
        sum(({ pool }) => pool.idleCount),
      )
      inState.set(
        { state: 'waiting' },
        sum(({ pool }) => pool.waitingCount),
      )
    },
  })
  const limit: Gauge = new Gauge({
    name: 'carefold_database_connections_limit',
    help: 'Connections that the pool may open',
    registers: [registry],
    collect: () => limit.set(sum(({ connections }) => connections)),
  })
}

/** @returns reads the backlog; call it before the registry, which collects all values at once */
function addBacklog({ log, readBacklog }: MetricsOptions, registry: Registry): () => Promise<void> {
  const registers = [registry]
  const jobs = new Gauge({
    name: 'carefold_jobs',
    help: 'Jobs by queue and state: waiting, running, or failed after their last attempt',
    labelNames: ['queue', 'state'],
    registers,
  })
  const mails = new Gauge({
    name: 'carefold_mails',
    help: 'Messages not yet sent, by channel (mail, sms) and status (queued, failed)',
    labelNames: ['channel', 'status'],
    registers,
  })
  const oldestMail = new Gauge({
    name: 'carefold_mail_oldest_seconds',
    help: 'Age of the oldest message that is not sent; 0 when none waits',
    registers,
  })
  const webhooks = new Gauge({
    name: 'carefold_webhooks_waiting',
    help: 'Stripe events received and not processed',
    registers,
  })
  const oldestWebhook = new Gauge({
    name: 'carefold_webhook_oldest_seconds',
    help: 'Age of the oldest Stripe event that is not processed; 0 when none waits',
    registers,
  })
  const overdueMonths = new Gauge({
    name: 'carefold_month_closes_overdue',
    help: 'Clinics whose last month should have been closed three hours ago and is not',
    registers,
  })
  const plansWithoutPeriod = new Gauge({
    name: 'carefold_plans_without_period',
    help: 'Plans that run and whose paid period ended a day and a half ago, without a next one: nobody charges them',
    registers,
  })
  const unconfirmedPlans = new Gauge({
    name: 'carefold_plans_unconfirmed',
    help: 'Cancellations and changes of plans that Stripe has not confirmed for a day: their payers may still be charged',
    registers,
  })
  const outsideMonths = new Gauge({
    name: 'carefold_rows_outside_months',
    help: 'Rows of tables partitioned by month for whose month no partition was made; 0 while the nightly job runs',
    labelNames: ['table'],
    registers,
  })
  const isRead = new Gauge({
    name: 'carefold_backlog_read',
    help: '1 when jobs, mails, webhooks and month closes could be read for this answer; otherwise they are absent',
    registers,
  })
  return async () => {
    const backlog = await readBacklog().catch((error: unknown) => {
      log.error('metrics.backlog_unreadable', { error })
      return null
    })
    // synchronous from here on, because another scrape may run meanwhile
    for (const gauge of [jobs, mails, outsideMonths]) gauge.reset()
    isRead.set(backlog ? 1 : 0)
    oldestMail.set(backlog?.oldestMailSeconds ?? Number.NaN)
    webhooks.set(backlog?.webhooks ?? Number.NaN)
    oldestWebhook.set(backlog?.oldestWebhookSeconds ?? Number.NaN)
    overdueMonths.set(backlog?.overdueMonths ?? Number.NaN)
    plansWithoutPeriod.set(backlog?.plansWithoutPeriod ?? Number.NaN)
    unconfirmedPlans.set(backlog?.unconfirmedPlans ?? Number.NaN)
    if (!backlog) return
    for (const { queue, state, count } of backlog.jobs) jobs.set({ queue, state }, count)
    for (const { channel, status, count } of backlog.mails) mails.set({ channel, status }, count)
    for (const { name, rows } of backlog.outsideMonths) outsideMonths.set({ table: name }, rows)
  }
}
