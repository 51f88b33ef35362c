import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { password as benchPassword } from '../auth/people.ts'
import type { SignInWorld } from '../auth/sign-in-world.ts'
import { raceSessions } from '../refresh-races.ts'
import { type Answer, ask } from './ask.ts'
import type { Drill } from './drill.ts'
import { type MailStub, startMailStub } from './faults/mail-stub.ts'
import { seconds } from './faults/process-faults.ts'
import type { Scene } from './scene.ts'

export const twoInstances: Drill = {
  name: 'F10',
  isShort: false,
  about: 'two instances',
  async run(scene) {
    const stub = await startMailStub()
    const settings = { ROLE: 'all', SMTP_URL: `smtp://127.0.0.1:${stub.port}` }
    const first = await scene.start(settings)
    // The same port on another address: it is part of the issuer of tokens.
    const second = await scene.start({ ...settings, HOST: '127.0.0.2', PORT: String(first.port) })
    const servers = [first, second]
    const origins: Pair = [`http://127.0.0.1:${first.port}`, `http://127.0.0.2:${first.port}`]
    const problems: string[] = []

    const races = scene.isFull ? 10_000 : 300
    const world = signInWorld(scene, servers, origins)
    const raced = await raceSessions(world, { races, people: 40, tabs: 4, together: 8 })
    await world.database.end()
    if (raced.refused.length > 0)
      problems.push(`refreshes were refused: ${[...new Set(raced.refused)].join(', ')}`)
    if (raced.forked > 0) problems.push(`${raced.forked} races left two live lineages`)
    if (raced.dead > 0) problems.push(`${raced.dead} clients were signed out`)

    const mailed = await mailsOnce(origins, stub, scene.isFull ? 60 : 15)
    problems.push(...mailed.problems)
    const limits = await sharedLimit(origins)
    problems.push(...limits.problems)
    const seen = await changesSeen(scene, origins)
    problems.push(...seen.problems)

    await Promise.all(servers.map((server) => server.stop()))
    await stub.close()
    return {
      figures: `${races} refresh races, ${mailed.figures}, ${limits.figures}, ${seen.figures}`,
      problems,
      ...(seen.slowestMs > 2_000 && {
        slow: [`a change was seen after ${seconds(seen.slowestMs)}, goal 2 s`],
      }),
    }
  },
}

type Pair = [one: string, other: string]

function signInWorld(scene: Scene, servers: SignInWorld['servers'], origins: Pair): SignInWorld {
  let requests = 0
  return {
    servers,
    database: new pg.Pool({ connectionString: scene.url, max: 4 }),
    async send(server, path, body) {
      requests += 1
      const startedAt = performance.now()
      const answer = await call(
        origins[server % 2] as string,
        path,
        body,
        `10.40.${(requests >> 8) & 255}.${requests & 255}`,
      )
      return { ...answer, ms: performance.now() - startedAt }
    },
    stop: async () => {},
  }
}

async function mailsOnce(
  origins: Pair,
  stub: MailStub,
  count: number,
): Promise<{ figures: string; problems: string[] }> {
  const emails = Array.from({ length: count }, () => `twice-${crypto.randomUUID().slice(0, 8)}@drill.test`)
  const answers = await Promise.all(
    emails.map((email, index) =>
      call(
        origins[index % 2] as string,
        '/signup',
        { email, password: 'a long password of a drill' },
        address(),
      ),
    ),
  )
  const problems = answers
    .filter(({ status }) => status !== 200)
    .map(({ status }) => `sign-up answered ${status}`)
  const copies = () => emails.map((email) => stub.taken.filter(({ to }) => to === email).length)
  const until = performance.now() + 30_000
  while (copies().includes(0) && performance.now() < until) await wait(100)
  await wait(1_000)
  const missing = copies().filter((each) => each === 0).length
  const twice = copies().filter((each) => each > 1).length
  if (missing > 0) problems.push(`${missing} mails never arrived`)
  if (twice > 0) problems.push(`${twice} mails were sent twice`)
  return { figures: `${count} mails once each`, problems: [...new Set(problems)] }
}

/** More than an address may make. */
const triesAtOnce = 100

async function sharedLimit(origins: Pair): Promise<{ figures: string; problems: string[] }> {
  const tries = async (origin: (turn: number) => string) => {
    const from = address()
    // At once, because the allowance grows with time.
    const answers = await Promise.all(
      Array.from({ length: triesAtOnce }, (_, turn) => {
        const email = `nobody-${crypto.randomUUID().slice(0, 8)}@drill.test`
        return call(origin(turn), '/token?grant_type=password', { email, password: benchPassword }, from)
      }),
    )
    return answers.filter(({ status }) => status !== 429).length
  }
  const alone = await tries(() => origins[0])
  const shared = await tries((turn) => origins[turn % 2] as string)
  const isFair = Math.abs(shared - alone) <= Math.max(1, alone * 0.1)
  return {
    figures: `${alone} tries at one, ${shared} at both`,
    problems: isFair ? [] : [`${alone} tries at one server and ${shared} at two`],
  }
}

async function changesSeen(
  scene: Scene,
  [one, other]: Pair,
): Promise<{ figures: string; problems: string[]; slowestMs: number }> {
  const problems: string[] = []
  const took: number[] = []
  const until = async (what: string, isSeen: () => Promise<boolean>) => {
    const since = performance.now()
    while (!(await isSeen())) {
      if (performance.now() - since > 15_000) {
        problems.push(`${what} is not seen after 15 s`)
        return
      }
      await wait(20)
    }
    took.push(performance.now() - since)
  }
  await scene.query(`create view public.drill_probe as select 1 as id`)
  await scene.query('grant select on public.drill_probe to anon')
  const status = async (origin: string) => (await ask(origin, 'GET', '/rest/v1/drill_probe')).status
  await until('a new view', async () => (await status(one)) === 200 && (await status(other)) === 200)
  await scene.query('drop view public.drill_probe')
  await until('its end', async () => (await status(one)) === 404 && (await status(other)) === 404)

  const signedIn = await call(
    one,
    '/token?grant_type=password',
    { email: 'person-1@bench.test', password: benchPassword },
    address(),
  )
  const headers = { Authorization: `Bearer ${signedIn.body?.access_token}` }
  const user = async (origin: string) => (await ask(origin, 'GET', '/auth/v1/user', { headers })).status
  if ((await user(other)) !== 200) problems.push('a session of one server is unknown to the other')
  await ask(one, 'POST', '/auth/v1/logout', { headers })
  await until('signing out', async () => (await user(other)) !== 200)
  const slowestMs = Math.max(0, ...took)
  return { figures: `changes seen within ${seconds(slowestMs)}`, problems, slowestMs }
}

const octet = () => Math.floor(Math.random() * 256)
const address = () => `10.${41 + Math.floor(Math.random() * 100)}.${octet()}.${octet()}`

function call(origin: string, path: string, body: object, from: string): Promise<Answer> {
  return ask(origin, 'POST', `/auth/v1${path}`, {
    body,
    headers: { 'X-Forwarded-For': from, 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
  })
}
