import { parseArgs } from 'node:util'
import { addPeople, openSignInWorld, password, type SignInWorld } from './auth/sign-in-world.ts'
import { startPostgres } from './machine/postgres-server.ts'

/**
 * `npm run bench -- booking-races`: two server processes on one Postgres, and patients who book the same time at once
 * (docs/threats.md T54). One gets it, the others a refusal, and none is booked twice.
 */
export async function run(args: string[]): Promise<void> {
  const { values: flags } = parseArgs({
    args,
    options: { runs: { type: 'string', default: '100' }, patients: { type: 'string', default: '200' } },
  })
  const [runs, patients] = [Number(flags.runs), Number(flags.patients)]
  const postgres = await startPostgres()
  let world: SignInWorld | undefined
  try {
    world = await openSignInWorld(postgres, { servers: 2 })
    const { providerId, tokens } = await openClinic(world, patients)
    const startedAt = performance.now()
    const times = slots(runs)
    const answers = new Map<string, number>()
    let winners = 0
    let slowestMs = 0
    for (const startsAt of times) {
      const raced = await Promise.all(
        tokens.map((token, index) => book(world as SignInWorld, index, token, { providerId, startsAt })),
      )
      for (const { answer, ms } of raced) {
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        slowestMs = Math.max(slowestMs, ms)
      }
      if (raced.filter(({ answer }) => answer === '200').length === 1) winners += 1
    }
    const { rows } = await world.database.query<{ booked: number; doubles: number }>(
      `select count(*)::integer as booked,
              (select count(*)::integer from appointments a join appointments b on b.clinic_id = a.clinic_id and b.id > a.id
                and (b.provider_id = a.provider_id or b.patient_id = a.patient_id)
                and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)) as doubles
         from appointments`,
    )
    const { booked = 0, doubles = 0 } = rows[0] ?? {}
    const seconds = (performance.now() - startedAt) / 1000
    say(`Postgres ${postgres.version}, Node ${process.version}; two servers, ${patients} patients`)
    say(
      `${runs} times, ${runs * patients} bookings in ${seconds.toFixed(0)} s, slowest ${slowestMs.toFixed(0)} ms`,
    )
    say(`answers: ${[...answers].map(([answer, count]) => `${count} × ${answer}`).join(', ')}`)
    say(`times with one winner: ${winners} of ${runs}; visits: ${booked}; double bookings: ${doubles}`)
    if (winners !== runs || booked !== runs || doubles > 0) process.exitCode = 1
  } finally {
    await world?.stop()
    await postgres.stop()
  }
}

const clinic = 'race-clinic'

async function openClinic(
  world: SignInWorld,
  patients: number,
): Promise<{ providerId: string; tokens: string[] }> {
  const emails = Array.from({ length: patients }, (_, number) => `patient-${number}@example.test`)
  await addPeople(world, emails)
  const { rows } = await world.database.query<{ id: string }>(
    `with entered as (select app.enter_system('bench', null)),
     opened as (insert into clinics (name, subdomain, time_zone) select 'Race', $1, 'America/New_York' from entered returning id),
     secured as (insert into clinic_security (clinic_id, requires_mfa) select id, false from opened)
     select id from opened`,
    [clinic],
  )
  const clinicId = rows[0]?.id
  await world.database.query('select app.start_clinic($1)', [clinicId])
  await world.database.query(
    `insert into clinic_memberships (clinic_id, user_id, role, status, accepted_at)
     select $1, u.id, 'patient', 'active', now() from auth.users u where u.email = any ($2)`,
    [clinicId, emails],
  )
  await world.database.query(
    `insert into patients (clinic_id, user_id, full_name, email)
     select $1, u.id, 'Patient', u.email from auth.users u where u.email = any ($2) on conflict do nothing`,
    [clinicId, emails],
  )
  const provider = await world.database.query<{ id: string }>(
    `insert into providers (clinic_id, name) values ($1, 'Provider') returning id`,
    [clinicId],
  )
  const providerId = provider.rows[0]?.id ?? ''
  await world.database.query(
    `insert into provider_hours (clinic_id, provider_id, day, opens, closes, valid_from)
     select $1, $2, day, '00:00', '24:00', '2020-01-01' from generate_series(1, 7) day`,
    [clinicId, providerId],
  )
  const tokens: string[] = []
  for (const email of emails) {
    const { status, body } = await world.send(tokens.length, '/token?grant_type=password', {
      email,
      password,
    })
    if (status !== 200) throw new Error(`sign-in of ${email}: ${status} ${JSON.stringify(body)}`)
    tokens.push(body.access_token)
  }
  return { providerId, tokens }
}

/** Half an hour apart, from the day after tomorrow on. */
function slots(count: number): string[] {
  const first = Math.ceil(Date.now() / 86_400_000 + 2) * 86_400_000
  return Array.from({ length: count }, (_, index) => new Date(first + index * 30 * 60_000).toISOString())
}

/** @returns the status, with the code of a refusal */
async function book(
  world: SignInWorld,
  index: number,
  token: string,
  choice: { providerId: string; startsAt: string },
): Promise<{ answer: string; ms: number }> {
  const startedAt = performance.now()
  const port = world.servers[index % world.servers.length]?.port
  const response = await fetch(`http://127.0.0.1:${port}/functions/v1/book-appointment`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'x-clinic': clinic,
      'X-Forwarded-For': `10.9.${index >> 8}.${index & 255}`,
    },
    body: JSON.stringify({ appointmentType: 'checkup', ...choice }),
  })
  const text = await response.text()
  const code = response.ok ? '' : ` ${/"(?:code|error)":\s*"([a-z_]+)"/.exec(text)?.[1] ?? text.slice(0, 80)}`
  return { answer: `${response.status}${code}`, ms: performance.now() - startedAt }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
