import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { readBacklog } from '#server/clinic/backlog.ts'
import { receiptAttachment } from '#server/features/receipts/queries.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics, type Metrics } from '#server/platform/metrics/metrics.ts'
import { createTracing } from '#server/platform/tracing/tracing.ts'
import { testWebhooks } from '#testing/webhooks/webhooks.ts'
import type { Observed, TestServer } from '../test-server.ts'
import { searchedTables } from './columns.ts'
import type { Answered } from './story.ts'

/** A channel out of the server, and everything sent through it. */
export interface Outlet {
  name: string
  texts: string[]
}

function watchNetwork() {
  const requests: string[] = []
  const onFetch = (message: unknown) => {
    const { request } = message as { request: { origin: string; path: string } }
    requests.push(`${request.origin}${request.path}`)
  }
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    requests.push(`${request.protocol}//${request.host}${request.path}`)
  }
  subscribe('undici:request:create', onFetch)
  subscribe('http.client.request.start', onRequest)
  const end = () => {
    unsubscribe('undici:request:create', onFetch)
    unsubscribe('http.client.request.start', onRequest)
  }
  return { requests, end }
}

/** Watches the log, traces, requests to other servers, and calls of Stripe. */
export function watch() {
  const lines: string[] = []
  const spans: string[] = []
  const asked: string[] = []
  const posted: string[] = []
  const network = watchNetwork()
  let metrics: Metrics | undefined
  const log = createLogger('debug', (line) => lines.push(line))
  const tracing = createTracing(
    { endpoint: 'http://collector.test', headers: {}, service: 'carefold', share: 1 },
    log,
    async (_url, init) => {
      spans.push(String(init?.body))
      return new Response()
    },
  )
  const observed: Observed = {
    log,
    tracing,
    onAnswer: (answered) => metrics?.answered(answered),
    webhooks: {
      ...testWebhooks(),
      post: async (_url, headers, body) => {
        posted.push(JSON.stringify(headers), body)
        return { responseCode: 200, failure: null }
      },
    },
    reach: (fetch) => async (input, init) => {
      const sent = [String(input), init?.body, JSON.stringify([...new Headers(init?.headers)])]
      asked.push(sent.map((part) => decodeURIComponent(String(part ?? '').replaceAll('+', ' '))).join('\n'))
      return fetch(input, init)
    },
  }
  return {
    observed,
    count(test: TestServer) {
      const { transactions, log: serverLog, clock } = test.services
      const waiting = () => readBacklog(transactions, clock.now())
      metrics = createMetrics({ databases: () => [test.db.database], log: serverLog, readBacklog: waiting })
    },
    async outlets(test: TestServer): Promise<Outlet[]> {
      await tracing.close()
      const text = (await metrics?.text()) ?? ''
      metrics?.close()
      network.end()
      return [
        { name: 'log', texts: lines },
        { name: 'traces', texts: spans },
        { name: 'metrics', texts: [text] },
        { name: 'Stripe', texts: asked },
        { name: 'webhooks', texts: posted },
        { name: 'other servers', texts: network.requests },
        { name: 'names of receipts', texts: await receiptNames(test) },
        ...(await storedOutlets(test)),
      ]
    },
  }
}

/** Sent or queued data in the database. */
async function storedOutlets({ db }: TestServer): Promise<Outlet[]> {
  const mails = await db.asOwner<
    Record<'template' | 'channel' | 'to' | 'subject' | 'text' | 'links' | 'calendar', string>
  >(
    `select template, channel, to_address as to, subject, text_body || html_body as text, links::text, coalesce(calendar, '') as calendar
       from app.mails order by queued_at, id`,
  )
  const ofMails = mails.flatMap(({ template, ...mail }) => [
    { name: `to of ${template}`, texts: [mail.to] },
    { name: `subject of ${template}`, texts: [mail.subject] },
    { name: `text of ${template}`, texts: [mail.text] },
    { name: `links of ${template}`, texts: [mail.links] },
    { name: `calendar of ${template}`, texts: [mail.calendar] },
  ])
  const stored = []
  for (const table of [
    'jobs.job',
    'app.audit_links',
    ...searchedTables.filter((name) => name !== 'app.mails'),
  ]) {
    const rows = await db.asOwner<{ row: string }>(`select t::text as row from ${table} t`)
    stored.push({ name: table, texts: rows.map(({ row }) => row) })
  }
  return [...ofMails, ...stored]
}

/** Names and metadata of receipts' files; their pages are for the payer. */
async function receiptNames({ db, services }: TestServer): Promise<string[]> {
  const receipts = await db.asOwner<{ clinicId: string; receiptId: string }>(
    'select clinic_id as "clinicId", id as "receiptId" from receipts order by issued_at desc limit 3',
  )
  return Promise.all(
    receipts.map(async (receipt) => {
      const { fileName, content } = await receiptAttachment(services.transactions, receipt)
      const withoutPages = Buffer.from(content)
        .toString('latin1')
        .replace(/\bstream\b[\s\S]*?\bendstream\b/g, '')
      const inHex = withoutPages.replace(/<([0-9A-Fa-f]+)>/g, (_, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      )
      // texts may be UTF-16
      return `${fileName}\n${inHex.replaceAll('\0', '')}`
    }),
  )
}

/** Parts of answers that others than the caller can read: caches, visitors, and readers of headers. */
export function outletsOf(answers: Answered[]): Outlet[] {
  const ofVisitors = answers.filter(({ to }) => to.endsWith(' as visitor'))
  return [
    { name: 'headers of answers', texts: answers.map(({ headers }) => headersOf(headers)) },
    { name: 'answers to visitors', texts: ofVisitors.map(({ text }) => text) },
  ]
}

/** Without the header that repeats the request's address to the caller. */
const headersOf = (headers: Headers) =>
  JSON.stringify([...headers].filter(([name]) => name !== 'content-location'))
