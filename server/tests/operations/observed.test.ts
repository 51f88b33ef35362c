// What an operator sees of a server with a story behind it: the demo's months of two clinics, and a few requests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '#db/seed/demo.ts'
import { demoPassword } from '#db/seed/demo-content.ts'
import { freePort } from '#scripts/free-port.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createLogger } from '#server/platform/log.ts'

const folder = mkdtempSync(join(tmpdir(), 'carefold-observed-'))
const lines: string[] = []
const none = async () => new Response('not part of this', { status: 404 })
let server: RunningServer
let metricsPort: number
let port: number

beforeAll(async () => {
  ;[port, metricsPort] = [await freePort(), await freePort()]
  const config = readConfig({
    NODE_ENV: 'development',
    DATA_DIR: folder,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
  })
  server = await startServer(config, {
    log: createLogger('debug', (line) => lines.push(line)),
    web: async () => ({ page: none, file: async () => null }),
    async fill(empty) {
      const submit = (url: string, fields: Record<string, string>) =>
        empty.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
      await seedDemo({ ...empty, submit })
    },
  })
}, 240_000)
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...init,
    headers: { 'Content-Type': 'application/json', 'x-clinic': 'sunrise', ...init.headers },
  })

async function signIn(email: string): Promise<string> {
  const answer = await ask('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password: demoPassword }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

describe('a server seen from outside', () => {
  it('writes no name, address, text or health fact into its log, whatever its level', async () => {
    const headers = { Authorization: `Bearer ${await signIn('patient@sunrise.test')}` }
    const found = await ask('/rest/v1/patient_health?select=allergies&allergies=ilike.*a*', { headers })
    expect(found.status).toBe(200)
    await ask('/functions/v1/send-message', { method: 'POST', headers, body: '{"body":"my knee hurts' })
    await ask('/rest/v1/patients?select=nothing_such&full_name=eq.Nobody', { headers })

    const canaries = await wordsAboutPeople(server)
    expect(canaries.length).toBeGreaterThan(60)
    const log = lines.join('\n')
    expect(canaries.filter((canary) => log.includes(canary))).toEqual([])
    expect(log).not.toContain('my knee hurts')
    expect(lines.length).toBeGreaterThan(500)
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ at: expect.any(String), event: expect.any(String) })
  })

  it('logs each request with the id that its answer carries', async () => {
    const answer = await ask('/auth/v1/settings')
    const line = lines.map((text) => JSON.parse(text)).find((entry) => entry.path === '/auth/v1/settings')
    expect(line).toMatchObject({ event: 'http.request', requestId: answer.headers.get('x-request-id') })
  })

  it('counts requests by route and class, statements, jobs, mails and webhooks for Prometheus, on a port of their own', async () => {
    const anybody = crypto.randomUUID()
    await ask(`/functions/v1/${anybody}`, { method: 'POST' })
    await ask('/functions/v1/list-members', { method: 'POST' })
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const text = await answer.text()
    expect(text).toMatch(
      /carefold_request_seconds_bucket\{.*route="\/functions\/v1\/list-members",method="POST",class="4xx"\}/,
    )
    expect(text).toMatch(
      /carefold_request_seconds_count\{route="\/rest\/v1\/\*",method="GET",class="2xx"\} [1-9]/,
    )
    // what callers make up is no label
    expect(text).not.toContain(anybody)
    expect(text).not.toContain('sunrise')
    const value = (name: string) =>
      Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
    expect(value('carefold_backlog_read')).toBe(1)
    expect(value('carefold_database_statements_total')).toBeGreaterThan(100)
    expect(value('carefold_database_connections_limit')).toBe(1)
    expect(value('carefold_webhooks_waiting')).toBe(0)
    expect(value('carefold_webhook_oldest_seconds')).toBe(0)
    expect(value('carefold_month_closes_overdue')).toBe(0)
    expect(value('carefold_mail_oldest_seconds')).toBeGreaterThanOrEqual(0)
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)

    expect((await ask('/metrics')).headers.get('content-type') ?? '').not.toContain('version=0.0.4')
    expect((await fetch(`http://127.0.0.1:${metricsPort}/other`)).status).toBe(404)
  })
})

/** What the database knows about people, in words long enough not to be in a log by chance. */
async function wordsAboutPeople({ services }: RunningServer): Promise<string[]> {
  const columns = [
    ['auth.users', 'email'],
    ['public.patients', 'full_name'],
    ['public.patient_details', 'phone'],
    ['public.patient_details', 'address'],
    ['public.patient_health', 'emergency_contact'],
    ['public.patient_health', 'allergies'],
    ['public.patient_health', 'medications'],
    ['public.person_notes', 'body'],
    ['public.messages', 'body'],
    ['public.messages', 'author_name'],
    ['public.appointments', 'notes'],
    ['public.tasks', 'title'],
    ['app.mails', 'to_address'],
  ] as const
  return services.transactions.withSystem('test', async (tx) => {
    const words = new Set<string>()
    for (const [table, column] of columns) {
      const { rows } = await sql<{ word: string | null }>`
        select distinct ${sql.ref(column)}::text as word from ${sql.table(table)}`.execute(tx)
      for (const { word } of rows) if (word && word.length > 5) words.add(word)
    }
    return [...words]
  })
}
