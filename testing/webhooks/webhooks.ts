import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeEncryptionKey, secretBox } from '#server/platform/secret-box.ts'
import { isLocal, postFromDevelopment } from '#server/platform/webhooks/post-webhook.ts'
import type { Webhooks } from '#server/platform/webhooks/webhooks.ts'
import type { TestDatabase } from '../database/database.ts'
import type { TestClinic } from '../sign-in/people.ts'

/** As in development, for receivers on this machine alone. */
export function testWebhooks(): Webhooks {
  return {
    post: async (url, headers, body) =>
      isLocal(url) ? postFromDevelopment(url, headers, body) : { responseCode: null, failure: 'unreachable' },
    allows: () => true,
    secrets: secretBox(makeEncryptionKey()),
  }
}

interface Received {
  headers: Record<string, string | undefined>
  body: string
}

export type Receiver = Awaited<ReturnType<typeof aReceiver>>

/** A program that receives webhooks on this machine. */
export async function aReceiver() {
  const requests: Received[] = []
  let answer: { status: number; way: 'usual' | 'endless' | 'hang up' } = { status: 200, way: 'usual' }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const headers = request.headers as Received['headers']
    requests.push({ headers, body: Buffer.concat(parts).toString() })
    if (answer.way === 'hang up') {
      request.socket.destroy()
      return
    }
    response.writeHead(answer.status, answer.status === 302 ? { location: '/elsewhere' } : {})
    if (answer.way === 'usual') {
      response.end()
      return
    }
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    requests,
    answerWith(status: number, way: 'usual' | 'endless' | 'hang up' = 'usual'): void {
      answer = { status, way }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** An endpoint with one waiting delivery. @returns its id */
export async function aWebhook(db: TestDatabase, clinic: Pick<TestClinic, 'id'>): Promise<string> {
  const [row] = await db.asOwner<{ id: string }>(
    `with endpoint as (
       insert into webhook_endpoints (clinic_id, url, topics, secret, created_at)
       values ($1, 'https://hooks.example.test/' || gen_random_uuid(), '{visit}', '\\x00', now()) returning clinic_id, id
     ), delivery as (
       insert into webhook_deliveries (clinic_id, endpoint_id, event_id, kind, data, occurred_at, created_at, next_attempt_at)
       select clinic_id, id, gen_random_uuid(), 'test', '{}', now(), now(), now() from endpoint)
     select id from endpoint`,
    [clinic.id],
  )
  return row?.id ?? ''
}
