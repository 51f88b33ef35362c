import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { generate } from 'otplib'
import { freePort } from '#scripts/free-port.ts'
import { makeEncryptionKey } from '#server/platform/secret-box.ts'
import type { ServerProcess } from '../machine/server-process.ts'
import { ask } from './ask.ts'
import { linkOf } from './authenticators.ts'
import { startMailStub } from './faults/mail-stub.ts'
import type { Scene } from './scene.ts'

const secretOf = (name: string) => `whsec_${name}_0123456789abcdef`

interface Phase {
  encryption: string
  webhook: (endpoint: string) => string
  signsWith: (endpoint: string) => string[]
}

/**
 * Replaces ENCRYPTION_KEY and both of Stripe's signing secrets on two servers, one after the other, under load. A
 * server about to stop gets no more requests, as behind a proxy.
 */
export async function rotateSecrets(scene: Scene): Promise<{ figures: string; problems: string[] }> {
  const [old, next] = [makeEncryptionKey(), makeEncryptionKey()]
  const before = (endpoint: string) => secretOf(`old${endpoint}`)
  const after = (endpoint: string) => secretOf(`new${endpoint}`)
  const both = (endpoint: string) => [before(endpoint), after(endpoint)]
  const phases: Phase[] = [
    { encryption: old, webhook: before, signsWith: (endpoint) => [before(endpoint)] },
    // Rotated at Stripe with an overlap: it signs with both. The new key decrypts on all servers before it encrypts
    // on any.
    { encryption: `${old},${next}`, webhook: (endpoint) => both(endpoint).join(), signsWith: both },
    { encryption: `${next},${old}`, webhook: (endpoint) => both(endpoint).join(), signsWith: both },
    { encryption: `${next},${old}`, webhook: after, signsWith: (endpoint) => [after(endpoint)] },
  ]
  const mails = await startMailStub()
  // One port at two addresses, since it is part of the issuer of tokens.
  const hosts = ['127.0.0.1', '127.0.0.2'] as const
  const port = String(await freePort())
  const running: (ServerProcess | null)[] = [null, null]
  const servers: (string | null)[] = [null, null]
  const start = async (index: number, { encryption, webhook }: Phase) => {
    const server = await scene.start({
      ROLE: index === 0 ? 'all' : 'web',
      SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
      ENCRYPTION_KEY: encryption,
      STRIPE_WEBHOOK_SECRET: webhook('account'),
      STRIPE_CONNECT_WEBHOOK_SECRET: webhook('connect'),
      HOST: hosts[index] ?? '',
      PORT: port,
    })
    const origin = `http://${hosts[index]}:${port}`
    while ((await ask(origin, 'GET', '/ready').catch(() => null))?.status !== 200) await wait(50)
    running[index] = server
    servers[index] = origin
  }
  const [first] = phases as [Phase]
  await start(0, first)
  await start(1, first)
  let phase = first
  let requests = 0
  const problems: string[] = []
  let refused = 0
  const send = async (path: string, body: string, headers: Record<string, string>): Promise<Found> => {
    for (let tries = 1; ; tries++) {
      let server = servers[requests++ % 2]
      while (!server) {
        await wait(20)
        server = servers.find((each) => each !== null)
      }
      const answer = await ask(server, 'POST', path, {
        body,
        headers: { 'X-Forwarded-For': address(), ...headers },
      })
      if (answer.status === 200) return answer.body as Found
      // A busy machine asks for a retry, whatever its keys.
      if (![429, 503].includes(answer.status) || tries === 100)
        throw new Error(
          `${path.replaceAll(/[0-9a-f-]{36}/g, 'ID')} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`,
        )
      refused += 1
      await wait(200)
    }
  }
  let isOver = false
  let passed = 0
  const run = crypto.randomUUID().slice(0, 8)
  const person = async (number: number) => {
    for (let turn = 0; !isOver; turn++) {
      const email = `rotation-${run}-${number}-${turn}@drill.test`
      await send('/auth/v1/signup', JSON.stringify({ email, password: 'a long password of a drill' }), {})
      const link = await linkOf(mails, email)
      const { access_token: token } = await send(
        '/auth/v1/verify',
        JSON.stringify({ type: 'signup', token_hash: link }),
        {},
      )
      // A challenge belongs to an address.
      const bearer = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': `10.20.${number}.${turn % 250}` }
      const enrolled = await send(
        '/auth/v1/factors',
        JSON.stringify({ factor_type: 'totp', friendly_name: 'drill' }),
        bearer,
      )
      const challenge = await send(`/auth/v1/factors/${enrolled.id}/challenge`, '{}', bearer)
      const code = await generate({ secret: enrolled.totp?.secret ?? '' })
      await send(
        `/auth/v1/factors/${enrolled.id}/verify`,
        JSON.stringify({ challenge_id: challenge.id, code }),
        bearer,
      )
      passed += 1
    }
  }
  let events = 0
  const stripe = async (endpoint: 'account' | 'connect') => {
    while (!isOver) {
      const at = Math.floor(Date.now() / 1_000)
      const body = JSON.stringify({
        ...{
          id: `evt_${run}_${endpoint}_${events++}`,
          object: 'event',
          livemode: false,
          type: 'balance.available',
          created: at,
        },
        ...(endpoint === 'connect' && { account: 'acct_nobody' }),
        data: { object: { id: 'bal_1', object: 'balance' } },
      })
      const signatures = phase
        .signsWith(endpoint)
        .map((secret) => `v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`)
      await send(`/hooks/stripe/${endpoint}`, body, { 'Stripe-Signature': [`t=${at}`, ...signatures].join() })
      await wait(30)
    }
  }
  const noted = (work: Promise<void>) =>
    work.catch((error: Error) => {
      problems.push(error.message)
    })
  const load = Promise.all([...[1, 2, 3].map(person), stripe('account'), stripe('connect')].map(noted))
  for (const next of phases.slice(1)) {
    await wait(2_000)
    // Stripe signs with both before a server knows the new secret, and stops signing with the old one after all do.
    if (next.signsWith('account').length > 1) phase = next
    for (const index of [0, 1]) {
      servers[index] = null
      // Requests just sent arrive; SIGTERM lets them finish.
      await wait(100)
      await running[index]?.stop()
      await start(index, next)
    }
    phase = next
  }
  await wait(2_000)
  isOver = true
  await load
  await Promise.all(running.map((server) => server?.stop()))
  await mails.close()
  return {
    figures: `ENCRYPTION_KEY and both webhook secrets on two servers in turn: ${requests} requests (${refused} told to come again later), ${passed} authenticators, ${events} events`,
    problems: [...new Set(problems)],
  }
}

interface Found {
  access_token?: string
  id?: string
  totp?: { secret: string }
}

const octet = () => Math.floor(Math.random() * 256)
const address = () => `10.${octet()}.${octet()}.${octet()}`
