import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { agreement } from '#testing/money/agreement.ts'
import { openTestPayments } from '#testing/money/payments.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { databaseOf } from '../database-of.ts'
import type { Drill } from '../drill.ts'
import { percentile } from '../mixed-load.ts'
import { seconds } from './process-faults.ts'
import { silentStripe } from './silent-stripe.ts'

type Mode = 'well' | 'hangs' | 'down' | 'too many requests' | 'fails' | 'answer is lost' | 'slow'

export const stripeFaults: Drill = {
  name: 'F6',
  isShort: false,
  about: 'Stripe down, refusing, slow, silent, losing answers',
  onEmbedded: true,
  async run(scene) {
    const stub = { mode: 'well' as Mode, keys: new Map<string, Set<string>>() }
    let stripe: typeof fetch = fetch
    const payments = await openTestPayments({
      // A separate server uses the machine's clock.
      now: new Date().toISOString(),
      // On the embedded database, the one of tests: its own belongs to a server.
      ...(!scene.isEmbedded && { openDatabase: async () => databaseOf(scene) }),
      reach: (fetch) => {
        stripe = faulty(fetch, stub)
        return stripe
      },
    })
    const problems: string[] = []
    const told: string[] = []
    let slowest = 0
    let silence = ''
    try {
      const clinic = await payments.aSellingClinic()
      const plan = await payments.aPublishedPlan(clinic)
      const modes: Mode[] = ['down', 'too many requests', 'fails', 'answer is lost', 'slow']
      for (const mode of modes) {
        const patient = await aPatient(payments.db, clinic)
        const input = { priceId: plan.price.id, attempt: crypto.randomUUID(), agreement }
        const join = () => payments.call(joinPlan, patient.caller(), input)
        stub.mode = mode
        stub.keys.clear()
        const since = performance.now()
        const code = await join().then(
          () => 'answered',
          (error: { code?: string }) => error.code ?? 'an unexpected error',
        )
        slowest = Math.max(slowest, performance.now() - since)
        told.push(`${mode}: ${code}`)
        const isFine =
          code === 'payments_unavailable' || (code === 'answered' && !['down', 'fails'].includes(mode))
        if (!isFine) problems.push(`${mode}: ${code}`)
        stub.mode = 'well'
        const { url } = await join()
        const again = await join()
        if (again.url !== url) problems.push(`${mode}: two pages for one attempt`)
        const rows = await payments.db.asOwner('select from app.checkouts where subject_id = $1', [
          patient.patientId,
        ])
        if (rows.length !== 1) problems.push(`${mode}: ${rows.length} checkouts for one attempt`)
        for (const [path, keys] of stub.keys)
          if (/checkout/.test(path) && keys.size > 1) problems.push(`${mode}: ${keys.size} keys for ${path}`)
        await payments.pay(url)
        await payments.work()
        const subscriptions = await payments.db.asOwner(
          'select from public.subscriptions where owner_patient_id = $1',
          [patient.patientId],
        )
        if (subscriptions.length !== 1) problems.push(`${mode}: ${subscriptions.length} subscriptions`)
      }
      // On the embedded database the server has another folder, without this clinic.
      if (!scene.isEmbedded) {
        const silent = await silentStripe(
          scene,
          { payments, clinic, priceId: plan.price.id },
          {
            reach: (...request) => stripe(...request),
            hangs: (yes) => {
              stub.mode = yes ? 'hangs' : 'well'
            },
          },
        )
        silence = `; ${silent.figures}`
        problems.push(...silent.problems)
      }
      const open = await payments.client.checkout.sessions.list(
        { status: 'open' },
        { stripeAccount: clinic.account },
      )
      if (open.data.length > 1) problems.push(`${open.data.length} pages are left over at Stripe`)
    } finally {
      await payments.close()
    }
    return { figures: `${told.join(', ')}; told within ${seconds(slowest)}${silence}`, problems }
  },
}

function faulty(reach: typeof fetch, stub: { mode: Mode; keys: Map<string, Set<string>> }): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const path = `${request.method} ${new URL(request.url).pathname}`
    const key = request.headers.get('idempotency-key')
    if (key) stub.keys.set(path, (stub.keys.get(path) ?? new Set()).add(key))
    const refuse = (status: number, type: string) =>
      Response.json({ error: { type, message: 'as the drill wants it' } }, { status })
    if (stub.mode === 'hangs') await new Promise(() => {})
    if (stub.mode === 'down') throw new TypeError('fetch failed')
    if (stub.mode === 'too many requests') return refuse(429, 'rate_limit_error')
    if (stub.mode === 'fails') return refuse(500, 'api_error')
    if (stub.mode === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_000))
    const answer = await reach(request)
    // The request was carried out, but its answer is lost.
    if (stub.mode === 'answer is lost' && request.method === 'POST') {
      await answer.arrayBuffer()
      throw new TypeError('fetch failed')
    }
    return answer
  }
}

const secret = 'whsec_drill_0123456789abcdef'
const dayS = 86_400
const unixNow = () => Math.floor(Date.now() / 1_000)

export const webhookFaults: Drill = {
  name: 'F7',
  isShort: true,
  onEmbedded: true,
  about: 'webhooks repeated, shuffled, late, unknown, forged',
  async run(scene) {
    const problems: string[] = []
    const server = await scene.start({ STRIPE_CONNECT_WEBHOOK_SECRET: secret })
    const run = crypto.randomUUID().slice(0, 8)
    const now = unixNow()
    const kinds = [
      'customer.subscription.updated',
      'invoice.paid',
      'charge.refunded',
      'something.nobody_knows',
    ]
    const events = Array.from({ length: scene.isFull ? 1_000 : 100 }, (_, number) => ({
      id: `evt_${run}_${number}`,
      object: 'event',
      livemode: false,
      account: 'acct_nobody',
      type: kinds[number % kinds.length],
      created: now - (number % 2) * 3 * dayS,
      data: { object: { id: `obj_${number % 20}`, object: 'thing' } },
    }))
    const shuffled = [...events, ...events, ...events.toReversed()].sort(() => Math.random() - 0.5)
    const took: number[] = []
    const send = async () => {
      for (let event = shuffled.pop(); event; event = shuffled.pop()) {
        const since = performance.now()
        const status = await post(server.port, JSON.stringify(event), unixNow())
        took.push(performance.now() - since)
        if (status !== 200) problems.push(`an event was answered with ${status}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, send))
    const body = JSON.stringify({ ...events[0], id: `evt_${run}_forged` })
    for (const [what, status] of [
      ['forged', await post(server.port, body, unixNow(), 'whsec_somebody_else')],
      ['signed an hour ago', await post(server.port, body, unixNow() - 3_600)],
    ] as const)
      if (status !== 400) problems.push(`an event ${what} was answered with ${status}`)
    await server.stop()
    const [stored] = await scene.query<{ count: number }>(
      'select count(*)::int as count from app.webhook_events where id like $1',
      [`evt_${run}_%`],
    )
    if (stored?.count !== events.length)
      problems.push(`${stored?.count} of ${events.length} events are stored`)
    const known = await scene.query('select from app.webhook_events where id = $1', [`evt_${run}_forged`])
    if (known.length > 0) problems.push('a refused event is stored')
    took.sort((one, other) => one - other)
    const p99 = percentile(took, 0.99)
    // They use another database.
    const histories = scene.isFull && !scene.isEmbedded ? await permutations() : null
    return {
      figures: `${took.length} deliveries of ${events.length} events, p99 ${p99.toFixed(0)} ms${histories ? `; ${histories.figures}` : ''}`,
      problems: [...new Set([...problems, ...(histories?.problems ?? [])])],
      ...(p99 > 200 && { slow: [`p99 ${p99.toFixed(0)} ms, goal 200 ms`] }),
    }
  },
}

async function post(port: number, body: string, at: number, key = secret): Promise<number> {
  const signature = createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
  const answer = await fetch(`http://127.0.0.1:${port}/hooks/stripe/connect`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': `t=${at},v1=${signature}` },
    body,
  })
  await answer.arrayBuffer()
  return answer.status
}

/** Runs server/features/stripe-sync/event-order.test.ts many times. */
async function permutations(): Promise<{ figures: string; problems: string[] }> {
  const env = { EVENT_HISTORIES: '200', EVENT_PERMUTATIONS: '50', ...process.env }
  const test = spawn(
    'vitest',
    ['run', 'server/features/stripe-sync/event-order.test.ts', '--testTimeout=0'],
    {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  test.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const code = await new Promise((resolve) => test.once('exit', resolve))
  const counts = `${env.EVENT_HISTORIES} histories in ${env.EVENT_PERMUTATIONS} orders each`
  return {
    figures: counts,
    problems: code === 0 ? [] : [`another state in another order:\n${said.slice(-2_000)}`],
  }
}
