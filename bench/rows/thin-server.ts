import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { enterSql } from '#server/platform/database/entered-actor.ts'
import { sendTogether } from '#server/platform/pipeline/pipeline.ts'

// A data API reduced to the necessary work: the token's signature, and one transaction with the entry and statement
// of Carefold's data API. The upper limit for comparison (docs/performance.md 1.2).

interface ThinJob {
  sql: string
  /** Index of the request value of each parameter; a string is a constant. */
  params: (number | string | null)[]
  status: number
  readOnly: boolean
}

const enter = `select ${enterSql}, set_config('statement_timeout', '8000', true)`
const enterToRead = `${enter}, set_config('transaction_read_only', 'on', true)`

const settings = process.env as Record<'DATABASE_URL' | 'SECRET' | 'JOBS', string>
const jobs = JSON.parse(settings.JOBS) as Record<string, ThinJob>
const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: 10 })
pool.on('connect', (client) => void client.query('set session authorization carefold_login'))

const server = createServer(async (request, response) => {
  try {
    const { status, body } = await answer(request)
    response.writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  } catch (error) {
    response.writeHead(500, { 'Content-Length': 0 })
    response.end()
    process.stderr.write(`${(error as Error).stack}\n`)
  }
})

async function answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
  const { sub, session_id: sessionId } = verified(request.headers.authorization ?? '')
  const url = new URL(request.url ?? '', 'http://127.0.0.1')
  const name = url.pathname.slice(1)
  const job = jobs[name]
  if (!job) return { status: 404, body: '' }
  const values = request.method === 'POST' ? [await bodyOf(request)] : url.searchParams.getAll('v')
  const params = job.params.map((param) => (typeof param === 'number' ? values[param] : param))
  const client = await pool.connect()
  try {
    // Without `begin` they are one transaction, which commits at its end.
    const answers = await sendTogether(client, [
      {
        sql: job.readOnly ? enterToRead : enter,
        params: [sub, sessionId, clinicOf(request), crypto.randomUUID(), '127.0.0.1', null],
      },
      { sql: job.sql, params: params as (string | null)[] },
    ])
    const [row] = answers.at(-1) ?? []
    return { status: job.status, body: row?.body ?? '' }
  } finally {
    client.release()
  }
}

const clinicOf = ({ headers }: IncomingMessage) => {
  const named = headers['x-clinic']
  return typeof named === 'string' ? named : null
}

function verified(header: string): { sub: string; session_id: string } {
  const [head = '', payload = '', signature = ''] = header.slice('Bearer '.length).split('.')
  const expected = createHmac('sha256', settings.SECRET).update(`${head}.${payload}`).digest()
  if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) throw new Error('wrong signature')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (claims.exp < Date.now() / 1000) throw new Error('expired')
  return claims
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`listening ${address.port}\n`)
})
process.stdin.once('end', () => process.exit(0)).resume()
process.once('SIGTERM', () => process.exit(0))
