import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.generated.ts'
import { AppError } from '#domain/errors.ts'
import type { ClinicRole, PermissionSet } from '#domain/permissions.ts'
import type { CallerLimits } from '../limits/caller-limits.ts'
import type { OverloadGuard } from '../limits/overload.ts'
import {
  type AfterStatement,
  type Entry,
  runEnteredStatement,
  runEnteredTransaction,
  type SingleStatement,
} from '../pipeline/entered-transaction.ts'
import type { TextStatement } from '../pipeline/pipeline.ts'
import { createAnnouncer, liveChannel } from './announcements.ts'
import type { Database } from './database.ts'
import { demoRefusal, isDemoRequest } from './demo-request.ts'
import { isOfReplica, type Replica } from './replica.ts'

/** Acts as exactly one role. Never open another while it is open. */
export type Tx = Transaction<DB>

/** The caller as claimed by the request; not trusted: `app.enter` reads rights from rows. */
export interface Caller {
  /** From a verified access token, else null. */
  userId: string | null
  sessionId: string | null
  /** The host's subdomain, or the `x-clinic` header on hosts without one. */
  clinic: string | null
  /**
   * The access to act for a patient (`x-guardianship` header). The caller's own rights at the clinic do not apply then
   * (docs/decisions/0080).
   */
  guardianship?: string | null
  requestId: string
  address: string | null
  /** The request's units were already taken (docs/decisions/0037). */
  isPaid?: boolean
  hasJustWritten?: boolean
  /** Links back to the app stay on localhost, in development's `?c=` mode. */
  isOnLocalhost?: boolean
}

export type DatabaseRole =
  | 'anon'
  | 'authenticated'
  | 'clinic_patient'
  | 'clinic_guardian'
  | 'clinic_staff'
  | 'clinic_admin'

export type GuardianAccess = 'full' | 'limited'

/** The caller as found in the database. */
export interface Actor {
  userId: string | null
  sessionId: string | null
  databaseRole: DatabaseRole
  emailConfirmed: boolean
  aal: string | null
  clinicId: string | null
  clinicSubdomain: string | null
  membershipId: string | null
  role: ClinicRole | null
  isReadOnly: boolean
  permissionSets: readonly PermissionSet[]
  /** The caller's own record; a guardian's ward. */
  patientId: string | null
  guardianAccess: GuardianAccess | null
}

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
}

/** The request that caused the server's own transaction, for the audit trail. */
export interface SystemCaller {
  requestId?: string
  address?: string | null
}

/** The only access to Postgres: as a caller, or as the server. */
export interface Transactions {
  /** @throws AppError `rate_limited` when the caller's budget is used up */
  admit(caller: Caller): void
  /**
   * Takes units in advance: all or none.
   * @throws AppError `rate_limited`
   */
  prepay(caller: Pick<Caller, 'userId' | 'address'>, units: number): void
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
}

const runningTransaction = new AsyncLocalStorage<string>()
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
 */
export function createTransactions(
  database: Database,
  callerLimits: CallerLimits = unlimited,
  replica?: Replica,
  guard?: Pick<OverloadGuard, 'waits'>,
): Transactions {
  const onDatabase = transactionRunner(database)
  const runTransaction: RunTransaction = (name, entry, work) =>
    whileWaiting(guard, { ...entry, committed: announce }, (counted) => onDatabase(name, counted, work))
  const statementOnDatabase = statementRunner(database)
  const runStatement: RunStatement = (name, entry, single) =>
    whileWaiting(guard, { ...entry, committed: announce }, (counted) =>
      statementOnDatabase(name, counted, single),
    )
  const runSystemStatement = (purpose: string, statement: TextStatement, caller: SystemCaller = {}) =>
    runStatement(`system:${purpose}`, systemEntry(purpose, caller), {
      statement,
      isFinal: true,
      after: (rows) => rows,
    })
  const announce = createAnnouncer(database.pool, liveChannel, (statement) =>
    // the announcing transaction is already committed
    runningTransaction.exit(() => runSystemStatement('announcements', statement)),
  )
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
        const on = (run: RunTransaction) => () =>
          run('actor', { ...entryOf(caller, limits), begun }, (tx, entered) =>
            work(tx, actorOf(caller, entered)),
          )
        return placed(caller, limits, on(runTransaction), runOld && on(runOld))
      }),
    withStatement: (caller, statement, after, limits = {}) =>
      callerLimits.run(caller, (begun) => {
        const { isFinal = false } = limits
        const on = (run: RunStatement) => () =>
          run('actor', { ...entryOf(caller, limits), begun }, { statement, isFinal, after })
        return placed(caller, limits, on(runStatement), runOldStatement && on(runOldStatement))
      }),
    withSystem: (purpose, work, caller = {}) =>
      runTransaction(`system:${purpose}`, systemEntry(purpose, caller), (tx) => work(tx)),
    withSystemStatement: runSystemStatement,
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
  const { rows } = await sql<{ role: string }>`
    select current_user::text as role, set_config('role', 'system', true)`.execute(tx)
  const role = rows[0]?.role ?? 'anon'
  const result = await step(tx)
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
  const hasWaited = guard.waits(entry.isOfPerson)
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
  work: (tx: Tx, entered: Record<string, unknown> | undefined) => Promise<T>,
) => Promise<T>

function transactionRunner(database: Database): RunTransaction {
  const { pool } = database
  return async (name, entry, work) => {
    const effects = new Set<() => void>()
    const workIn = (tx: Tx, entered: Record<string, unknown> | undefined) => {
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

interface EnterRow {
  role: DatabaseRole
  email_confirmed: string
  aal: string | null
  clinic_id: string | null
  clinic_subdomain: string | null
  membership_id: string | null
  member_role: ClinicRole | null
  is_read_only: string | null
  permission_sets: string | null
  patient_id: string | null
  guardian_access: GuardianAccess | null
}

function actorOf(caller: Caller, entered: Record<string, unknown> | undefined): Actor {
  if (!entered) throw new Error('app.enter returned nothing')
  const row = entered as unknown as EnterRow
  return {
    userId: caller.userId,
    sessionId: caller.sessionId,
    databaseRole: row.role,
    emailConfirmed: isTrue(row.email_confirmed),
    aal: row.aal,
    clinicId: row.clinic_id,
    clinicSubdomain: row.clinic_subdomain,
    membershipId: row.membership_id,
    role: row.member_role,
    isReadOnly: isTrue(row.is_read_only),
    permissionSets: setsOf(row.permission_sets),
    patientId: row.patient_id,
    guardianAccess: row.guardian_access,
  }
}

const setsOf = (value: string | null) =>
  (value?.slice(1, -1).split(',').filter(Boolean) ?? []) as PermissionSet[]
const isTrue = (value: string | null) => value === 't'

// The select list sets the limits after the function has entered.
function actorEntry(caller: Caller, limits: TransactionLimits): Entry {
  const { userId, sessionId, clinic, requestId, address, guardianship = null } = caller
  const params = [userId, sessionId, clinic, requestId, address, guardianship]
  // not the server's zone, which would change sums of dates and months
  const settings: (readonly [name: string, value: string])[] = [['timezone', limits.timezone ?? 'UTC']]
  if (limits.readOnly) settings.push(['transaction_read_only', 'on'])
  if (limits.asyncCommit) settings.push(['synchronous_commit', 'off'])
  // reads, and records of reads, announce nothing
  if (!limits.readOnly && !limits.asyncCommit) settings.push(['app.announces', 'on'])
  if (limits.timeoutMs) settings.push(['statement_timeout', String(limits.timeoutMs)])
  const sets = settings.map(([name, value]) => `set_config('${name}', $${params.push(value)}, true)`)
  // counts nulls so that the values are not sent back
  const sql = `select entered.*, num_nulls(${sets.join(', ')}) as unset from app.enter($1::uuid, $2::uuid, $3, $4, $5, $6::uuid) entered`
  return {
    statement: { sql, params },
    isOfPerson: userId !== null,
    ...(limits.timeoutMs && { timeoutMs: limits.timeoutMs }),
    refuse(entered) {
      const problem = entered?.problem
      if (problem) throw new AppError('session_ended', { details: { problem } })
    },
  }
}

function systemEntry(purpose: string, { requestId, address }: SystemCaller): Entry {
  const params = [purpose, requestId ?? null, address ?? '']
  // app.enter does the same for the user of a demo session
  const readOnly = isDemoRequest()
    ? `, set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true)`
    : ''
  const sql = `select set_config('app.address', $3, true), set_config('app.announces', 'on', true), set_config('timezone', 'UTC', true), app.enter_system($1, $2)${readOnly}`
  return { statement: { sql, params }, refuse: () => undefined }
}
