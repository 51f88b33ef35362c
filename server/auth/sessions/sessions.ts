import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import type { AuthRequest } from '../http/request.ts'
import { factorsOf } from '../people/factors-of.ts'
import { identitiesOf } from '../people/identities.ts'
import { updateUser } from '../people/users.ts'
import type { FactorRow, IdentityRow, SessionRow, UserRow } from '../rows.ts'
import type { AuthenticationMethod } from '../tokens/access-token.ts'
import { encodeRefreshToken } from '../tokens/refresh-token.ts'
import { assuranceOf } from './assurance.ts'
import { accessTokenSecondsOf, type LimitedLife, sessionLifeOf } from './limits.ts'
import { recordDevice } from './new-device.ts'

/** Read inside the transaction. */
export interface SessionGrant {
  user: UserRow
  identities: IdentityRow[]
  session: SessionRow
  methods: AuthenticationMethod[]
  factors: FactorRow[]
  refreshToken: string
  accessTokenSeconds: number
}

/** The caller has checked that the person may sign in, and writes the audit row. */
export async function openSession(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  user: UserRow,
  method: string,
  {
    provider = 'email',
    notAfter = null,
  }: {
    provider?: string
    /** When an identity provider requires the session to end. */
    notAfter?: Date | null
  } = {},
): Promise<SessionGrant> {
  const now = auth.sessionClock.now()
  const usedProvider = method === 'sso/saml' ? user.sso_provider_id : null
  const [session, signedIn, life] = await Promise.all([
    tx
      .with('opened', (cte) =>
        cte
          .insertInto('auth.sessions')
          .values({
            user_id: user.id,
            refresh_key: randomBytes(32),
            user_agent: request.userAgent,
            ip: request.address,
            not_after: notAfter,
            created_at: now,
            updated_at: now,
          })
          .returningAll(),
      )
      .with('used', (cte) =>
        cte
          .insertInto('auth.session_methods')
          .columns(['session_id', 'method', 'provider', 'used_at'])
          .expression((from) =>
            from
              .selectFrom('opened')
              .select([
                'id',
                sql<string>`${method}::text`.as('method'),
                sql<string | null>`${usedProvider}::text`.as('provider'),
                sql<Date>`${now}::timestamptz`.as('used_at'),
              ]),
          ),
      )
      .selectFrom('opened')
      .selectAll()
      .executeTakeFirstOrThrow(),
    updateUser(tx, user.id, { last_sign_in_at: now }, auth.services.clock.now()),
    sessionLifeOf(tx, user.id, auth.settings),
    recordDevice(tx, auth, request, user, method),
    tx
      .updateTable('auth.identities')
      .set({ last_sign_in_at: now })
      .where('user_id', '=', user.id)
      .where('provider', '=', provider)
      .execute(),
  ])
  return grantOf(tx, signedIn, session, life)
}

export async function grantOf(
  tx: Tx,
  user: UserRow,
  session: SessionRow,
  life: LimitedLife,
): Promise<SessionGrant> {
  const [methods, factors, identities] = await Promise.all([
    methodsOf(tx, session.id),
    factorsOf(tx, user.id),
    identitiesOf(tx, user.id),
  ])
  const isLow = assuranceOf(methods) === 'aal1' && factors.some(({ status }) => status === 'verified')
  return {
    user,
    identities,
    session,
    methods,
    factors,
    refreshToken: encodeRefreshToken(session.id, session.refresh_counter, session.refresh_key),
    accessTokenSeconds: accessTokenSecondsOf(session, life, isLow),
  }
}

/** The amr claim, newest first. */
export async function methodsOf(tx: Tx, sessionId: string): Promise<AuthenticationMethod[]> {
  const rows = await tx
    .selectFrom('auth.session_methods')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('used_at', 'desc')
    .orderBy('method')
    .execute()
  return rows.map(({ method, provider, used_at }) => ({
    method,
    timestamp: Math.floor(used_at.getTime() / 1000),
    ...(provider ? { provider } : {}),
  }))
}

/** Of each method the newest proof stays. */
export async function recordProof(
  tx: Tx,
  { sessionClock }: Pick<Auth, 'sessionClock'>,
  proof: { session_id: string; method: string; factor_id?: string },
): Promise<void> {
  const row = { factor_id: null, ...proof, used_at: sessionClock.now() }
  await tx
    .insertInto('auth.session_methods')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'method'])
        .doUpdateSet({ factor_id: row.factor_id, used_at: row.used_at }),
    )
    .execute()
}

/** Also ends the refresh tokens. */
export async function endSessions(tx: Tx, userId: string, options: { except?: string } = {}): Promise<void> {
  await tx
    .deleteFrom('auth.sessions')
    .where('user_id', '=', userId)
    .$if(options.except !== undefined, (query) => query.where('id', '!=', options.except ?? ''))
    .execute()
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('auth.sessions').where('id', '=', sessionId).execute()
}
