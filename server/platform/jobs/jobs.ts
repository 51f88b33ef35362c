import { sql } from 'kysely'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import { createAnnouncer } from '../database/announcements.ts'
import type { Database } from '../database/database.ts'
import { jobSchema } from '../database/migrations.ts'
import { asSystem, onCommit, type Transactions, type Tx } from '../database/transactions.ts'
import { type Logger, wordsOf } from '../log.ts'
import { withoutDeadline } from '../stripe/deadline.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { createJobDrain } from './job-drain.ts'
import { type JobRun, jobRuns } from './job-runs.ts'
import { createOutbox } from './outbox.ts'
import { bossDatabase, transactionDatabase } from './queue-database.ts'
import { type JobOutcome, type QueueWorker, startQueueWorker } from './queue-worker.ts'
import { waitingQueues } from './waiting-jobs.ts'

/** Logged, so it never contains health data. */
export type JobResult = Record<string, string | number | boolean | null>

/** `data` contains ids only: the handler reads the current state. */
export interface JobDefinition<Data extends object = object> {
  name: string
  /** Retries after the first attempt, with exponential back-off from `retryDelaySeconds`. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** Per process; default 1. */
  concurrency?: number
  /** In UTC and real time: the handler decides by the product's clock what is due. */
  cron?: string
  run(data: Data): Promise<JobResult>
  /** After the last attempt has failed: shows the failure to those who wait for the result. */
  giveUp?(data: Data): Promise<void>
}

/** Stored with the job for the operator: ids and amounts, no user's text. */
export class JobFailure extends Error {
  override name = 'JobFailure'
  readonly facts: JobResult

  constructor(message: string, facts: JobResult) {
    super(message)
    this.facts = facts
  }
}

export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition
}

export interface Jobs {
  /**
   * Queues a job in the caller's transaction.
   * @param once a key: while a job with it waits, no other is added
   */
  enqueue(
    tx: Tx,
    name: string,
    data: object,
    options?: { once?: string; afterSeconds?: number },
  ): Promise<void>
  /** For a committed statement that inserted a job itself. */
  wake(name: string): void
  /**
   * Lets a job run again after its last attempt has failed.
   * @returns its kind; null unless it has failed
   */
  retry(tx: Tx, jobId: string): Promise<string | null>
  /**
   * Runs every waiting job, even delayed ones: for tests and the development clock. Failed jobs are retried later as usual.
   * @returns how many succeeded
   * @throws JobsFailed after all others have run
   */
  drain(): Promise<number>
}

export interface JobQueue extends Jobs {
  /** @param work false in a process that only adds jobs */
  start(definitions: JobDefinition<never>[], options: { work: boolean }): Promise<void>
  stop(): Promise<void>
}

type QueuedJob = JobWithMetadata<object>

/** The message is a queue's name, or a clinic whose outbox has rows. */
const wakeChannel = 'carefold_jobs'

const outboxOf = (clinicId: string) => `outbox ${clinicId}`

const traceKey = 'traceparent'

/** Polls for work without a wake-up: rows of the outbox and jobs of other sessions, cron, retries, delayed jobs. */
const usualPollMs = 2_000

/** Accepts no jobs before `start`. */
export function createJobs(options: {
  database: Database
  transactions: Transactions
  log: Logger
  pollMs?: number
  tracing?: Pick<Tracing, 'start' | 'traceparent'> | undefined
}): JobQueue {
  const { database, transactions, log, pollMs = usualPollMs, tracing } = options
  const definitions = new Map<string, JobDefinition>()
  const workers = new Map<string, QueueWorker>()
  const stops: (() => unknown)[] = []
  let boss: PgBoss | undefined
  const started = () => {
    if (!boss) throw new Error('the job queue has not been started')
    return boss
  }

  const run = async (name: string, job: QueuedJob): Promise<JobOutcome<QueuedJob>> => {
    const { [traceKey]: parent, ...data } = (job.data ?? {}) as Record<string, unknown>
    const work = async () => {
      const since = performance.now()
      const outcome = await runOne(name, { ...job, data })
      const ms = performance.now() - since
      jobRuns.publish({ job: name, ms, isFailed: 'error' in outcome } satisfies JobRun)
      return outcome
    }
    if (!tracing) return work()
    const span = tracing.start('job', typeof parent === 'string' ? parent : null)
    const outcome = await span.run(work)
    span.end(`job ${name}`, { 'messaging.destination.name': name }, 'error' in outcome)
    return outcome
  }

  const runOne = async (name: string, job: QueuedJob): Promise<JobOutcome<QueuedJob>> => {
    try {
      const definition = definitions.get(name)
      if (!definition) throw new Error(`a job waits in ${name}, which has no handler`)
      log.debug('job.done', { job: name, ...(await withoutDeadline(() => definition.run(job.data))) })
      return { job }
    } catch (error) {
      log.error('job.failed', { job: name, error })
      drain.note({ job: name, error })
      if (job.retryCount >= job.retryLimit) await giveUp(definitions.get(name), job.data, log)
      return { job, error }
    }
  }

  const settle = (name: string, outcomes: JobOutcome<QueuedJob>[]) => settleIn(started(), name, outcomes)

  const drain = createJobDrain({
    transactions,
    workers,
    outbox: { idle: () => outbox.idle(), drain: (clinicIds) => outbox.drain(clinicIds) },
    fetch: (name) => started().fetch<object>(name, { batchSize: 20, includeMetadata: true }),
    run,
    settle,
  })

  const startWorker = ({ name, concurrency = 1 }: JobDefinition): QueueWorker =>
    startQueueWorker<QueuedJob>({
      concurrency,
      fetch: (batchSize) => started().fetch<object>(name, { batchSize, includeMetadata: true }),
      run: (job) => run(name, job),
      settle: (outcomes) => settle(name, outcomes),
      onQueueError: (error) => log.error('jobs.queue_error', { job: name, error }),
    })

  const poll = async () => {
    try {
      await outbox.poll()
      for (const name of await waitingQueues(transactions, [...workers.keys()])) workers.get(name)?.wake()
    } catch (error) {
      log.error('jobs.queue_error', { error })
    }
  }

  const wakeOthers = createAnnouncer(database.pool, wakeChannel, (statement) =>
    transactions.withSystemStatement('jobs', statement),
  )
  const wake = (name: string) => {
    const worker = workers.get(name)
    if (worker) worker.wake()
    // no worker in this process
    else if (database.engine === 'postgres') wakeOthers([name])
  }
  const outbox = createOutbox({ transactions, log, wakeQueue: wake })
  const wakeOutbox = (clinicIds: readonly string[]) => {
    if (workers.size > 0) outbox.wake(clinicIds)
    else if (database.engine === 'postgres') wakeOthers(clinicIds.map(outboxOf))
  }
  const woken = (message: string) => {
    const [first, clinicId] = message.split(' ')
    if (clinicId !== undefined) outbox.wake([clinicId])
    else if (first) workers.get(first)?.wake()
    else void poll()
  }

  return {
    async start(given, { work }) {
      boss = createBoss(database, transactions, log, work)
      await boss.start()
      for (const definition of given as unknown as JobDefinition[]) {
        definitions.set(definition.name, definition)
        await makeQueue(boss, definition)
      }
      stops.push(transactions.onOutbox(wakeOutbox))
      if (!work) return
      for (const definition of definitions.values()) {
        workers.set(definition.name, startWorker(definition))
        if (definition.cron) await boss.schedule(definition.name, definition.cron)
      }
      if (database.engine === 'postgres') stops.push(await database.listen(wakeChannel, woken))
      stops.push(repeat(poll, pollMs))
    },

    async enqueue(tx, name, data, { once, afterSeconds } = {}) {
      if (!definitions.has(name)) throw new Error(`no job is called ${name}`)
      const parent = tracing?.traceparent()
      await asSystem(tx, async () => {
        await started().send(name, parent ? { ...data, [traceKey]: parent } : data, {
          db: transactionDatabase(tx),
          // policy 'short' allows one waiting job per key; without a key each job gets its own
          singletonKey: once ?? crypto.randomUUID(),
          ...(afterSeconds ? { startAfter: afterSeconds } : {}),
        })
      })
      onCommit(tx, () => wake(name))
    },

    async retry(tx, jobId) {
      const { rows } = await asSystem(tx, () =>
        sql<{ name: string }>`
          update ${sql.table(`${jobSchema}.job`)}
             set state = 'retry', retry_limit = retry_limit + 1, start_after = now(), completed_on = null
           where id = ${jobId} and state = 'failed' and name not like '\\_\\_pgboss%'
          returning name`.execute(tx),
      )
      const name = rows[0]?.name ?? null
      const worker = name === null ? undefined : workers.get(name)
      if (worker) onCommit(tx, () => worker.wake())
      return name
    },

    wake,

    drain: drain.drain,

    async stop() {
      for (const stop of stops) await stop()
      const running = Promise.all([outbox, ...workers.values()].map((worker) => worker.stop()))
      await Promise.race([running, new Promise((resolve) => setTimeout(resolve, stopMs).unref())])
      await boss?.stop({ graceful: true, timeout: 1_000 })
    },
  }
}

async function settleIn(boss: PgBoss, name: string, outcomes: JobOutcome<QueuedJob>[]): Promise<void> {
  const done = outcomes.filter((outcome) => !('error' in outcome)).map(({ job }) => job.id)
  if (done.length > 0) await boss.complete(name, done)
  for (const outcome of outcomes)
    if ('error' in outcome) {
      const { error, job } = outcome
      const facts = error instanceof JobFailure ? { facts: error.facts } : {}
      await boss.fail(name, job.id, { message: wordsOf(error), ...facts })
    }
}

async function giveUp(definition: JobDefinition | undefined, data: object, log: Logger): Promise<void> {
  try {
    await definition?.giveUp?.(data)
  } catch (error) {
    log.error('job.give_up_failed', { job: definition?.name ?? null, error })
  }
}

const stopMs = 8_000

/** @returns a function that stops it */
function repeat(work: () => Promise<void>, everyMs: number): () => void {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    if (!isStopped) timer = setTimeout(() => void work().finally(next), everyMs)
  }
  next()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

function createBoss(database: Database, transactions: Transactions, log: Logger, work: boolean): PgBoss {
  const boss = new PgBoss({
    db: bossDatabase(database, transactions),
    backend: database.engine,
    schema: jobSchema,
    // installed by the migrations, since this role may not create tables
    migrate: false,
    createSchema: false,
    supervise: work,
    schedule: work,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.error('jobs.queue_error', { error }))
  return boss
}

async function makeQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  await boss.createQueue(definition.name, {
    retryLimit: definition.retryLimit ?? 5,
    retryDelay: definition.retryDelaySeconds ?? 5,
    retryBackoff: true,
    policy: 'short',
  })
  // fills pg-boss's cache: a send within a transaction must not open another one to find the queue
  await boss.findJobs(definition.name, { id: crypto.randomUUID() })
}
