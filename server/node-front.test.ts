import { expect, it } from 'vitest'
import type { Bindings } from './app-parts.ts'
import { createNodeFront } from './node-front.ts'
import { readConfig } from './platform/config/config.ts'
import { silentLogger } from './platform/log.ts'

const config = readConfig({
  DATABASE_URL: 'postgres://one/x',
  DATABASE_NODES: 'app2=postgres://two/x app3=postgres://three/x',
})

function aFront(nodeOf: Record<string, string | null> = { harbor: 'app2', pier: 'app3', dock: 'app9' }) {
  const asked: string[] = []
  const statuses: Record<string, number> = {}
  const served = (name: string) => ({
    app: {
      paths: [],
      fetch: async (request: Request, _env?: Bindings) => {
        asked.push(`${name} ${await request.text()}`.trim())
        return new Response(name, { status: statuses[name] ?? 200 })
      },
    },
    admission: {
      admit: (_request: unknown, _response: unknown, letIn: () => void) => {
        asked.push(`admitted by ${name}`)
        letIn()
      },
      isPaid: () => name === 'app2',
    },
  })
  const doubts: string[] = []
  const front = createNodeFront({
    config,
    first: served('first'),
    nodes: new Map([
      ['app2', served('app2')],
      ['app3', undefined],
    ]),
    directory: {
      nodeOf: async (subdomain) => nodeOf[subdomain] ?? null,
      known: (subdomain) => nodeOf[subdomain] ?? null,
      doubt: (subdomain) => doubts.push(subdomain),
    },
    log: silentLogger,
  })
  return { front, asked, statuses, doubts, nodeOf }
}

const origin = (label: string) => `http://${label ? `${label}.` : ''}carefold.localhost:3000`

it.each([
  ['', '/', {}, 'first'],
  ['sunrise', '/', {}, 'first'],
  ['harbor', '/members', {}, 'app2'],
  ['HARBOR', '/members', {}, 'app2'],
  ['harbor', '/', { 'x-clinic': 'sunrise' }, 'app2'],
  ['', '/rest/v1/plans', { 'x-clinic': ' Harbor ' }, 'app2'],
  ['', '/?__tenant=harbor', {}, 'app2'],
  ['app2', '/login', {}, 'app2'],
  ['app2', '/rest/v1/plans', { 'x-clinic': 'sunrise' }, 'app2'],
  ['app', '/login', {}, 'first'],
  // none of DATABASE_NODES
  ['app4', '/login', {}, 'first'],
])('%s %s %j is answered by %s', async (label, path, headers, node) => {
  const { front } = aFront()
  const answer = await front.fetch(new Request(`${origin(label)}${path}`, { headers }))
  expect(await answer.text()).toBe(node)
})

it.each(['pier', 'dock', 'app3'])('%s, on a node that is not open, gets 503', async (label) => {
  const { front, asked } = aFront()
  expect((await front.fetch(new Request(origin(label)))).status).toBe(503)
  expect(asked).toEqual([])
})

it.each(['/hooks/stripe/account', '/hooks/stripe/connect', '/hooks/sms'])(
  '%s is for every node, and fails if one fails',
  async (path) => {
    const { front, asked } = aFront()
    const sent = await front.fetch(new Request(`${origin('')}${path}`, { method: 'POST', body: 'event' }))
    expect(asked.sort()).toEqual(['app2 event', 'first event'])
    // app3 is not open
    expect(sent.status).toBe(503)
    const large = new Request(`${origin('')}${path}`, { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) })
    expect((await front.fetch(large)).status).toBe(413)
  },
)

it('a delivery report of a text message is for the node that sent it', async () => {
  const { front, asked } = aFront()
  await front.fetch(new Request(`${origin('app2')}/hooks/sms/status?id=1`, { method: 'POST', body: 'sent' }))
  expect(asked).toEqual(['app2 sent'])
})

it('an answer that may be of the wrong node is doubted, and a GET is repeated where the clinic is now', async () => {
  const { front, asked, statuses, doubts, nodeOf } = aFront()
  statuses.first = 404
  const get = front.fetch(new Request(origin('sunrise')))
  nodeOf.sunrise = 'app2'
  expect(await (await get).text()).toBe('app2')
  delete nodeOf.sunrise
  const post = front.fetch(new Request(origin('sunrise'), { method: 'POST' }))
  nodeOf.sunrise = 'app2'
  expect((await post).status).toBe(404)
  expect(doubts).toEqual(['sunrise', 'sunrise'])
  expect(asked).toEqual(['first', 'app2', 'first'])
})

it('each node admits its own requests, and the first those of clinics that were not asked for', () => {
  const { front, asked } = aFront()
  const admit = (host: string, headers = {}) =>
    front.admission.admit(
      { url: '/rest/v1/plans', headers: { host, ...headers } } as never,
      {} as never,
      () => {},
    )
  admit('harbor.carefold.localhost:3000')
  admit('carefold.localhost:3000', { 'x-clinic': 'harbor' })
  admit('sunrise.carefold.localhost:3000')
  admit('pier.carefold.localhost:3000')
  admit('no host')
  expect(asked).toEqual(['app2', 'app2', 'first', 'first', 'first'].map((name) => `admitted by ${name}`))
  expect(front.admission.isPaid({} as never)).toBe(true)
})
