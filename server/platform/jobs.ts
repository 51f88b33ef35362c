import { CompiledQuery } from 'kysely'
import { type ConstructorOptions, PgBoss } from 'pg-boss'
import type { Database } from './database.ts'
import { asSystem, type Doors, onCommit, type Tx } from './doors.ts'
import type { Logger } from './log.ts'
import { jobSchema } from './migrations.ts'

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
  stop(): Promise<void>
}

/**
 * Starts the queue (pg-boss on the same database).
 *
 * @param work whether this process also works jobs off; a web-only process just adds them
 */
export async function startJobs(options: {
  database: Database
  doors: Doors
  log: Logger
  definitions: JobDefinition<never>[]
  work: boolean
}): Promise<Jobs> {
  const { database, doors, log, work } = options
  const definitions = options.definitions as unknown as JobDefinition[]
  const boss = new PgBoss({
    db: bossDatabase(database, doors),
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

  const workers = new Map<string, string>()
  for (const definition of definitions) {
    await boss.createQueue(definition.name, {
      retryLimit: definition.retryLimit ?? 5,
      retryDelay: definition.retryDelaySeconds ?? 5,
      retryBackoff: true,
      policy: 'short',
    })
    // fills pg-boss's queue cache: a send inside a door must not look the queue up through another door
    await boss.findJobs(definition.name, { id: crypto.randomUUID() })
  }
  const run = async (definition: JobDefinition, data: object): Promise<JobResult> => {
    const result = await definition.run(data)
    log.debug('job.done', { job: definition.name, ...result })
    return result
  }
  if (work) {
    for (const definition of definitions) {
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
  }

  return {
    async enqueue(tx, name, data, { once, afterSeconds } = {}) {
      if (!definitions.some((definition) => definition.name === name))
        throw new Error(`no job is called ${name}`)
      await asSystem(tx, async () => {
        await boss.send(name, data, {
          db: transactionDatabase(tx),
          // policy 'short' keeps one waiting job a key; without a key each job is its own
          singletonKey: once ?? crypto.randomUUID(),
          ...(afterSeconds ? { startAfter: afterSeconds } : {}),
        })
      })
      const worker = workers.get(name)
      if (worker) onCommit(tx, () => boss.notifyWorker(worker))
    },
    async drain() {
      let done = 0
      for (let found = true; found; ) {
        found = false
        for (const definition of definitions) {
          const jobs = await boss.fetch<object>(definition.name, { batchSize: 20, ignoreStartAfter: true })
          for (const job of jobs) {
            found = true
            try {
              await boss.complete(definition.name, job.id, await run(definition, job.data ?? {}))
              done++
            } catch (error) {
              await boss.fail(definition.name, job.id, { message: (error as Error).message })
              throw error
            }
          }
        }
      }
      return done
    },
    stop: () => boss.stop({ graceful: true, timeout: 8_000 }),
  }
}

function bossDatabase(database: Database, doors: Doors): BossDatabase {
  return {
    async executeSql(text, values) {
      // pg-boss's maintenance comes as whole `BEGIN; ... COMMIT;` scripts, which no door can wrap again
      if (/^\s*begin\b/i.test(text)) {
        await database.script(text.replace(/^\s*begin\s*;/i, "begin; select app.enter_system('jobs', null);"))
        return { rows: [] }
      }
      return doors.withSystem('jobs', (tx) => transactionDatabase(tx).executeSql(text, values))
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
