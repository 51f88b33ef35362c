import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#scripts/free-port.ts'
import type { Drill, Outcome } from './drill.ts'
import type { Scene } from './scene.ts'

type Mode = 'well' | 'busy' | 'refuses' | 'drops after DATA' | 'slow'

/** The mail server fails in every way: nobody waits, every mail arrives. */
export const lostMails: Drill = {
  name: 'F5',
  isShort: false,
  about: 'mail server down, slow, refusing, dropping',
  run: (scene) =>
    mailsUnderFire(scene, async ({ stub, signUp }) => {
      const modes: Mode[] = ['busy', 'refuses', 'drops after DATA', 'slow']
      for (const mode of modes) {
        stub.mode = mode
        await Promise.all(Array.from({ length: scene.isFull ? 10 : 2 }, signUp))
        await wait(1_000)
      }
      return modes.join(', ')
    }),
}

/** The worker is killed while it sends: every mail arrives, and what arrives twice is the same mail. */
export const killedWorker: Drill = {
  name: 'F12',
  isShort: false,
  about: 'kill -9 of the worker in the middle of a job',
  run: (scene) =>
    mailsUnderFire(scene, async ({ stub, signUp, killWorker }) => {
      // two seconds a mail: time to be killed in one
      stub.mode = 'slow'
      const kills = scene.isFull ? 100 : 3
      let inJobs = 0
      for (let kill = 0; kill < kills; kill++) {
        await signUp()
        for (let tries = 0; stub.receiving === 0 && tries < 300; tries++) await wait(20)
        await wait(Math.random() * 500)
        if (stub.receiving > 0) inJobs += 1
        await killWorker()
      }
      return `${kills} kills, ${inJobs} while it sent`
    }),
}

interface Fire {
  stub: MailStub
  /** Somebody signs up, and is sent a mail. */
  signUp(): Promise<void>
  /** Kills the worker and starts another. */
  killWorker(): Promise<void>
}

/** @param fire what goes wrong while people sign up; @returns its words for the figures */
async function mailsUnderFire(scene: Scene, fire: (given: Fire) => Promise<string>): Promise<Outcome> {
  const stub = await startMailStub()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${stub.port}` }
  const web = await scene.start(settings)
  let worker = await scene.start({ ...settings, ROLE: 'worker' })
  const problems: string[] = []
  const signedUp: string[] = []
  let slowestMs = 0
  let kills = 0
  let workerSince = new Date()
  const signUp = async () => {
    const email = `mail-${crypto.randomUUID().slice(0, 8)}@drill.test`
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${web.port}/auth/v1/signup`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.7.${signedUp.length % 250}.${Math.floor(Math.random() * 250)}`,
      },
      body: JSON.stringify({ email, password: 'a long password of a drill' }),
    })
    await answer.arrayBuffer()
    slowestMs = Math.max(slowestMs, performance.now() - since)
    if (answer.status !== 200) problems.push(`sign-up answered ${answer.status}`)
    else signedUp.push(email)
  }
  const killWorker = async () => {
    process.kill(worker.pid, 'SIGKILL')
    kills += 1
    workerSince = new Date()
    worker = await scene.start({ ...settings, ROLE: 'worker' })
  }
  const what = await fire({ stub, signUp, killWorker })
  stub.mode = 'well'
  const until = performance.now() + 40_000
  // what retries after a minute and more, and what a killed worker held, is due now
  for (let open = 1; open > 0 && performance.now() < until; ) {
    await scene.query(
      `update jobs.job set start_after = now(), state = 'retry'
        where data ? 'mailId' and (state in ('retry', 'created') or state = 'active' and started_on < $1)`,
      [workerSince],
    )
    await wait(1_000)
    const [row] = await scene.query<{ open: number }>(
      `select count(*)::int as open from jobs.job where data ? 'mailId' and state in ('retry', 'created', 'active')`,
    )
    open = row?.open ?? 0
  }
  await Promise.all([web.stop(), worker.stop()])
  await stub.close()
  const missing = signedUp.filter((email) => !stub.taken.some(({ to }) => to === email))
  if (missing.length > 0) problems.push(`${missing.length} mails never arrived`)
  // the worker also sends what earlier drills of the same scene left
  const own = stub.taken.filter(({ to }) => signedUp.includes(to))
  const copies = new Map<string, number>()
  for (const { messageId } of own) copies.set(messageId, (copies.get(messageId) ?? 0) + 1)
  const extra = own.length - copies.size
  if (copies.size !== signedUp.length)
    problems.push(`${copies.size} Message-IDs for ${signedUp.length} mails`)
  if (kills > 0 && extra > kills) problems.push(`${extra} mails came again after ${kills} kills`)
  return {
    figures: `${what}: ${signedUp.length} sign-ups answered in at most ${(slowestMs / 1_000).toFixed(1)} s, ${own.length} mails taken, ${extra} of them again with the same Message-ID`,
    problems: [...new Set(problems)],
  }
}

interface TakenMail {
  to: string
  messageId: string
  /** As it was sent, with its headers. */
  text: string
}

export type MailStub = Awaited<ReturnType<typeof startMailStub>>

/** A mail server that takes mails, or fails as `mode` says. */
export async function startMailStub() {
  const taken: TakenMail[] = []
  const port = await freePort()
  const stub = { mode: 'well' as Mode, taken, receiving: 0, port, close: async () => {} }
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      if (stub.mode === 'busy') done(refuse(451, 'try again later'))
      else if (stub.mode === 'refuses') done(refuse(554, 'not here'))
      else done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const { mode } = stub
        stub.receiving += 1
        if (mode === 'slow') await wait(2_000)
        stub.receiving -= 1
        const text = Buffer.concat(chunks).toString()
        const messageId = /^Message-ID: *(.+)$/im.exec(text)?.[1]?.trim() ?? ''
        taken.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId, text })
        // taken, but the sender does not hear it
        if (mode === 'drops after DATA') done(refuse(421, 'closing'))
        else done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  stub.close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return stub
}
