import { CompiledQuery, sql } from 'kysely'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import { jobSchema } from '../database/migrations.ts'
import { asSystem, onCommit, type Transactions, type Tx } from '../database/transactions.ts'
import type { Logger } from '../log.ts'

type BossDatabase = NonNullable<ConstructorOptions['db']>

/** What a job's handler returns: what it did, or that there was nothing to do. Logged; never health data. */
export type JobResult = Record<string, string | number | boolean | null>

/** One kind of background work. `data` carries ids only: the handler reads the state anew. */
export interface JobDefinition<Data extends object = object> {
  name: string
  /** Tries after the first one, with exponential back-off from `retryDelaySeconds`. */
  retryLimit?: number
  retryDelaySeconds?: number
  /** Standard cron line in UTC, real time: the handler decides by the product's clock what is due. */
  cron?: string
  run(data: Data): Promise<JobResult>
}

/** Typed identity: keeps `data`'s shape for the handler. */
export function defineJob<Data extends object>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition
}

export interface Jobs {
  /**
   * Queues a job in the caller's transaction: it exists if and only if the transaction commits.
   *
   * @param once while a job with this key waits, another is not added
   */
  enqueue(
    tx: Tx,
    name: string,
    data: object,
    options?: { once?: string; afterSeconds?: number },
  ): Promise<void>
  /** Runs everything that waits, in this process, until nothing is left. For tests and the development clock. */
  drain(): Promise<number>
}

/** The queue, before and after its start. */
export interface JobQueue extends Jobs {
  /**
   * Makes the queues known and, with `work`, begins to work jobs off.
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
          // policy 'short' keeps one waiting job a key; without a key each job is its own
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
          if (!definition) throw new Error(`a job waits in ${name}, which nobody works`)
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

/** Queues with a job that nobody has taken yet; pg-boss's own (`__pgboss__...`) work themselves. */
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
  // fills pg-boss's queue cache: a send inside a transaction must not open another one to look the queue up
  await boss.findJobs(definition.name, { id: crypto.randomUUID() })
}

function bossDatabase(database: Database, transactions: Transactions): BossDatabase {
  return {
    async executeSql(text, values) {
      // pg-boss's maintenance comes as whole `BEGIN; ... COMMIT;` scripts, which cannot be wrapped again
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
