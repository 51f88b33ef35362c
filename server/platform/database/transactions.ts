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

/** One open transaction, acting as exactly one role. Pass it on; never open another while it is open. */
export type Tx = Transaction<DB>

/** The caller as claimed by the request; not trusted: `app.enter` looks rights up in rows. */
export interface Caller {
  /** From a verified access token, else null. */
  userId: string | null
  sessionId: string | null
  /** The clinic addressed: the host's subdomain, or the `x-clinic` header on hosts without one. */
  clinic: string | null
  /**
   * The access by which they act for a patient whom they look after (the `x-guardianship` header); absent: for themselves.
   * With it own rights at the clinic do not count (docs/decisions/0080).
   */
  guardianship?: string | null
  requestId: string
  /** The client's network address, for the audit trail. */
  address: string | null
  /** The units of this request were taken from a budget before (docs/decisions/0037). */
  isPaid?: boolean
  /** They have written within the last seconds, and read their own writes (docs/decisions/0088). */
  hasJustWritten?: boolean
  /** Development's `?c=` mode: links back to the app stay on localhost. */
  isOnLocalhost?: boolean
}

export type DatabaseRole =
  | 'anon'
  | 'authenticated'
  | 'clinic_patient'
  | 'clinic_guardian'
  | 'clinic_staff'
  | 'clinic_admin'

/** How much of a patient's record a guardian may use. */
export type GuardianAccess = 'full' | 'limited'

/** The caller as found in the database, in the clinic addressed. */
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
  /** The caller's own record; for a guardian that of whom they act for. */
  patientId: string | null
  /** Set while `databaseRole` is `clinic_guardian` and their access holds. */
  guardianAccess: GuardianAccess | null
}

/** Restrictions and settings of one transaction. */
export interface TransactionLimits {
  readOnly?: boolean
  /** Reads that may be a second old: a replica answers if there is one (docs/decisions/0088). Implies `readOnly`. */
  mayBeOld?: boolean
  /**
   * The commit does not wait for the disk: a crash of the Postgres server may lose it, a crash of this server cannot. The
   * embedded database always writes before it answers.
   */
  asyncCommit?: boolean
  /** Longest time for one statement. The embedded database is ended and opened again when one takes longer. */
  timeoutMs?: number
  /** Time zone in which Postgres prints instants, UTC by default; an unknown one is refused (22023). */
  timezone?: string
}

/** The request on whose behalf the server acts as itself, for the audit trail. */
export interface SystemCaller {
  requestId?: string
  /** The client's network address. */
  address?: string | null
}

/** The only ways to Postgres: as a caller, or as the server. */
export interface Transactions {
  /**
   * Refuses a caller who has used up their budget, before work is spent on their request.
   *
   * @throws AppError `rate_limited`
   */
  admit(caller: Caller): void
  /**
   * Takes the units of several reads from the caller's budget in advance: all or none.
   *
   * @throws AppError `rate_limited`
   */
  prepay(caller: Pick<Caller, 'userId' | 'address'>, units: number): void
  /**
   * Runs `work` in one transaction with exactly the caller's rights.
   *
   * @throws AppError `session_ended` when the session is over, or the person is removed or banned
   */
  withActor<T>(
    caller: Caller,
    work: (tx: Tx, actor: Actor) => Promise<T>,
    limits?: TransactionLimits,
  ): Promise<T>
  /**
   * Runs one statement as the caller in a transaction of its own, then `after` with its rows before the commit; an error
   * in `after` rolls it back. For the data API: it takes as few round trips as the engine allows.
   *
   * @param limits `isFinal`: nothing remains to be decided after the statement, so it may be committed with it
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
  /** Runs one statement as the server itself in a transaction of its own, in as few round trips as the engine allows. */
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
 * @param callerLimits what one caller may use of the database; absent: everything
 * @param replica answers reads that may be old
 * @param guard counts who waits for a connection; a replica's are not counted
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
    // beside the transaction that has announced, which is committed
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
      // PGlite has no WAL writer: what a commit leaves unwritten waits for the next one
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
 * Runs one step of an actor's transaction as the server, then returns to the actor's role.
 *
 * For steps that follow an action's permission check: writing a membership, queueing a job. The settings (clinic, person,
 * request) stay, so the audit trail still names the person.
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
  // on PGlite's single connection the inner transaction would wait for the outer one forever
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

/** Counts a transaction as waiting until it has its connection, or is refused one. */
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

/** Opens a transaction, enters it, runs `work` and commits; then runs the effects registered with `onCommit`. */
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

/** Runs one statement in an entered transaction of its own, then `after` with its rows before the commit. */
type RunStatement = <T>(name: string, entry: Entry, single: SingleStatement<T>) => Promise<T>

function statementRunner(database: Database): RunStatement {
  const { pool } = database
  return (name, entry, single) =>
    withoutNesting(name, () => runEnteredStatement(pool, { entry: limitedBy(database, entry), ...single }))
}

/** Tells an engine that ignores `statement_timeout` of the entry's limit once the transaction has the connection. */
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

// the entry's row is text, and the sets a Postgres array of plain words
const setsOf = (value: string | null) =>
  (value?.slice(1, -1).split(',').filter(Boolean) ?? []) as PermissionSet[]
const isTrue = (value: string | null) => value === 't'

// One statement for all of it: the select list sets the limits after the function has entered.
function actorEntry(caller: Caller, limits: TransactionLimits): Entry {
  const { userId, sessionId, clinic, requestId, address, guardianship = null } = caller
  const params = [userId, sessionId, clinic, requestId, address, guardianship]
  // not that of the Postgres server, in which sums of dates and months would differ
  const settings: (readonly [name: string, value: string])[] = [['timezone', limits.timezone ?? 'UTC']]
  if (limits.readOnly) settings.push(['transaction_read_only', 'on'])
  if (limits.asyncCommit) settings.push(['synchronous_commit', 'off'])
  // what only reads and what only records a read announce nothing
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
  // app.enter does the same for the person of the demo's session
  const readOnly = isDemoRequest()
    ? `, set_config('app.is_demo', 'true', true), set_config('transaction_read_only', 'on', true)`
    : ''
  const sql = `select set_config('app.address', $3, true), set_config('app.announces', 'on', true), set_config('timezone', 'UTC', true), app.enter_system($1, $2)${readOnly}`
  return { statement: { sql, params }, refuse: () => undefined }
}
