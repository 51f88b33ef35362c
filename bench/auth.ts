import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { verify } from '@node-rs/argon2'
import { migratedDatabase } from './auth/database.ts'
import { type BenchPeople, insertPeople, password, passwordHash, signIn } from './auth/people.ts'
import { type LoadRequest, type LoadResult, load, wireRequest } from './machine/http-load.ts'
import { startPostgres } from './machine/postgres-server.ts'
import { type ServerProcess, startServerProcess } from './machine/server-process.ts'
import { median, summary, table } from './report/ratios.ts'
import { serverSettings } from './rows/world.ts'

/**
 * `npm run bench -- auth`: sign-ins relative to the machine's raw password hash rate in the same round, refreshes,
 * GET /user, and the slowdown of other routes during a sign-in storm.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      people: { type: 'string', default: '2000' },
    },
  })
  const people = Number(flags.people)
  const postgres = await startPostgres()
  let server: ServerProcess | undefined
  try {
    const url = await migratedDatabase(postgres.url, 'bench_auth')
    await insertPeople(url, people)
    const settings = { ...(await serverSettings(url)), TRUSTED_PROXY_HOPS: '1' }
    const script = new URL('./machine/carefold-server.ts', import.meta.url)
    server = await startServerProcess('carefold', script, settings)
    const signedIn = await signIn(server.port, people, 64)
    const rounds: Round[] = []
    const seconds = Number(flags.seconds)
    await runRound(server.port, signedIn, 1)
    for (let index = 0; index < Number(flags.rounds); index++)
      rounds.push(await runRound(server.port, signedIn, seconds))
    process.stdout.write(`${reportOf(rounds)}\n`)
  } finally {
    await server?.stop()
    await postgres.stop()
  }
}

const cores = availableParallelism()
const loginConnections = 8
const refreshConnections = 16

interface Round {
  hashes: number
  logins: number
  refreshes: number
  users: number
  /** p99 of other routes, alone and during the storm; milliseconds. */
  idleP99: number
  stormP99: number
}

async function runRound(port: number, people: BenchPeople, seconds: number): Promise<Round> {
  const visit = async (next: () => LoadRequest, connections: number) =>
    checked(await load(port, next, { connections, seconds }))
  const hashes = await rawHashRate(seconds)
  const logins = await visit(people.login, loginConnections)
  const refreshes = await visit(people.refresh, refreshConnections)
  const users = await visit(people.user, refreshConnections)
  const others = () => (Math.random() < 0.5 ? people.user() : clinicLookup)
  const idle = await visit(others, 2)
  const [storm] = await Promise.all([visit(others, 2), visit(people.login, loginConnections)])
  return {
    hashes,
    logins: logins.perSecond,
    refreshes: refreshes.perSecond,
    users: users.perSecond,
    idleP99: idle.p99Ms,
    stormP99: storm.p99Ms,
  }
}

const clinicLookup: LoadRequest = {
  wire: wireRequest('GET', '/rest/v1/clinics?select=*&subdomain=eq.nobody', {}),
  problem: (status) => (status === 200 ? undefined : `status ${status}`),
}

/** One hash per core at a time. */
async function rawHashRate(seconds: number): Promise<number> {
  const stored = await passwordHash()
  const startedAt = performance.now()
  let count = 0
  const keepBusy = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      await verify(stored, password)
      count++
    }
  }
  await Promise.all(Array.from({ length: cores }, keepBusy))
  return count / ((performance.now() - startedAt) / 1000)
}

function checked(result: LoadResult): LoadResult {
  if (result.problem !== undefined) throw new Error(result.problem)
  return result
}

function reportOf(rounds: Round[]): string {
  const shares = summary(rounds.map((round) => round.logins / round.hashes))
  const slower = summary(rounds.map((round) => round.stormP99 / round.idleP99))
  const line = (name: string, { median, min, max, noisy }: typeof shares, goal: string) => [
    name,
    median.toFixed(2),
    min.toFixed(2),
    max.toFixed(2),
    noisy ? 'noisy' : '',
    goal,
  ]
  const rate = (pick: (round: Round) => number) => Math.round(median(rounds.map(pick))).toString()
  return [
    table([
      ['ratio', 'median', 'min', 'max', '', 'goal'],
      line(`logins / raw hashes of ${cores} cores`, shares, 'at least 0.60'),
      line('p99 of other routes, login storm / idle', slower, 'at most 2'),
    ]),
    '\nA second, on this machine in this run:',
    table([
      [`raw hashes, ${cores} cores`, 'logins', 'refreshes', 'GET /user'],
      [rate((r) => r.hashes), rate((r) => r.logins), rate((r) => r.refreshes), rate((r) => r.users)],
    ]),
  ].join('\n')
}
