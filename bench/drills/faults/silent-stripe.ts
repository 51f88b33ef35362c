import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { agreement } from '#testing/money/agreement.ts'
import type { SellingClinic, TestPayments } from '#testing/money/payments.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { startServerProcess } from '../../machine/server-process.ts'
import { serverSettings } from '../../rows/world.ts'
import type { Scene } from '../scene.ts'
import { tokenOf } from '../token-of.ts'
import { seconds } from './process-faults.ts'

const script = new URL('../stripe-elsewhere-server.ts', import.meta.url)
/** The longest wait after a click: ten seconds without an answer, and the client's pauses. */
const longestClickMs = 15_000

/**
 * @param stripe answers for Stripe, as `hangs` says
 * @returns the wait and answer of a click, and problems
 */
export async function silentStripe(
  scene: Scene,
  { payments, clinic, priceId }: { payments: TestPayments; clinic: SellingClinic; priceId: string },
  stripe: { reach: typeof fetch; hangs(yes: boolean): void },
): Promise<{ figures: string; problems: string[] }> {
  const stub = createServer(async (incoming, answer) => {
    const headers = new Headers(
      Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
      ),
    )
    const hasBody = !['GET', 'HEAD', 'DELETE'].includes(incoming.method ?? '')
    const found = await stripe.reach(`https://api.stripe.com${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers,
      ...(hasBody && { body: Buffer.concat(await Readable.from(incoming).toArray()) }),
    })
    answer.writeHead(found.status, Object.fromEntries(found.headers))
    answer.end(Buffer.from(await found.arrayBuffer()))
  })
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve))
  const { port: stubPort } = stub.address() as { port: number }
  const settings: Record<string, string> = {
    ...(await serverSettings(scene.url)),
    TRUSTED_PROXY_HOPS: '1',
    LOG_LEVEL: 'silent',
    STRIPE_STUB_PORT: String(stubPort),
  }
  const server = await startServerProcess('carefold', script, settings)
  const problems: string[] = []
  try {
    const patient = await aPatient(payments.db, clinic)
    const token = await tokenOf(patient.caller(), settings)
    const attempt = crypto.randomUUID()
    const click = async () => {
      const since = performance.now()
      const answer = await fetch(`http://127.0.0.1:${server.port}/functions/v1/join-plan`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'x-clinic': clinic.subdomain,
        },
        body: JSON.stringify({ priceId, attempt, agreement }),
        signal: AbortSignal.timeout(120_000),
      })
      const body = (await answer.json()) as { code?: string; message?: string; url?: string }
      return { status: answer.status, body, ms: performance.now() - since }
    }
    stripe.hangs(true)
    const silent = await click()
    stripe.hangs(false)
    if (silent.status !== 503 || silent.body.code !== 'payments_unavailable' || !silent.body.message)
      problems.push(`hangs: ${silent.status} ${JSON.stringify(silent.body)}`)
    if (silent.ms > longestClickMs) problems.push(`hangs: a click waited ${seconds(silent.ms)}`)
    const again = await click()
    if (!again.body.url) problems.push(`after it: ${again.status} ${JSON.stringify(again.body)}`)
    const rows = await scene.query('select from app.checkouts where subject_id = $1', [patient.patientId])
    if (rows.length !== 1) problems.push(`hangs: ${rows.length} checkouts for one attempt`)
    return {
      figures: `a server whose Stripe hangs: a click waited ${seconds(silent.ms)} for “${silent.body.message}”, the next ${seconds(again.ms)} for its page`,
      problems,
    }
  } finally {
    stripe.hangs(false)
    await server.stop()
    stub.closeAllConnections()
    await new Promise((resolve) => stub.close(resolve))
  }
}
