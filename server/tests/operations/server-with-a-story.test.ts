// An operator's view of a server with the demo's months of two clinics, and a few requests.

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '#db/seed/demo.ts'
import { demoPassword } from '#db/seed/demo-content.ts'
import { fhirTypes } from '#domain/fhir/scopes.ts'
import { freePort } from '#scripts/free-port.ts'
import { tryRestored } from '#server/auth/keys/try-restored.ts'
import { hashOfSecret, makeSecret } from '#server/features/api-keys/api-secret.ts'
import { actions } from '#server/features.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { backUp } from '#server/platform/backup/back-up.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openPGlite } from '#server/platform/database/database.ts'
import { createLogger } from '#server/platform/log.ts'
import { schemaErrors } from '#testing/fhir-schema.ts'

const folder = mkdtempSync(join(tmpdir(), 'carefold-observed-'))
const lines: string[] = []
const none = async () => new Response('not part of this', { status: 404 })
const traces: string[] = []
const collector = createServer(async (request, response) => {
  traces.push(await text(request))
  response.end('{}')
})
let server: RunningServer
/** Postgres' `synchronous_commit` while the installation is filled. */
let whileFilling: string
let metricsPort: number
let port: number

beforeAll(async () => {
  ;[port, metricsPort] = [await freePort(), await freePort()]
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const config = readConfig({
    NODE_ENV: 'development',
    DATA_DIR: folder,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  })
  server = await startServer(config, {
    log: createLogger('debug', (line) => lines.push(line)),
    web: async () => ({ page: none, file: async () => null }),
    async fill(empty) {
      whileFilling = await synchronousCommit(empty)
      const submit = (url: string, fields: Record<string, string>) =>
        empty.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
      await seedDemo({ ...empty, submit })
    },
  })
}, 240_000)
afterAll(async () => {
  await server?.stop()
  collector.closeAllConnections()
  collector.close()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

async function synchronousCommit({ services }: Pick<RunningServer, 'services'>): Promise<string> {
  const sql = `select current_setting('synchronous_commit') as setting`
  const [row] = await services.transactions.withSystemStatement('test', { sql, params: [] })
  return String(row?.setting)
}

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

it('waits for the disk at each commit, except while the installation is filled', async () => {
  expect([whileFilling, await synchronousCommit(server)]).toEqual(['off', 'on'])
})

describe('a server seen from outside', () => {
  it('logs no name, address, text or health fact, at any level', async () => {
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

  it('sends traces of requests, jobs and the database, without personal names, addresses, ids or texts', async () => {
    const headers = { Authorization: `Bearer ${await signIn('patient@sunrise.test')}` }
    const answer = await ask('/rest/v1/patients?select=id,full_name', { headers })
    const [patient] = (await answer.json()) as { id: string }[]
    await expect.poll(() => traces.join(), { timeout: 15_000 }).toContain(answer.headers.get('x-request-id'))
    const sent = traces.join('\n')
    for (const name of ['"GET /rest/v1/*"', '"database"', '"job ']) expect(sent).toContain(name)
    expect((await wordsAboutPeople(server)).filter((word) => sent.includes(word))).toEqual([])
    expect(sent).not.toContain(patient?.id)
    expect(sent).not.toContain('sunrise')
    expect(sent).not.toMatch(/select|full_name/i)
  })

  it('answers every resource of the demo as FHIR R4, and logs no search', { timeout: 120_000 }, async () => {
    const secret = makeSecret('cfk')
    await server.services.transactions.withSystem('test', (tx) =>
      sql`insert into public.api_keys (clinic_id, name, resources, secret_hash, created_at)
          select c.id, 'Demo', ${[...fhirTypes]}::text[], ${hashOfSecret(secret)}, now() from public.clinics c
           where c.subdomain = 'sunrise'`.execute(tx),
    )
    const headers = { Authorization: `Bearer ${secret}` }
    const counts: Record<string, number> = {}
    for (const type of fhirTypes) {
      for (let query: string | undefined = '?_count=200'; query !== undefined; ) {
        const answer = await ask(`/fhir/r4/${type}${query}`, { headers })
        expect([type, query, answer.status]).toEqual([type, query, 200])
        const bundle = (await answer.json()) as FhirBundle
        expect(schemaErrors(bundle)).toEqual([])
        counts[type] = (counts[type] ?? 0) + (bundle.entry?.length ?? 0)
        query = bundle.link.find(({ relation }) => relation === 'next')?.url.replace(/^[^?]*/, '')
      }
    }
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([])
    await ask('/fhir/r4/Patient?email=somebody-sought%40example.com', { headers })
    const log = lines.join('\n')
    expect(log).toContain('/fhir/r4/*')
    for (const word of ['somebody-sought', secret]) expect(log).not.toContain(word)
  })

  it('logs each request with the id that its answer carries', async () => {
    const answer = await ask('/auth/v1/settings')
    const requestId = answer.headers.get('x-request-id')
    const line = lines.map((text) => JSON.parse(text)).find((entry) => entry.requestId === requestId)
    expect(line).toMatchObject({ event: 'http.request', route: '/auth/v1/*', method: 'GET', status: 200 })
  })

  it('serves Prometheus counts of requests by route and class, statements, jobs, mails and webhooks on a separate port', async () => {
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
    expect(text).not.toContain(anybody)
    expect(text).not.toContain('sunrise')
    const value = (name: string) =>
      Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])
    expect(value('carefold_backlog_read')).toBe(1)
    expect(value('carefold_database_statements_total')).toBeGreaterThan(100)
    expect(value('carefold_database_connections_limit')).toBe(1)
    expect(text).toMatch(/^carefold_job_seconds_count\{job="mail\.send",outcome="done"\} [1-9]/m)
    expect(value('carefold_webhooks_waiting')).toBe(0)
    expect(value('carefold_webhook_oldest_seconds')).toBe(0)
    expect(value('carefold_month_closes_overdue')).toBe(0)
    expect(value('carefold_plans_without_period')).toBe(0)
    expect(value('carefold_plans_unconfirmed')).toBe(0)
    // labeled values exist in the first answer already
    expect(value('carefold_rows_outside_months{table="app.audit_log"}')).toBe(0)
    expect(value('carefold_mail_oldest_seconds')).toBeGreaterThanOrEqual(0)
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)

    expect((await ask('/metrics')).headers.get('content-type') ?? '').not.toContain('version=0.0.4')
    expect((await fetch(`http://127.0.0.1:${metricsPort}/other`)).status).toBe(404)
  })
})

describe('a backup made while people work', () => {
  const backup = join(folder, '..', `${basename(folder)}-backup`)
  const restored = join(folder, '..', `${basename(folder)}-restored`)
  afterAll(() => {
    for (const path of [backup, restored]) rmSync(path, { recursive: true, force: true })
  })

  it('restores into an empty folder: every row acknowledged before it, secrets decrypted, files by checksum', async () => {
    const headers = { Authorization: `Bearer ${await signIn('patient@sunrise.test')}` }
    const [patient] = (await (await ask('/rest/v1/patients?select=id', { headers })).json()) as {
      id: string
    }[]
    const say = async (body: string) => {
      const input = { patientId: patient?.id, body, attempt: crypto.randomUUID() }
      const answer = await ask('/functions/v1/send-message', {
        method: 'POST',
        headers,
        body: JSON.stringify(input),
      })
      return answer.status
    }
    const enrolled = await ask('/auth/v1/factors', {
      method: 'POST',
      headers,
      body: JSON.stringify({ factor_type: 'totp', friendly_name: 'phone' }),
    })
    expect(enrolled.status).toBe(200)
    expect(await say('written before the backup')).toBe(200)

    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver && written < 200) {
        if ((await say(`written meanwhile ${written}`)) === 200) written += 1
      }
    })()
    const made = await backUp(folder, backup, { now: new Date(), hasBucket: false }).finally(async () => {
      isOver = true
      await writing
    })

    expect(made.rows['public.clinics']).toBe(2)
    expect(Object.keys(made.files).filter((path) => path.startsWith('files/')).length).toBeGreaterThan(3)
    expect(made.files['encryption-key']?.bytes).toBeGreaterThan(40)
    expect(made.files.lock).toBeUndefined()
    const manifest = await restore(backup, restored)
    expect(manifest.rows).toEqual(made.rows)
    expect(await tryRestored({ dataDir: restored, encryptionKey: null })).toBeGreaterThan(0)
    const database = await openPGlite({ folder: join(restored, 'db') }, 'owner')
    const { rows } = await sql<{ body: string }>`select body from public.messages`.execute(database.kysely)
    await database.close()
    expect(rows.map(({ body }) => body)).toContain('written before the backup')
  }, 120_000)

  it('is refused over existing data, and where a file was changed', async () => {
    await expect(restore(backup, restored)).rejects.toThrow(/is not empty/)
    await expect(backUp(folder, backup, { now: new Date(), hasBucket: false })).rejects.toThrow(
      /is not empty/,
    )
    appendFileSync(join(backup, 'encryption-key'), 'x')
    await rm(restored, { recursive: true })
    await expect(restore(backup, restored)).rejects.toThrow(/the backup is damaged: file encryption-key/)
    await rm(join(backup, 'manifest.json'))
    await rm(restored, { recursive: true })
    await expect(restore(backup, restored)).rejects.toThrow(/holds no whole backup/)
  }, 60_000)
})

// last, because the requests change data where they can
describe('thousands of lines', () => {
  const marks = {
    name: 'Zqfirst O’Zqlast',
    email: 'zqmail@zqhost.test',
    phone: '+19075550142',
    text: 'zqtext: my knee hurts',
    title: 'Zqtitle',
    address: '77 Zqstreet',
    date: '1961-07-23',
  }
  const { name, email, phone, text: said, title, address, date } = marks
  const fields = {
    ...{ name, fullName: name, firstName: name, displayName: name, authorName: name, patientName: name },
    ...{ email, to: email, phone, phoneNumber: phone, address, line1: address, city: address },
    ...{ body: said, text: said, message: said, note: said, notes: said, reason: said, description: said },
    ...{
      allergies: said,
      medications: said,
      subject: title,
      title,
      label: title,
      slug: title,
      search: title,
    },
    ...{ dateOfBirth: date, bornOn: date, attempt: crypto.randomUUID(), id: crypto.randomUUID() },
    ...{ patientId: crypto.randomUUID(), membershipId: crypto.randomUUID(), appointmentId: title },
  }
  const bodies = [
    JSON.stringify(fields),
    JSON.stringify(fields).slice(0, -1),
    JSON.stringify(Object.values(marks)),
    JSON.stringify(said),
    new URLSearchParams({ name, email, phone, body: said }).toString(),
    JSON.stringify(Object.fromEntries(Object.keys(fields).map((key) => [key, name.repeat(2_000)]))),
    said,
  ]

  it('of every action and table, with names, addresses and texts in the request: none is in the log, and each request is by its id', async () => {
    const patient = { Authorization: `Bearer ${await signIn('patient@sunrise.test')}` }
    const admin = { Authorization: `Bearer ${await signIn('admin@sunrise.test')}` }
    // the server reads a body in the same way for every caller: one of them sends all forms
    const callers: [headers: Record<string, string>, bodies: string[]][] = [
      [{}, bodies.slice(0, 2)],
      [patient, bodies.slice(0, 2)],
      [admin, bodies],
    ]
    const asked = new Set<string | null>()
    const inside = async (path: string, init: RequestInit) => {
      const headers = { 'Content-Type': 'application/json', 'x-clinic': 'sunrise', ...init.headers }
      const url = `http://sunrise.carefold.localhost:${port}${path}`
      const answer = await server.fetch(new Request(url, { ...init, headers }))
      asked.add(answer.headers.get('x-request-id'))
      await answer.body?.cancel()
      return answer.status
    }
    const reached = new Set<number>()
    const someId = crypto.randomUUID()
    for (const [headers, sent] of callers) {
      for (const body of sent)
        for (const action of actions)
          reached.add(await inside(`/functions/v1/${action.name}`, { method: 'POST', headers, body }))
      for (const table of await publicTables(server)) {
        const query = new URLSearchParams({ select: title, or: `(name.eq.${name},email.ilike.*${email}*)` })
        reached.add(await inside(`/rest/v1/${table}?${query}`, { headers }))
        reached.add(await inside(`/rest/v1/${table}?id=eq.${encodeURIComponent(said)}`, { headers }))
        reached.add(
          await inside(`/rest/v1/${table}`, {
            method: 'POST',
            headers,
            body: JSON.stringify({ body: said }),
          }),
        )
      }
      // an address contains ids, or any text of a caller
      for (const path of ['/members', '/rest/v1', '/functions/v1', '/files/v1', '/auth/v1', '/live/v1'])
        reached.add(await inside(`${path}/${encodeURIComponent(name)}/${someId}`, { headers }))
      reached.add(await inside(`/functions/v1/${marks.title}`, { method: 'POST', headers }))
    }
    for (const status of [200, 400, 401, 403, 404]) expect(reached).toContain(status)
    expect([...reached].filter((status) => status >= 500 && status !== 503)).toEqual([])

    const entries = lines.map((line) => JSON.parse(line))
    expect(entries.length).toBeGreaterThan(7_500)
    const log = lines.join('\n').toLowerCase()
    const marked = [
      ...Object.values(marks),
      'zqfirst',
      'zqlast',
      'zqmail',
      'zqhost',
      'knee hurts',
      '9075550142',
      someId,
    ]
    expect(marked.filter((mark) => log.includes(mark.toLowerCase()))).toEqual([])
    const logged = new Set(
      entries.filter(({ event }) => event === 'http.request').map(({ requestId }) => requestId),
    )
    expect([...asked].filter((id) => !logged.has(id))).toEqual([])
    const causedByRequests = entries.filter(({ event }) => /^(http|function)\./.test(event))
    expect(causedByRequests.filter(({ requestId }) => !logged.has(requestId))).toEqual([])
  }, 60_000)

  it('of reports of violated policies: only kinds and one origin are stored, without personal data', async () => {
    const send = async (type: string, body: unknown) => {
      const answer = await ask('/reports/v1', {
        method: 'POST',
        headers: { 'Content-Type': type, Authorization: 'Bearer none of ours' },
        body: JSON.stringify(body),
      })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    }
    const words = Object.values(marks).join(' ')
    const address = `https://zqfirst:zqlast@elsewhere.test/${words}?${words}#${words}`
    const page = `http://sunrise.carefold.localhost/members/${words}?${words}#${words}`
    for (const blocked of [words, address, 'inline']) {
      const effectiveDirective = blocked === words ? words : 'script-src-elem'
      const body = { effectiveDirective, blockedURL: blocked, documentURL: page, disposition: words }
      const others = { sourceFile: address, referrer: page, sample: words, originalPolicy: words }
      await send('application/reports+json', [
        { type: 'csp-violation', url: page, user_agent: words, body: { ...body, ...others, [words]: words } },
      ])
      await send('application/csp-report', {
        'csp-report': {
          ...{ 'violated-directive': `${effectiveDirective} ${words}`, 'blocked-uri': blocked },
          ...{ 'document-uri': page, referrer: page, 'script-sample': words, 'source-file': address },
          ...{ 'original-policy': words, disposition: words, [words]: words },
        },
      })
    }
    await send('text/plain', words)

    const written = lines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'csp.violated')
    const kept = { page: '/members/:id', disposition: 'other', cause: 'page' }
    expect(written).toHaveLength(3)
    for (const [at, { directive, blocked }] of [
      { directive: 'other', blocked: 'other' },
      { directive: 'script-src-elem', blocked: 'https://elsewhere.test' },
      { directive: 'script-src-elem', blocked: 'inline' },
    ].entries())
      expect(written[at]).toEqual({
        ...{ at: expect.any(String), level: 'warn', event: 'csp.violated', requestId: expect.any(String) },
        ...{ ...kept, directive, blocked },
      })
    const counted = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const labels = (blocked: string) => `{directive="script-src-elem",blocked="${blocked}",cause="page"} 2`
    expect(counted).toContain(`carefold_csp_violations_total${labels('inline')}`)
    expect(counted).toContain(`carefold_csp_violations_total${labels('origin')}`)
    expect(counted).toContain('carefold_csp_reports_dropped_total{reason="unreadable"} 1')
    for (const text of [lines.join('\n'), counted])
      expect([...Object.values(marks), 'zqfirst', 'zqlast'].filter((mark) => text.includes(mark))).toEqual([])
  })
})

async function publicTables({ services }: RunningServer): Promise<string[]> {
  return services.transactions.withSystem('test', async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_catalog.pg_tables where schemaname = 'public' order by 1`.execute(tx)
    return rows.map((row) => row.name)
  })
}

interface FhirBundle {
  entry?: unknown[]
  link: { relation: string; url: string }[]
}

/** The database's data about people, in words long enough not to be in a log by chance. */
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
    ['public.message_notes', 'body'],
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
