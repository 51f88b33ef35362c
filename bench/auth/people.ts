import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { type LoadRequest, open, wireRequest } from '../machine/http-load.ts'

export interface BenchPeople {
  login(): LoadRequest
  /** A refresh of a session that no other request refreshes. */
  refresh(): LoadRequest
  /** Sessions available for `refresh`. */
  idleSessions(): number
  /** A refresh of the session whose access token ends first, if soon; otherwise undefined. */
  dueRefresh(): LoadRequest | undefined
  user(): LoadRequest
}

const password = 'a password of the benchmark'
const emailOf = (number: number) => `person-${number}@bench.test`
// The parameters of server/auth/hashing/; computed once, since all have the same password.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const passwordHash = () => hash(password, cost)
export { password }

export async function insertPeople(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of await peopleStatements(count)) await client.query(statement)
  await client.end()
}

/** The statements of `insertPeople`, for a superuser. */
export async function peopleStatements(count: number): Promise<string[]> {
  return [
    `insert into auth.users (id, email, email_confirmed_at, password_hash)
     select md5('person-' || n)::uuid, 'person-' || n || '@bench.test', now(), '${await passwordHash()}'
       from generate_series(1, ${count}) n`,
    `insert into auth.identities (user_id, provider, provider_id, identity_data)
     select id, 'email', id::text, jsonb_build_object('email', email, 'sub', id) from auth.users`,
    'vacuum analyze auth.users',
  ]
}

interface Granted {
  access_token: string
  refresh_token: string
  expires_in: number
}

interface Session extends Granted {
  /** When to replace its access token, by this machine's clock. */
  dueAt: number
}

// As @supabase/auth-js does: its timer runs every 30 s, and refreshes three runs before the end.
const refreshMarginSeconds = 90

/**
 * Sessions behave as in @supabase/auth-js: a refresh token is used once, and an access token is replaced before it
 * ends.
 *
 * @param sessions number of sessions to refresh in turn
 */
export async function signIn(port: number, count: number, sessions: number): Promise<BenchPeople> {
  let next = 0
  const login = () => requestOf('password', { email: emailOf(1 + (next++ % count)), password })
  const connection = await open(port)
  const all: Session[] = []
  for (let index = 0; index < sessions; index++) {
    const { status, body } = await connection.send(login().wire)
    if (status !== 200) throw new Error(`sign-in of the benchmark: ${status} ${body}`)
    all.push(sessionOf(body))
  }
  connection.close()
  // Sessions without a refresh in progress, least recently refreshed first.
  const idle = [...all]
  const refresh = () => {
    const session = idle.shift()
    if (!session) throw new Error('more refreshes at once than there are sessions')
    const request = requestOf('refresh_token', { refresh_token: session.refresh_token })
    return {
      wire: request.wire,
      problem(status: number, body: string) {
        if (status === 200) Object.assign(session, sessionOf(body))
        // A refused refresh did not use the token.
        if (status === 200) idle.push(session)
        else idle.unshift(session)
        return request.problem(status, body)
      },
    }
  }
  return {
    login,
    refresh,
    idleSessions: () => idle.length,
    dueRefresh: () => (idle[0] && idle[0].dueAt <= Date.now() ? refresh() : undefined),
    user: () => ({
      wire: wireRequest('GET', '/auth/v1/user', {
        'X-Forwarded-For': address(),
        Authorization: `Bearer ${all[next++ % all.length]?.access_token}`,
      }),
      problem: problemUnless('"email"'),
    }),
  }
}

function sessionOf(body: string): Session {
  const granted = JSON.parse(body) as Granted
  // For a token of less than six minutes, the last quarter.
  const margin = Math.min(refreshMarginSeconds, granted.expires_in / 4)
  return { ...granted, dueAt: Date.now() + (granted.expires_in - margin) * 1_000 }
}

export function strangersTry(): Buffer {
  const email = `stranger-${crypto.randomUUID()}@bench.test`
  return requestOf('password', { email, password }).wire
}

function requestOf(grant: string, body: Record<string, string>): LoadRequest {
  const headers = { 'X-Forwarded-For': address(), 'Content-Type': 'application/json' }
  return {
    wire: wireRequest('POST', `/auth/v1/token?grant_type=${grant}`, headers, JSON.stringify(body)),
    problem: problemUnless('"access_token"'),
  }
}

function problemUnless(part: string): LoadRequest['problem'] {
  return (status, body) =>
    status === 200 && body.includes(part) ? undefined : `status ${status}: ${body.slice(0, 300)}`
}

// Many client addresses: a single one would hit its rate limit.
function address(): string {
  const number = Math.floor(Math.random() * 20_000)
  return `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
}
