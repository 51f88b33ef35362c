import { setTimeout as wait } from 'node:timers/promises'
import { operatorEnv } from '#testing/sign-in/operator.ts'
import type { Drill, Outcome } from '../drill.ts'
import { actingTeam, type Scene, type TeamKey } from '../scene.ts'
import { deadLetter } from './dead-letter.ts'
import { type MailMode, type MailStub, startMailStub } from './mail-stub.ts'
import { seconds } from './process-faults.ts'

export const lostMails: Drill = {
  name: 'F5',
  isShort: false,
  about: 'mail server down, slow, refusing, dropping',
  onEmbedded: true,
  run: (scene) =>
    mailsUnderFire(scene, async ({ stub, signUp, invite, recover, problems, slowest, lookAtRetries }) => {
      const count = scene.isFull ? 10 : 2
      const ask = () =>
        Promise.all(
          Array.from({ length: count }, (_, number) => [signUp(), invite(number), recover(number)]).flat(),
        )
      await ask()
      const usual = slowest()
      const modes: MailMode[] = ['down', 'busy', 'refuses', 'drops after DATA', 'slow']
      if (scene.isFull) stub.slowMs = 30_000
      for (const mode of modes) {
        await stub.turn(mode)
        await ask()
        await wait(1_000)
      }
      await stub.turn('well')
      problems.push(...(await lookAtRetries()))
      return `${modes.join(', ')} (slow: ${stub.slowMs / 1_000} s), as usual ${seconds(usual)}`
    }),
}

export const killedWorker: Drill = {
  name: 'F12',
  isShort: false,
  about: 'kill -9 of the worker in the middle of a job',
  run: (scene) =>
    mailsUnderFire(scene, async ({ stub, signUp, killWorker }) => {
      // Two seconds a mail, so that the kill happens during one.
      await stub.turn('slow')
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
  signUp(): Promise<void>
  invite(number: number): Promise<void>
  recover(number: number): Promise<void>
  killWorker(): Promise<void>
  problems: string[]
  /** The longest answer since the last call. */
  slowest(): number
  lookAtRetries(): Promise<string[]>
}

/** @param fire causes the faults; @returns a text for the figures */
async function mailsUnderFire(scene: Scene, fire: (given: Fire) => Promise<string>): Promise<Outcome> {
  const stub = await startMailStub()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${stub.port}`, ...operatorEnv }
  let web = await scene.start(settings)
  // The embedded database has one process.
  let worker = scene.isEmbedded ? null : await scene.start({ ...settings, ROLE: 'worker' })
  const team = actingTeam(await scene.teamAt(web.port))
  const problems: string[] = []
  const mailed: string[] = []
  let slowestMs = 0
  let lately = 0
  let kills = 0
  let workerSince = new Date()
  const post = async (what: string, path: string, to: string, body: object, key?: TeamKey) => {
    const since = performance.now()
    const answer = await fetch(`http://127.0.0.1:${web.port}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.7.${mailed.length % 250}.${Math.floor(Math.random() * 250)}`,
        ...(key && { Authorization: `Bearer ${key.token}`, 'x-clinic': key.clinic.subdomain }),
      },
      body: JSON.stringify(body),
    })
    const said = await answer.text()
    lately = Math.max(lately, performance.now() - since)
    slowestMs = Math.max(slowestMs, lately)
    if (answer.status !== 200) problems.push(`${what} answered ${answer.status} ${said.slice(0, 200)}`)
    else mailed.push(to)
  }
  const signUp = () => {
    const email = `mail-${crypto.randomUUID().slice(0, 8)}@drill.test`
    return post('sign-up', '/auth/v1/signup', email, { email, password: 'a long password of a drill' })
  }
  const invite = (number: number) => {
    const email = `invited-${crypto.randomUUID().slice(0, 8)}@drill.test`
    const key = team[number % team.length] as TeamKey
    const body = { clinicId: key.clinic.id, email, role: 'patient' }
    return post('an invitation', '/functions/v1/invite-patient', email, body, key)
  }
  let recovered = 0
  const recover = () => {
    // A new address each time: each may get one mail a minute.
    const email = `person-${1 + recovered++}@bench.test`
    return post('a recovery', '/auth/v1/recover', email, { email })
  }
  const killWorker = async () => {
    if (!worker) return
    process.kill(worker.pid, 'SIGKILL')
    kills += 1
    workerSince = new Date()
    worker = await scene.start({ ...settings, ROLE: 'worker' })
  }
  /** Queries the database; the embedded one's server stops for it. */
  const between = async <T>(ask: () => Promise<T>): Promise<T> => {
    if (!scene.isEmbedded) return ask()
    await web.stop()
    workerSince = new Date()
    const found = await ask()
    web = await scene.start({ ...settings, PORT: String(web.port) })
    return found
  }
  const lookAtRetries = () =>
    between(async () => {
      const waiting = await scene.query<{ seconds: number; retry_limit: number }>(
        `select extract(epoch from start_after - completed_on)::float as seconds, retry_limit from jobs.job
          where data ? 'mailId' and state = 'retry' and retry_count = 0 and completed_on is not null`,
      )
      return waiting.some(({ seconds: pause }) => pause < 20)
        ? ['a mail is tried again within 20 seconds']
        : []
    })
  const slowest = () => {
    const most = lately
    lately = 0
    return most
  }
  const what = await fire({ stub, signUp, invite, recover, killWorker, problems, slowest, lookAtRetries })
  await stub.turn('well')
  const until = performance.now() + 240_000
  // Makes later retries, and mails held by a killed worker, due now.
  for (let open = 1; open > 0 && performance.now() < until; ) {
    open = await between(async () => {
      await scene.query(
        `update jobs.job set start_after = now(), state = 'retry'
          where data ? 'mailId' and (state in ('retry', 'created') or state = 'active' and started_on < $1)`,
        [workerSince],
      )
      const [row] = await scene.query<{ open: number }>(
        `select count(*)::int as open from jobs.job where data ? 'mailId' and state in ('retry', 'created', 'active')`,
      )
      return row?.open ?? 0
    })
    // While mails arrive: the embedded database's server stops for the next query.
    for (let before = -1; open > 0 && before < stub.taken.length; ) {
      before = stub.taken.length
      await wait(scene.isEmbedded ? 4_000 : 1_000)
    }
  }
  if (!scene.isEmbedded && kills === 0)
    problems.push(...(await deadLetter(scene, { stub, port: web.port, signUp })))
  await Promise.all([web.stop(), worker?.stop()])
  await stub.close()
  const missing = mailed.filter((email) => !stub.taken.some(({ to }) => to === email))
  if (missing.length > 0) problems.push(`${missing.length} mails never arrived`)
  // The worker also sends mails that earlier drills of the scene left.
  const own = stub.taken.filter(({ to }) => mailed.includes(to))
  const copies = new Map<string, number>()
  for (const { messageId } of own) copies.set(messageId, (copies.get(messageId) ?? 0) + 1)
  const extra = own.length - copies.size
  if (copies.size !== mailed.length) problems.push(`${copies.size} Message-IDs for ${mailed.length} mails`)
  if (kills > 0 && extra > kills) problems.push(`${extra} mails came again after ${kills} kills`)
  return {
    figures: `${what}: ${mailed.length} requests answered in at most ${seconds(slowestMs)}, ${own.length} mails taken, ${extra} of them again with the same Message-ID`,
    problems: [...new Set(problems)],
  }
}
