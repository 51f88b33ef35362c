import { parseArgs } from 'node:util'
import { addPeople, openSignInWorld, password, type SignInWorld } from './auth/sign-in-world.ts'
import { startPostgres } from './machine/postgres-server.ts'

/**
 * `npm run bench -- refresh-races`: two servers on one Postgres, and clients whose tabs refresh together
 * (docs/reliability.md F10, docs/threats.md T17). No well-behaved client may be signed out, and no session may fork
 * into two live lineages.
 * Three races in turn: tabs with the same token; tabs of which one has the previous token; and a lost answer, after
 * which tabs retry with the old token.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      races: { type: 'string', default: '10000' },
      people: { type: 'string', default: '100' },
      tabs: { type: 'string', default: '4' },
      together: { type: 'string', default: '8' },
    },
  })
  const [races, people, tabs, together] = [flags.races, flags.people, flags.tabs, flags.together].map(
    Number,
  ) as [number, number, number, number]
  const postgres = await startPostgres()
  let world: SignInWorld | undefined
  try {
    world = await openSignInWorld(postgres, { servers: 2 })
    const outcome = await raceSessions(world, { races, people, tabs, together })
    const { seconds, dead } = outcome
    say(
      `Postgres ${postgres.version}, Node ${process.version}; two servers, ${people} clients of ${tabs} tabs`,
    )
    say(`${races} races, ${outcome.requests} refreshes in ${seconds.toFixed(0)} s`)
    say(`refused refreshes: ${outcome.refused.length} ${[...new Set(outcome.refused)].join(', ')}`)
    say(`races with two live lineages: ${outcome.forked}`)
    say(`clients signed out at the end: ${dead}`)
    if (outcome.refused.length + outcome.forked + dead > 0) process.exitCode = 1
  } finally {
    await world?.stop()
    await postgres.stop()
  }
}

/**
 * @param together number of concurrent races
 *
 * @returns `dead`: clients that were signed out in the end
 */
export async function raceSessions(
  world: SignInWorld,
  { people, ...sizes }: { races: number; people: number; tabs: number; together: number },
): Promise<Outcome & { seconds: number; dead: number }> {
  const clients = await signIn(world, people)
  const startedAt = performance.now()
  const outcome = await raceAll(world, clients, sizes)
  const seconds = (performance.now() - startedAt) / 1000
  return { ...outcome, seconds, dead: await countDead(world, clients) }
}

interface Client {
  email: string
  sessionId: string
  /** Newest last; another tab may still hold the previous one. */
  tokens: string[]
  counter: number
}

interface Outcome {
  requests: number
  /** `status code` of every answer but 200. */
  refused: string[]
  forked: number
}

const refreshPath = '/token?grant_type=refresh_token'

async function signIn(world: SignInWorld, people: number): Promise<Client[]> {
  const emails = Array.from({ length: people }, () => `racer-${crypto.randomUUID()}@example.test`)
  await addPeople(world, emails)
  const clients: Client[] = []
  for (const email of emails) {
    const { status, body } = await world.send(clients.length, '/token?grant_type=password', {
      email,
      password,
    })
    if (status !== 200) throw new Error(`sign-in of ${email}: ${status} ${JSON.stringify(body)}`)
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    clients.push({ email, sessionId: claims.session_id, tokens: [body.refresh_token], counter: 0 })
  }
  return clients
}

async function raceAll(
  world: SignInWorld,
  clients: Client[],
  { races, tabs, together }: { races: number; tabs: number; together: number },
): Promise<Outcome> {
  const outcome: Outcome = { requests: 0, refused: [], forked: 0 }
  let next = 0
  const runSome = async (lane: number) => {
    // Each lane has its own clients, so one client's races run one after another, as in a browser.
    const own = clients.filter((_, index) => index % together === lane)
    for (let turn = 0; next < races; turn += 1) {
      next += 1
      const client = own[turn % own.length]
      if (client) await raceOnce(world, client, { kind: next % 3, tabs }, outcome)
    }
  }
  await Promise.all(Array.from({ length: together }, (_, lane) => runSome(lane)))
  return outcome
}

async function raceOnce(
  world: SignInWorld,
  client: Client,
  { kind, tabs }: { kind: number; tabs: number },
  outcome: Outcome,
): Promise<void> {
  const current = client.tokens.at(-1) ?? ''
  const before = client.tokens.at(-2) ?? current
  const refresh = (server: number, token: string) => world.send(server, refreshPath, { refresh_token: token })
  const answers = []
  // The answer is lost: the client continues with its old token.
  if (kind === 2) answers.push(await refresh(0, current))
  const presented = Array.from({ length: tabs }, (_, tab) =>
    kind === 1 && tab === tabs - 1 ? before : current,
  )
  answers.push(...(await Promise.all(presented.map((token, tab) => refresh(tab, token)))))
  outcome.requests += answers.length
  for (const { status, body } of answers) {
    if (status !== 200) outcome.refused.push(`${status} ${body?.error_code}`)
  }
  const { rows } = await world.database.query<{ refresh_counter: string }>(
    'select refresh_counter from auth.sessions where id = $1',
    [client.sessionId],
  )
  const counter = Number(rows[0]?.refresh_counter ?? Number.NaN)
  const issued = new Set(answers.map(({ body }) => body?.refresh_token).filter(Boolean))
  issued.delete(current)
  if (counter !== client.counter + 1 || issued.size > 1) outcome.forked += 1
  client.counter = counter
  const [newest] = issued
  if (newest) client.tokens.push(newest)
}

/** Counts clients whose newest token no longer refreshes. */
async function countDead(world: SignInWorld, clients: Client[]): Promise<number> {
  let dead = 0
  for (const [index, { tokens }] of clients.entries()) {
    const { status } = await world.send(index, refreshPath, { refresh_token: tokens.at(-1) })
    if (status !== 200) dead += 1
  }
  return dead
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
