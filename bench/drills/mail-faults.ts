import { setTimeout as wait } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#scripts/free-port.ts'
import type { Drill } from './drill.ts'

type Mode = 'well' | 'busy' | 'refuses' | 'drops after DATA' | 'slow'

/** The mail server fails in every way, and the worker is killed while it sends: nobody waits, every mail arrives. */
export const lostMails: Drill = {
  name: 'F5',
  isShort: false,
  about: 'mail server down, slow, refusing, dropping; worker killed while it sends',
  async run(scene) {
    const stub = await startMailStub()
    const settings = { SMTP_URL: `smtp://127.0.0.1:${stub.port}` }
    const web = await scene.start(settings)
    let worker = await scene.start({ ...settings, ROLE: 'worker' })
    const problems: string[] = []
    const signedUp: string[] = []
    let slowestMs = 0
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
    const modes: Mode[] = ['busy', 'refuses', 'drops after DATA', 'slow']
    for (const mode of modes) {
      stub.mode = mode
      await Promise.all([signUp(), signUp()])
      await wait(1_000)
    }
    const kills = scene.isFull ? 100 : 3
    for (let kill = 0; kill < kills; kill++) {
      await signUp()
      await wait(200 + Math.random() * 600)
      process.kill(worker.pid, 'SIGKILL')
      worker = await scene.start({ ...settings, ROLE: 'worker' })
    }
    stub.mode = 'well'
    const until = performance.now() + 40_000
    const missing = () => signedUp.filter((email) => !stub.taken.some(({ to }) => to === email))
    while (missing().length > 0 && performance.now() < until) {
      // what retries after a minute and more, and what a killed worker held, is due now
      await scene.query(
        `update jobs.job set start_after = now(), state = case when state = 'active' then 'retry' else state end
          where data ? 'mailId' and state in ('retry', 'created', 'active')`,
      )
      await wait(1_000)
    }
    await Promise.all([web.stop(), worker.stop()])
    await stub.close()
    if (missing().length > 0) problems.push(`${missing().length} mails never arrived`)
    // the worker also sends what earlier drills of the same scene left
    const own = stub.taken.filter(({ to }) => signedUp.includes(to))
    const copies = new Map<string, number>()
    for (const { messageId } of own) copies.set(messageId, (copies.get(messageId) ?? 0) + 1)
    const extra = own.length - copies.size
    if (copies.size !== signedUp.length)
      problems.push(`${copies.size} Message-IDs for ${signedUp.length} mails`)
    return {
      figures: `${signedUp.length} sign-ups answered in at most ${(slowestMs / 1_000).toFixed(1)} s, ${own.length} mails taken, ${extra} of them again with the same Message-ID, ${kills} kills`,
      problems: [...new Set(problems)],
    }
  },
}

/** A mail server that takes mails, or fails as `mode` says. */
export async function startMailStub() {
  const taken: { to: string; messageId: string }[] = []
  const port = await freePort()
  const stub = { mode: 'well' as Mode, taken, port, close: async () => {} }
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
        if (mode === 'slow') await wait(2_000)
        const text = Buffer.concat(chunks).toString()
        const messageId = /^Message-ID: *(.+)$/im.exec(text)?.[1]?.trim() ?? ''
        taken.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId })
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
