import { AsyncLocalStorage } from 'node:async_hooks'
import { CompiledQuery, sql, type Transaction } from 'kysely'
import type { DB } from '#db/types.generated.ts'
import { AppError } from '#domain/errors.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import {
  type AfterStatement,
  type Entry,
  enterAndRun,
  enterAndWork,
  type OneStatement,
} from '../pipeline/entered-transaction.ts'
import type { TextRow, TextStatement } from '../pipeline/pipeline.ts'
import type { Database } from './database.ts'

/** One open transaction, acting as exactly one role. Carry it; never reach for another while it is open. */
export type Tx = Transaction<DB>

/** The caller as claimed by the request; not trusted: `app.enter` looks rights up in rows. */
export interface Caller {
  /** From a verified access token, else null. */
  userId: string | null
  sessionId: string | null
  /** The clinic asked for: the host's subdomain, or the `x-clinic` header on hosts without one. */
  clinic: string | null
  requestId: string
  /** The client's network address, for the audit trail. */
  address: string | null
  /** Development's `?c=` mode: pages to come back to are on localhost too. */
  isOnLocalhost?: boolean
}

export type DatabaseRole = 'anon' | 'authenticated' | 'clinic_patient' | 'clinic_staff' | 'clinic_admin'

/** Who the caller turned out to be in the clinic asked for. */
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
  patientId: string | null
}

/** What a transaction may not exceed. */
export interface TransactionLimits {
  readOnly?: boolean
  /** The commit does not wait for the disk: a crash of the database server may lose it, a crash of ours does not. */
  asyncCommit?: boolean
  /** Longest time for one statement, milliseconds; PGlite cannot interrupt one and ignores it. */
  timeoutMs?: number
  /** Time zone in which Postgres prints instants; one it does not know is refused (22023). */
  timezone?: string
}

/** For whom the server acts by itself, for the audit trail. */
export interface SystemCaller {
  requestId?: string
  /** The client's network address. */
  address?: string | null
}

/** The only ways to Postgres: as a caller, or as the server. */
export interface Transactions {
  /**
   * Runs `work` in one transaction that may see and do what the caller may, and no more.
   *
   * @throws AppError `session_ended` when the token's session, person or ban says so
   */
  withActor<T>(
    caller: Caller,
    work: (tx: Tx, actor: Actor) => Promise<T>,
    limits?: TransactionLimits,
  ): Promise<T>
  /**
   * Runs one statement as the caller, in a transaction of its own, and `after` with its rows before the commit; what
   * `after` throws undoes it. Sent in as few messages as the engine allows: the data API's way in.
   *
   * @param limits `isFinal`: nothing is left to decide after the statement, so it may be committed with it
   * @throws AppError `session_ended` as `withActor` does
   */
  withStatement<T>(
    caller: Caller,
    statement: TextStatement,
    after: AfterStatement<T>,
    limits?: TransactionLimits & { isFinal?: boolean },
  ): Promise<T>
  /** Runs `work` as the server itself. `purpose` is written to the audit trail: `sign-in`, `job:send-mail`, ... */
  withSystem<T>(purpose: string, work: (tx: Tx) => Promise<T>, caller?: SystemCaller): Promise<T>
  /** Runs one statement as the server itself, in a transaction of its own, in as few messages as the engine allows. */
  withSystemStatement(
    purpose: string,
    statement: TextStatement,
    caller?: SystemCaller,
  ): Promise<Record<string, unknown>[]>
}

const runningTransaction = new AsyncLocalStorage<string>()
const afterCommit = new WeakMap<object, Set<() => void>>()

export function createTransactions(database: Database): Transactions {
  const transaction = transactionsOf(database)
  const statement = statementsOf(database, transaction)
  return {
    withActor: (caller, work, limits = {}) =>
      transaction('actor', actorEntry(caller, limits), (tx, entered) => work(tx, actorOf(caller, entered))),
    withStatement: (caller, only, after, limits = {}) =>
      statement('actor', actorEntry(caller, limits), {
        statement: only,
        isFinal: limits.isFinal ?? false,
        after,
      }),
    withSystem: (purpose, work, caller = {}) =>
      transaction(`system:${purpose}`, systemEntry(purpose, caller), (tx) => work(tx)),
    withSystemStatement: (purpose, only, caller = {}) =>
      statement(`system:${purpose}`, systemEntry(purpose, caller), {
        statement: only,
        isFinal: true,
        after: (rows) => rows,
      }),
  }
}

/** Runs `effect` once the transaction is committed, never if it rolls back. For wake-ups only: it may be lost in a crash. */
export function onCommit(tx: Tx, effect: () => void): void {
  afterCommit.get(tx)?.add(effect)
}

/**
 * Lets one step of an actor's transaction run as the server, then returns to the actor's role.
 *
 * For what an action decides after its permission check: writing a membership, queueing a job. The settings (clinic,
 * person, request) stay, so the audit trail still names the person.
 */
export async function asSystem<T>(tx: Tx, step: (tx: Tx) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ role: string }>`
    select current_user::text as role, set_config('role', 'system', true)`.execute(tx)
  const role = rows[0]?.role ?? 'anon'
  const result = await step(tx)
  // not in a finally: after an error the transaction is aborted and only a rollback is left
  await sql`select set_config('role', ${role}, true)`.execute(tx)
  return result
}

async function alone<T>(name: string, work: () => Promise<T>): Promise<T> {
  const outer = runningTransaction.getStore()
  // on PGlite's one connection the inner transaction would wait for the outer one for ever
  if (outer)
    throw new Error(
      `transaction ${name} was opened inside transaction ${outer}: carry the transaction instead`,
    )
  return runningTransaction.run(name, work)
}

/** Runs work in one entered transaction, and what is due once it is committed. */
type RunTransaction = <T>(
  name: string,
  entry: Entry,
  work: (tx: Tx, entered: Record<string, unknown> | undefined) => Promise<T>,
) => Promise<T>

function transactionsOf({ pool, kysely }: Database): RunTransaction {
  return async (name, entry, work) => {
    const effects = new Set<() => void>()
    const workIn = (tx: Tx, entered: Record<string, unknown> | undefined) => {
      afterCommit.set(tx, effects)
      return work(tx, entered)
    }
    const result = await alone(name, () =>
      pool
        ? enterAndWork(pool, entry, (tx, entered) => workIn(tx as Tx, entered))
        : kysely.transaction().execute(async (tx) => {
            const [entered] = await rowsOf(tx, entry.statement)
            entry.refuse(entered as TextRow | undefined)
            return workIn(tx, entered)
          }),
    )
    for (const effect of effects) effect()
    return result
  }
}

/** Runs one statement in an entered transaction of its own, and `after` with its rows before the commit. */
type RunStatement = <T>(name: string, entry: Entry, only: OneStatement<T>) => Promise<T>

function statementsOf({ pool }: Database, transaction: RunTransaction): RunStatement {
  if (pool) return (name, entry, only) => alone(name, () => enterAndRun(pool, { entry, ...only }))
  return (name, entry, { statement, after }) =>
    transaction(name, entry, async (tx) => {
      const send = (next: TextStatement) => rowsOf(tx, next)
      return after(await send(statement), send)
    })
}

async function rowsOf(tx: Tx, { sql: text, params }: TextStatement): Promise<Record<string, unknown>[]> {
  return (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, params))).rows
}

interface EnterRow {
  role: DatabaseRole
  email_confirmed: boolean | string
  aal: string | null
  clinic_id: string | null
  clinic_subdomain: string | null
  membership_id: string | null
  member_role: ClinicRole | null
  is_read_only: boolean | string | null
  patient_id: string | null
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
    patientId: row.patient_id,
  }
}

// PGlite gives booleans; what came back from a server together with `begin` is text
const isTrue = (value: boolean | string | null) => value === true || value === 't'

// One message for all of it: the limits are set in the select list, after the function has entered.
function actorEntry(caller: Caller, limits: TransactionLimits): Entry {
  const params = [caller.userId, caller.sessionId, caller.clinic, caller.requestId, caller.address]
  const set = (name: string, value: string) => `, set_config('${name}', $${params.push(value)}, true)`
  const settings = [
    limits.readOnly ? set('transaction_read_only', 'on') : '',
    limits.asyncCommit ? set('synchronous_commit', 'off') : '',
    limits.timeoutMs ? set('statement_timeout', String(limits.timeoutMs)) : '',
    limits.timezone ? set('timezone', limits.timezone) : '',
  ]
  const sql = `select entered.*${settings.join('')} from app.enter($1::uuid, $2::uuid, $3, $4, $5) entered`
  return {
    statement: { sql, params },
    refuse(entered) {
      const problem = entered?.problem
      if (problem) throw new AppError('session_ended', { details: { problem } })
    },
  }
}

function systemEntry(purpose: string, { requestId, address }: SystemCaller): Entry {
  const params = [purpose, requestId ?? null, address ?? '']
  const sql = `select set_config('app.address', $3, true), app.enter_system($1, $2)`
  return { statement: { sql, params }, refuse: () => undefined }
}
