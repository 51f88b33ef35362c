import { CompiledQuery, sql } from 'kysely'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { jobSchema } from '../database/migrations.ts'
import { asSystem, onCommit, type Transactions, type Tx } from '../database/transactions.ts'
import type { Logger } from '../log.ts'

type BossDatabase = NonNullable<ConstructorOptions['db']>

/** What a job did, or that there was nothing to do. It is logged, so it never contains health data. */
export type JobResult = Record<string, string | number | boolean | null>

/** One kind of background work. `data` contains ids only: the handler reads the current state. */
export interface JobDefinition<Data extends object = object> {
  name: string
  /** Retries after the first attempt, with exponential back-off from `retryDelaySeconds`. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** A standard cron expression in UTC, in real time: the handler decides by the product's clock what is due. */
  cron?: string
  run(data: Data): Promise<JobResult>
}

/** Infers the type of `data` for the handler. */
export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition
}

export interface Jobs {
  /**
   * Queues a job in the caller's transaction: it exists if and only if the transaction commits.
   *
   * @param once a key: while a job with it waits, no other is added
   */
  enqueue(
    tx: Tx,
    name: string,
    data: object,
    options?: { once?: string; afterSeconds?: number },
  ): Promise<void>
  /** Runs all waiting jobs in this process until none is left; returns how many. For tests and the development clock. */
  drain(): Promise<number>
}

/** The queue, before and after its start. */
export interface JobQueue extends Jobs {
  /**
   * Creates the queues and, with `work`, starts to process jobs.
   *
   * @param work false in a process that only adds jobs
   */
  start(definitions: JobDefinition<never>[], options: { work: boolean }): Promise<void>
  stop(): Promise<void>
}

/** The job queue: pg-boss on the same database. It adds nothing before `start`. */
export function createJobs(options: {
  database: Database
  transactions: Transactions
  log: Logger
}): JobQueue {
  const { database, transactions, log } = options
  const definitions = new Map<string, JobDefinition>()
  const workers = new Map<string, string>()
  let boss: PgBoss | undefined
  const started = () => {
    if (!boss) throw new Error('the job queue has not been started')
    return boss
  }

  const run = async (definition: JobDefinition, data: object): Promise<JobResult> => {
    const result = await definition.run(data)
    log.debug('job.done', { job: definition.name, ...result })
    return result
  }

  return {
    async start(given, { work }) {
      boss = new PgBoss({
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
      await boss.start()
      for (const definition of given as unknown as JobDefinition[]) {
        definitions.set(definition.name, definition)
        await makeQueue(boss, definition)
      }
      if (!work) return
      for (const definition of definitions.values()) {
        const id = await boss.work(definition.name, { pollingIntervalSeconds: 2 }, async ([job]) => {
          try {
            return await run(definition, (job?.data as object) ?? {})
          } catch (error) {
            log.error('job.failed', { job: definition.name, error })
            throw error
          }
        })
        workers.set(definition.name, id)
        if (definition.cron) await boss.schedule(definition.name, definition.cron)
      }
    },

    async enqueue(tx, name, data, { once, afterSeconds } = {}) {
      if (!definitions.has(name)) throw new Error(`no job is called ${name}`)
      await asSystem(tx, async () => {
        await started().send(name, data, {
          db: transactionDatabase(tx),
          // policy 'short' allows one waiting job per key; without a key each job gets its own
          singletonKey: once ?? crypto.randomUUID(),
          ...(afterSeconds ? { startAfter: afterSeconds } : {}),
        })
      })
      const worker = workers.get(name)
      if (worker) onCommit(tx, () => started().notifyWorker(worker))
    },

    async drain() {
      let done = 0
      for (;;) {
        const waiting = await waitingQueues(transactions)
        if (!waiting.length) return done
        for (const name of waiting) {
          const definition = definitions.get(name)
          if (!definition) throw new Error(`a job waits in ${name}, which has no handler`)
          for (const job of await started().fetch<object>(name, { batchSize: 20, ignoreStartAfter: true })) {
            try {
              await started().complete(name, job.id, await run(definition, job.data ?? {}))
              done++
            } catch (error) {
              await started().fail(name, job.id, { message: (error as Error).message })
              throw error
            }
          }
        }
      }
    },

    async stop() {
      await boss?.stop({ graceful: true, timeout: 8_000 })
    },
  }
}

/** Queues with a waiting job, except pg-boss's own (`__pgboss__...`), which it processes itself. */
function waitingQueues(transactions: Transactions): Promise<string[]> {
  return transactions.withSystem('jobs', async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select distinct name from ${sql.table(`${jobSchema}.job`)}
       where state in ('created', 'retry') and name not like '\\_\\_pgboss%'`.execute(tx)
    return rows.map((row) => row.name)
  })
}

async function makeQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  await boss.createQueue(definition.name, {
    retryLimit: definition.retryLimit ?? 5,
    retryDelay: definition.retryDelaySeconds ?? 5,
    retryBackoff: true,
    policy: 'short',
  })
  // fills pg-boss's queue cache: a send within a transaction must not open another one to look up the queue
  await boss.findJobs(definition.name, { id: crypto.randomUUID() })
}

function bossDatabase(database: Database, transactions: Transactions): BossDatabase {
  return {
    async executeSql(text, values) {
      // pg-boss's maintenance runs whole `BEGIN; ... COMMIT;` scripts, which cannot be wrapped in a transaction
      if (/^\s*begin\b/i.test(text)) {
        await database.script(text.replace(/^\s*begin\s*;/i, "begin; select app.enter_system('jobs', null);"))
        return { rows: [] }
      }
      return transactions.withSystem('jobs', (tx) => transactionDatabase(tx).executeSql(text, values))
    },
  }
}

function transactionDatabase(tx: Tx): BossDatabase {
  return {
    async executeSql(text, values) {
      const result = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values ?? []))
      return { rows: [...result.rows] }
    },
  }
}
