import { parseArgs } from 'node:util'
import { addPeople, openSignInWorld, password, type SignInWorld } from './auth/sign-in-world.ts'
import { startPostgres } from './machine/postgres-server.ts'
import { median, table } from './report/ratios.ts'

/**
 * `npm run bench -- enumeration`: whether response times reveal accounts (docs/threats.md T19).
 * For each endpoint, pairs of requests about a known and an unknown address, in random order; each address is used
 * once. Passes if the medians differ by at most 5 % and the AUC of the two samples is at most 0.55.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: {
      pairs: { type: 'string', default: '300' },
      only: { type: 'string', default: '' },
    },
  })
  const pairs = Number(flags.pairs)
  const postgres = await startPostgres()
  let world: SignInWorld | undefined
  try {
    world = await openSignInWorld(postgres, { servers: 1 })
    const clinic = await addClinic(world)
    const rows = [['endpoint', 'known ms', 'unknown ms', 'medians', 'AUC', '']]
    for (const endpoint of endpoints.filter(({ name }) => name.includes(flags.only))) {
      const { known, unknown } = await measure(world, endpoint, { pairs, clinic })
      const apart = Math.abs(median(known) - median(unknown)) / Math.min(median(known), median(unknown))
      const auc = separation(known, unknown)
      const isGood = apart <= 0.05 && auc <= 0.55
      if (!isGood) process.exitCode = 1
      rows.push([
        endpoint.name,
        median(known).toFixed(1),
        median(unknown).toFixed(1),
        `${(apart * 100).toFixed(1)} %`,
        auc.toFixed(3),
        isGood ? '' : 'distinguishable',
      ])
    }
    process.stdout.write(
      `Postgres ${postgres.version}, Node ${process.version}; ${pairs} pairs per endpoint\n\n`,
    )
    process.stdout.write(`${table(rows)}\n`)
  } finally {
    await world?.stop()
    await postgres.stop()
  }
}

interface Endpoint {
  name: string
  request(email: string, clinic: string): { path: string; body: object }
}

const endpoints: Endpoint[] = [
  { name: 'sign-up', request: (email) => ({ path: '/signup', body: { email, password } }) },
  {
    name: 'sign-in',
    request: (email) => ({
      path: '/token?grant_type=password',
      body: { email, password: 'not the password' },
    }),
  },
  { name: 'recover', request: (email) => ({ path: '/recover', body: { email } }) },
  { name: 'otp', request: (email) => ({ path: '/otp', body: { email } }) },
  {
    name: 'otp, makes nobody',
    request: (email) => ({ path: '/otp', body: { email, create_user: false } }),
  },
  { name: 'magiclink', request: (email) => ({ path: '/magiclink', body: { email } }) },
  { name: 'resend', request: (email) => ({ path: '/resend', body: { type: 'signup', email } }) },
  {
    name: 'verify',
    request: (email) => ({ path: '/verify', body: { type: 'email', email, token: '000000' } }),
  },
  {
    name: 'join',
    request: (email, subdomain) => ({
      path: '/../../functions/v1/clinic-join',
      body: { email, password, name: 'Robin Example', subdomain },
    }),
  },
]

async function addClinic({ database }: SignInWorld): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into clinics (name, subdomain, time_zone) values ('Timing Clinic', 'timing', 'America/New_York') returning id`,
  )
  await database.query('select app.start_clinic($1)', [rows[0]?.id])
  return 'timing'
}

async function measure(
  world: SignInWorld,
  { name, request }: Endpoint,
  { pairs, clinic }: { pairs: number; clinic: string },
): Promise<{ known: number[]; unknown: number[] }> {
  const slug = name.replace(/[^a-z]+/g, '-')
  const addresses = (kind: string) =>
    Array.from({ length: pairs + warmUps }, (_, number) => `${kind}-${slug}-${number}@example.test`)
  const [knownOnes, unknownOnes] = [addresses('known'), addresses('nobody')]
  await addPeople(world, knownOnes)
  const times = { known: [] as number[], unknown: [] as number[] }
  const ask = async (email: string) => {
    const { path, body } = request(email, clinic)
    const { status, ms } = await world.send(0, path, body)
    if (status >= 500 || status === 429) throw new Error(`${name}: ${status}`)
    return ms
  }
  for (const [index, known] of knownOnes.entries()) {
    const unknown = unknownOnes[index] ?? ''
    const isKnownFirst = Math.random() < 0.5
    const first = await ask(isKnownFirst ? known : unknown)
    const second = await ask(isKnownFirst ? unknown : known)
    if (index < warmUps) continue
    times.known.push(isKnownFirst ? first : second)
    times.unknown.push(isKnownFirst ? second : first)
  }
  return times
}

const warmUps = 10

/** Area under the ROC curve of a threshold on the time: 0.5 is chance, 1 is certainty. */
function separation(one: number[], other: number[]): number {
  let wins = 0
  for (const a of one) for (const b of other) wins += a > b ? 1 : a === b ? 0.5 : 0
  const area = wins / (one.length * other.length)
  return Math.max(area, 1 - area)
}
