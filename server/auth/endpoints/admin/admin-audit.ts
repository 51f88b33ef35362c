import { sql } from 'kysely'
import type { Auth } from '#server/auth/context/auth.ts'
import { invalid } from '#server/auth/errors.ts'
import { derivedUuid } from '#server/auth/http/derived-uuid.ts'
import { nilUuid } from '#server/auth/http/is-uuid.ts'
import { pageOf, pagingHeaders } from '#server/auth/http/paging.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { adminKeyPurpose, inTransaction } from '#server/auth/transaction.ts'
import { noClinic } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The protocol's types of actions; all others are of type `user`. */
const logTypes: Record<string, string> = {
  login: 'account',
  login_failed: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
}

interface AuditRow {
  id: string
  occurred_at: Date
  actor_id: string | null
  actor_username: string | null
  actor_is_sso: boolean | null
  subject_type: string | null
  subject_id: string | null
  action: string
  address: string | null
  details: Record<string, unknown>
}

/** As in the reference, with the nil id. */
const keyRole = sql`substring(a.purpose from ${`^${adminKeyPurpose}(.*)$`})`
const actorName = sql`coalesce(${keyRole}, u.email)`

type Query = { author?: string; action?: string; type?: string }

/**
 * docs/contracts/auth.md 3.7. `query` is `author:`, `action:` or `type:`, followed by a substring of the actor's address, of
 * the action or of its type.
 */
export async function adminAudit(auth: Auth, request: AuthRequest): Promise<Response> {
  const page = pageOf(request)
  const query = queryOf(request)
  const { rows, total } = await inTransaction(auth, request, (tx) => readAudit(tx, query, page))
  return json(rows.map(entryView), { headers: pagingHeaders(request, page, total) })
}

/** @throws AuthError 400 `validation_failed` for another scope */
function queryOf({ query }: AuthRequest): Query {
  const given = query.get('query') ?? ''
  if (given === '') return {}
  const [, scope, value = ''] = /^(author|action|type):(.*)$/s.exec(given) ?? []
  if (!scope || value.includes('\0')) throw invalid(`Invalid query scope: ${given.slice(0, 80)}`)
  return { [scope]: value }
}

async function readAudit(
  tx: Tx,
  query: Query,
  { page, perPage, direction }: { page: number; perPage: number; direction: 'asc' | 'desc' },
): Promise<{ rows: AuditRow[]; total: number }> {
  const conditions = [sql`a.clinic_id = ${noClinic} and a.action like 'auth.%'`]
  if (query.author !== undefined) conditions.push(sql`${actorName} ilike ${containing(query.author)}`)
  if (query.action !== undefined) conditions.push(sql`substr(a.action, 6) ilike ${containing(query.action)}`)
  if (query.type !== undefined)
    conditions.push(sql`substr(a.action, 6) = any(${actionsOf(query.type)}::text[])`)
  const from = sql`from app.audit_log a
    left join auth.users u on ${keyRole} is null and u.id = coalesce(a.actor_id,
      case when a.subject_type = 'user' and a.actor_kind <> 'person' then a.subject_id::uuid end)
    where ${sql.join(conditions, sql` and `)}`
  const order = sql.raw(direction)
  const offset = (page - 1) * perPage
  const { rows } = await sql<AuditRow>`
    select a.id::text, a.occurred_at, ${actorName} as actor_username, u.is_sso as actor_is_sso,
           case when ${keyRole} is null then u.id else ${nilUuid}::uuid end::text as actor_id,
           a.subject_type, a.subject_id, substr(a.action, 6) as action, a.address, a.details
      ${from} order by a.id ${order} limit ${perPage} offset ${offset}`.execute(tx)
  const counted = await sql<{ total: string }>`select count(*) as total ${from}`.execute(tx)
  return { rows, total: Number(counted.rows[0]?.total ?? 0) }
}

function containing(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`
}

function actionsOf(part: string): string[] {
  const wanted = part.toLowerCase()
  const others = [
    'user_modified',
    'user_recovery_requested',
    'user_reauthenticate_requested',
    'user_confirmation_requested',
    'user_repeated_signup',
    'user_updated_password',
    'identity_linked',
    'identity_unlinked',
  ]
  const all = [...Object.keys(logTypes), ...others]
  return all.filter((action) => typeOf(action).includes(wanted))
}

function typeOf(action: string): string {
  return logTypes[action] ?? 'user'
}

function entryView(row: AuditRow) {
  const { id, occurred_at, actor_id, actor_username, actor_is_sso, action, subject_type, subject_id } = row
  return {
    id: derivedUuid(`audit ${id}`),
    payload: {
      actor_id: actor_id ?? '',
      actor_username: actor_username ?? '',
      actor_via_sso: actor_is_sso ?? false,
      action,
      log_type: typeOf(action),
      traits: { ...row.details, ...(subject_id ? { [`${subject_type}_id`]: subject_id } : {}) },
    },
    created_at: occurred_at.toISOString(),
    ip_address: row.address ?? '',
  }
}
