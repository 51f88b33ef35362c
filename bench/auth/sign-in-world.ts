import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#scripts/free-port.ts'
import { hashPassword } from '#server/auth/hashing/hashing.ts'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { makeEncryptionKey } from '#server/platform/secret-box.ts'
import type { PostgresServer } from '../machine/postgres-server.ts'
import { type ServerProcess, startServerProcess } from '../machine/server-process.ts'
import { migratedDatabase } from './database.ts'

/** Several servers on one database, as behind a load balancer. */
export interface SignInWorld {
  servers: ServerProcess[]
  /** The owner's connection, for set-up and checks. */
  database: pg.Pool
  /** Uses a new client address each time, so that rate limits do not apply. */
  send(server: number, path: string, body: object): Promise<WorldAnswer>
  stop(): Promise<void>
}

export interface WorldAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: JSON from the wire
  body: any
  /** From the first byte sent to the last byte read. */
  ms: number
}

export const password = 'a quiet long password'

/** @param env added to the environment of all servers */
export async function openSignInWorld(
  postgres: PostgresServer,
  { servers, env = {} }: { servers: number; env?: Record<string, string> },
): Promise<SignInWorld> {
  const name = `bench_auth_${crypto.randomUUID().replaceAll('-', '')}`
  const url = await migratedDatabase(postgres.url, name)
  const database = new pg.Pool({ connectionString: url, max: 4 })
  // The server may stop before an idle connection closes.
  database.on('error', () => {})
  const folder = mkdtempSync(join(tmpdir(), 'carefold-auth-'))
  const shared = {
    NODE_ENV: 'test',
    DATABASE_URL: url,
    SIGNING_KEYS: JSON.stringify({ keys: [makeSigningKey()] }),
    ENCRYPTION_KEY: makeEncryptionKey(),
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'error',
    ROLE: 'web',
    STRIPE_SECRET_KEY: 'sk_test_benchmark_never_called',
    STRIPE_WEBHOOK_SECRET: 'whsec_benchmark_never_called',
    STRIPE_CONNECT_WEBHOOK_SECRET: 'whsec_benchmark_never_called',
    ...env,
  }
  const script = new URL('../machine/carefold-server.ts', import.meta.url)
  const running: ServerProcess[] = []
  for (let number = 0; number < servers; number += 1) {
    running.push(
      await startServerProcess(`server ${number + 1}`, script, {
        ...shared,
        PORT: String(await freePort()),
        DATA_DIR: join(folder, String(number)),
      }),
    )
  }
  let requests = 0
  return {
    servers: running,
    database,
    async send(server, path, body) {
      requests += 1
      const port = running[server % running.length]?.port
      const startedAt = performance.now()
      const response = await fetch(`http://127.0.0.1:${port}/auth/v1${path}`, {
        method: 'POST',
        headers: {
          'X-Forwarded-For': `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`,
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
        },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      const ms = performance.now() - startedAt
      return { status: response.status, body: text === '' ? null : JSON.parse(text), ms }
    },
    async stop() {
      await Promise.all(running.map((server) => server.stop()))
      await database.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function addPeople(
  { database }: SignInWorld,
  emails: string[],
  columns: { confirmed?: boolean; banned?: boolean } = {},
): Promise<void> {
  const hash = await hashPassword(password)
  await database.query(
    `with made as (
       insert into auth.users (email, password_hash, email_confirmed_at, banned_until, app_metadata)
       select email, $2, case when $3 then now() end, case when $4 then now() + interval '1 day' end,
              '{"provider": "email", "providers": ["email"]}'
         from unnest($1::text[]) email returning id, email)
     insert into auth.identities (user_id, provider, provider_id, identity_data)
     select id, 'email', id::text, jsonb_build_object('sub', id, 'email', email) from made`,
    [emails, hash, columns.confirmed ?? true, columns.banned ?? false],
  )
}
