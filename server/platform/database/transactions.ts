import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.generated.ts'
import { AppError } from '#domain/errors.ts'
import type { CallerLimits } from '../limits/caller-limits.ts'
import type { OverloadGuard } from '../limits/overload.ts'
import { createWritePlaces } from '../limits/write-places.ts'
import {
  type AfterStatement,
  type Entry,
  type Reported,
  runEnteredStatement,
  runEnteredTransaction,
  type SingleStatement,
} from '../pipeline/entered-transaction.ts'
import type { TextRow, TextStatement } from '../pipeline/pipeline.ts'
import { createAnnouncer, liveChannel } from './announcements.ts'
import type { Database } from './database.ts'
import { demoRefusal, isDemoRequest } from './demo-request.ts'
import {
  type Actor,
  actorOf,
  type Caller,
  clinicIdOf,
  enterParams,
  enterSql,
  type GuardianAccess,
  problemOf,
} from './entered-actor.ts'
import { isOfReplica, type Replica } from './replica.ts'

/** Acts as exactly one role. Never open another while it is open. */
export type Tx = Transaction<DB>

export type { Actor, Caller, GuardianAccess }

export interface TransactionLimits {
  readOnly?: boolean
  /** Allows answers from a replica, up to a second old (docs/decisions/0088). Implies `readOnly`. */
  mayBeOld?: boolean
  /**
   * Commits without waiting for the disk: a crash of Postgres may lose the commit, a crash of this server cannot. Ignored by
   * the embedded database.
   */
  asyncCommit?: boolean
  /** Per statement. The embedded database is restarted when one takes longer. */
  timeoutMs?: number
  /** Of printed instants, UTC by default; an unknown one is refused (22023). */
  timezone?: string
  /**
   * The clinic whose id the statement names; null: none.
   * @throws OtherClinicError if the transaction entered another, before anything is committed that changes rows
   */
  clinicId?: string | null
}

/** The clinic's address meanwhile leads to another clinic, or to none. */
export class OtherClinicError extends Error {
  readonly clinicId: string | null

  constructor(clinicId: string | null) {
    super('the address leads to another clinic')
    this.clinicId = clinicId
  }
}

export interface SystemCaller {
  /** Of the request that caused the server's own transaction, for the audit trail. */
  requestId?: string
  address?: string | null
  /** The only clinic whose rows the transaction reads and changes: a distributed database enters at its node. */
  clinicId?: string
}

/** The only access to Postgres: as a caller, or as the server. */
export interface Transactions {
  /** @throws AppError `rate_limited` when the caller's budget is used up */
  admit(caller: Caller): void
  /**
   * Takes units in advance: all or none.
   * @throws AppError `rate_limited`
   */
  prepay(caller: Pick<Caller, 'userId' | 'address' | 'clinic'>, units: number): void
  /**
   * Runs `work` in one transaction with exactly the caller's rights.
   * @throws AppError `session_ended` when the session is over, or the user is deleted or banned
   */
  withActor<T>(
    caller: Caller,
    work: (tx: Tx, actor: Actor) => Promise<T>,
    limits?: TransactionLimits,
  ): Promise<T>
  /**
   * Runs one statement in a separate transaction, then `after` with its rows before the commit; an error in `after` rolls it
   * back.
   * @param limits `isFinal`: no decision follows the statement, so it may be committed with it
   * @throws AppError `session_ended` as `withActor` does
   */
  withStatement<T>(
    caller: Caller,
    statement: TextStatement,
    after: AfterStatement<T>,
    limits?: TransactionLimits & { isFinal?: boolean },
  ): Promise<T>
  /** Runs `work` as the server itself. `purpose` goes to the audit trail: `sign-in`, `job:send-mail`, ... */
  withSystem<T>(purpose: string, work: (tx: Tx) => Promise<T>, caller?: SystemCaller): Promise<T>
  /** Runs one statement as the server in a separate transaction. */
  withSystemStatement(
    purpose: string,
    statement: TextStatement,
    caller?: SystemCaller,
  ): Promise<Record<string, unknown>[]>
  /**
   * Calls `wake` after each commit that has left rows in the outboxes of clinics.
   * @returns a function that ends it
   */
  onOutbox(wake: (clinicIds: readonly string[]) => void): () => void
  /** Sends announcements and wakes outboxes, as after a commit of these transactions. */
  report(reported: Reported): void
}

const runningTransaction = new AsyncLocalStorage<string>()
/** Transactions whose role is `system` now. */
const actingAsSystem = new WeakSet<Tx>()
const afterCommit = new WeakMap<object, Set<() => void>>()

const unlimited: CallerLimits = {
  admit: () => {},
  take: () => 0,
  wait: () => 0,
  run: (_caller, work) => work(() => {}),
}

/** No page of ours needs longer for a visitor's statement (docs/threats.md T24). */
const visitorTimeoutMs = 1_000

/**
 * @param callerLimits absent: unlimited
 * @param guard measures waiting for a connection, except a replica's
 * @param reportTo receives what commits report, because announcements are sent at one node of a distributed database
 */
export function createTransactions(
  database: Database,
  callerLimits: CallerLimits = unlimited,
  replica?: Replica,
  guard?: Pick<OverloadGuard, 'waits'>,
  reportTo?: Pick<Transactions, 'report'>,
): Transactions {
  const inWritePlace = createWritePlaces(database.connections)
  const onDatabase = transactionRunner(database)
  const run = <T>(entry: Entry, start: (entry: Entry) => Promise<T>) =>
    whileWaiting(guard, { ...entry, committed: reportTo?.report ?? report }, (counted) =>
      entry.isWrite ? inWritePlace(() => start(counted)) : start(counted),
    )
  const runTransaction: RunTransaction = (name, entry, work) =>
    run(entry, (counted) => onDatabase(name, counted, work))
  const statementOnDatabase = statementRunner(database)
  const runStatement: RunStatement = (name, entry, single) =>
    run(entry, (counted) => statementOnDatabase(name, counted, single))
  const runSystemStatement = (
    purpose: string,
    statement: TextStatement,
    caller: SystemCaller = {},
    isWrite = true,
  ) =>
    runStatement(
      `system:${purpose}`,
      { ...systemEntry(purpose, caller), isWrite },
      {
        statement,
        isFinal: true,
        after: (rows) => rows,
      },
    )
  const announce = createAnnouncer(database.pool, liveChannel, (statement) =>
    // the announcing transaction is already committed
    runningTransaction.exit(() => runSystemStatement('announcements', statement, {}, false)),
  )
  const outboxListeners = new Set<(clinicIds: readonly string[]) => void>()
  const report = ({ announced, outboxes }: Reported) => {
    announce(announced)
    if (outboxes.size > 0)
      runningTransaction.exit(() => {
        for (const wake of outboxListeners) wake([...outboxes])
      })
  }
  const runOld = replica && transactionRunner(replica.database)
  const runOldStatement = replica && statementRunner(replica.database)
  /** @param old the same on the replica; absent without one */
  const placed = <T>(
    caller: Caller,
    limits: TransactionLimits,
    present: () => Promise<T>,
    old: (() => Promise<T>) | undefined,
  ) =>
    limits.mayBeOld && old && replica && !caller.hasJustWritten && replica.isFresh()
      ? old().catch((error: unknown) => {
          if (isOfReplica(error)) return present()
          throw error
        })
      : present()
  const entryOf = (caller: Caller, { asyncCommit = false, mayBeOld = false, ...limits }: TransactionLimits) =>
    actorEntry(caller, {
      ...limits,
      ...(mayBeOld && { readOnly: true }),
      ...(caller.userId === null && {
        timeoutMs: Math.min(limits.timeoutMs ?? visitorTimeoutMs, visitorTimeoutMs),
      }),
      // PGlite has no WAL writer: it would write the commit only with the next one
      asyncCommit: asyncCommit && database.engine === 'postgres',
    })
  return {
    admit: callerLimits.admit,
    prepay(caller, units) {
      const retryAfterSeconds = callerLimits.take(caller, units)
      if (retryAfterSeconds > 0) throw new AppError('rate_limited', { details: { retryAfterSeconds } })
    },
    withActor: (caller, work, limits = {}) =>
      callerLimits.run(caller, (begun) => {
        const on = (runOn: RunTransaction) => () =>
          runOn('actor', { ...entryOf(caller, limits), begun }, (tx, entered) =>
            work(tx, actorOf(caller, entered)),
          )
        return placed(caller, limits, on(runTransaction), runOld && on(runOld))
      }),
    withStatement: (caller, statement, after, limits = {}) =>
      callerLimits.run(caller, (begun) => {
        const { isFinal = false } = limits
        const on = (runOn: RunStatement) => () =>
          runOn('actor', { ...entryOf(caller, limits), begun }, { statement, isFinal, after })
        return placed(caller, limits, on(runStatement), runOldStatement && on(runOldStatement))
      }),
    withSystem: (purpose, work, caller = {}) =>
      runTransaction(`system:${purpose}`, systemEntry(purpose, caller), (tx) => {
        actingAsSystem.add(tx)
        return work(tx)
      }),
    withSystemStatement: (purpose, statement, caller) => runSystemStatement(purpose, statement, caller),
    onOutbox(wake) {
      outboxListeners.add(wake)
      return () => outboxListeners.delete(wake)
    },
    report,
  }
}

/** Runs `effect` after the commit, never after a rollback. For wake-ups only: a crash may lose it. */
export function onCommit(tx: Tx, effect: () => void): void {
  afterCommit.get(tx)?.add(effect)
}

/**
 * Runs one step after an action's permission check as the server, then restores the actor's role. The audit trail still
 * names the user.
 */
export async function asSystem<T>(tx: Tx, step: (tx: Tx) => Promise<T>): Promise<T> {
  if (actingAsSystem.has(tx)) return step(tx)
  const { rows } = await sql<{ role: string }>`
    select current_user::text as role, set_config('role', 'system', true)`.execute(tx)
  const role = rows[0]?.role ?? 'anon'
  actingAsSystem.add(tx)
  const result = await step(tx).finally(() => actingAsSystem.delete(tx))
  // not in a finally block: after an error the transaction is aborted and can only be rolled back
  await sql`select set_config('role', ${role}, true)`.execute(tx)
  return result
}

async function withoutNesting<T>(name: string, work: () => Promise<T>): Promise<T> {
  const outer = runningTransaction.getStore()
  // on PGlite's single connection the inner transaction would wait forever
  if (outer)
    throw new Error(
      `transaction ${name} was opened inside transaction ${outer}: pass the open transaction on instead`,
    )
  try {
    return await runningTransaction.run(name, work)
  } catch (error) {
    throw demoRefusal(error)
  }
}

async function whileWaiting<T>(
  guard: Pick<OverloadGuard, 'waits'> | undefined,
  entry: Entry,
  run: (entry: Entry) => Promise<T>,
): Promise<T> {
  if (!guard) return run(entry)
  const hasWaited = guard.waits(entry.isOfPerson, entry.isWrite)
  const begun = () => {
    hasWaited()
    entry.begun?.()
  }
  try {
    return await run({ ...entry, begun })
  } finally {
    hasWaited()
  }
}

type RunTransaction = <T>(
  name: string,
  entry: Entry,
  work: (tx: Tx, entered: TextRow | undefined) => Promise<T>,
) => Promise<T>

function transactionRunner(database: Database): RunTransaction {
  const { pool } = database
  return async (name, entry, work) => {
    const effects = new Set<() => void>()
    const workIn = (tx: Tx, entered: TextRow | undefined) => {
      afterCommit.set(tx, effects)
      return work(tx, entered)
    }
    const result = await withoutNesting(name, () =>
      runEnteredTransaction(pool, limitedBy(database, entry), (tx, entered) => workIn(tx as Tx, entered)),
    )
    for (const effect of effects) effect()
    return result
  }
}

type RunStatement = <T>(name: string, entry: Entry, single: SingleStatement<T>) => Promise<T>

function statementRunner(database: Database): RunStatement {
  const { pool } = database
  return (name, entry, single) =>
    withoutNesting(name, () => runEnteredStatement(pool, { entry: limitedBy(database, entry), ...single }))
}

/** For an engine that ignores `statement_timeout`. */
function limitedBy({ limitStatements }: Database, entry: Entry): Entry {
  if (!limitStatements) return entry
  return {
    ...entry,
    begun() {
      limitStatements(entry.timeoutMs ?? null)
      entry.begun?.()
    },
  }
}

// The select list sets the limits after it has entered.
function actorEntry(caller: Caller, limits: TransactionLimits): Entry {
  const params = enterParams(caller)
  // not the server's zone, which would change sums of dates and months
  const settings: (readonly [name: string, value: string])[] = [['timezone', limits.timezone ?? 'UTC']]
  if (limits.readOnly) settings.push(['transaction_read_only', 'on'])
  if (limits.asyncCommit) settings.push(['synchronous_commit', 'off'])
  const isWrite = !limits.readOnly && !limits.asyncCommit
  if (limits.timeoutMs) settings.push(['statement_timeout', String(limits.timeoutMs)])
  const sets = settings.map(([name, value]) => `set_config('${name}', $${params.push(value)}, true)`)
  // counts nulls so that the values are not sent back
  const sql = `select ${enterSql}, num_nulls(${sets.join(', ')}) as unset`
  return {
    statement: { sql, params },
    isOfPerson: caller.userId !== null,
    isWrite,
    ...(limits.timeoutMs && { timeoutMs: limits.timeoutMs }),
    refuse(entered) {
      const problem = problemOf(entered)
      if (problem) throw new AppError('session_ended', { details: { problem } })
      const isOther = limits.clinicId !== undefined && entered && clinicIdOf(entered) !== limits.clinicId
      if (isOther) throw new OtherClinicError(clinicIdOf(entered))
    },
  }
}

function systemEntry(purpose: string, { requestId, address }: SystemCaller): Entry {
  const params = [purpose, requestId ?? null, address ?? '']
  // app.enter does the same for the user of a demo session
  const readOnly = isDemoRequest()
    ? `, set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true)`
    : ''
  const sql = `select set_config('app.address', $3, true), set_config('timezone', 'UTC', true), app.enter_system($1, $2)${readOnly}`
  return { statement: { sql, params }, isWrite: !readOnly }
}
