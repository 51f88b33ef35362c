import { setTimeout as wait } from 'node:timers/promises'
import { password } from '../../auth/people.ts'
import type { ServerProcess } from '../../machine/server-process.ts'
import { type Answer, ask } from '../ask.ts'
import type { Drill } from '../drill.ts'
import type { Scene, TeamKey } from '../scene.ts'

const seconds = 1_000
const minutes = 60 * seconds
const offsets = [20 * seconds, -20 * seconds, 5 * minutes, -5 * minutes, 60 * minutes]
const otherHost = '127.0.0.2'
const at = ({ port }: ServerProcess, host = '127.0.0.1') => `http://${host}:${port}`

/** Zones with both changes of a year, and wall times around each. */
const zones = [
  { name: 'America/New_York', spring: '2027-03-14', autumn: '2027-11-07' },
  { name: 'Europe/London', spring: '2027-03-28', autumn: '2027-10-31' },
  { name: 'Australia/Sydney', spring: '2027-10-03', autumn: '2027-04-04' },
  { name: 'America/St_Johns', spring: '2028-03-12', autumn: '2028-11-05' },
]
const times: [daysFrom: number, time: string][] = [
  [-1, '09:00'],
  [0, '00:30'],
  [0, '01:30'],
  [0, '02:30'],
  [0, '23:30'],
  [1, '09:00'],
]

const leapDays: [date: string, time: string][] = [
  ['2028-02-28', '23:30'],
  ['2028-02-29', '00:30'],
  ['2028-02-29', '09:00'],
  ['2028-02-29', '23:30'],
  ['2028-03-01', '00:30'],
  ['2027-02-29', '09:00'],
]

export const wrongClocks: Drill = {
  name: 'F9',
  isShort: false,
  about: 'clocks that differ, changes of the clock, leap days',
  async run(scene) {
    const problems: string[] = []
    const right = await scene.start({ ROLE: 'all' })
    for (const offsetMs of offsets) {
      // The same port on another address: it is part of the issuer of tokens.
      const wrong = await scene.start({
        CLOCK_OFFSET_MS: String(offsetMs),
        HOST: otherHost,
        PORT: String(right.port),
      })
      const found = await signInsAcross(scene, at(right), at(wrong, otherHost))
      problems.push(...found.map((what) => `clock ${offsetMs / seconds} s off: ${what}`))
      if (offsetMs === 60 * minutes)
        problems.push(...(await appointmentsAcross(scene, right.port, at(right), at(wrong, otherHost))))
      await wrong.stop()
    }
    await right.stop()
    return {
      figures: `${offsets.length} clocks, ${zones.length * 2 * times.length} appointments around changes, ${zones.length * leapDays.length} around a leap day`,
      problems,
    }
  },
}

async function signInsAcross(scene: Scene, right: string, wrong: string): Promise<string[]> {
  const problems: string[] = []
  for (const [from, to, name] of [
    [right, wrong, 'of the right server at the wrong one'],
    [wrong, right, 'of the wrong server at the right one'],
  ] as const) {
    const email = `person-${1 + Math.floor(Math.random() * 200)}@bench.test`
    const session = await call(from, 'POST', '/token?grant_type=password', { email, password })
    if (session.status !== 200) problems.push(`a sign-in answered ${session.status}`)
    const { access_token: token, refresh_token: refresh } = session.body
    const read = await call(to, 'GET', '/user', null, token)
    if (read.status !== 200) problems.push(`a token ${name} answered ${read.status}`)
    const own = await call(from, 'GET', '/user', null, token)
    if (own.status !== 200)
      problems.push(`a token answered ${own.status} where it was made, after the other server`)
    const next = await call(to, 'POST', '/token?grant_type=refresh_token', { refresh_token: refresh })
    if (next.status !== 200) problems.push(`a refresh ${name} answered ${next.status}`)
  }
  // Codes are valid for an hour of the database's time.
  const fresh = await aCode(scene, right)
  const verified = await call(wrong, 'POST', '/verify', {
    type: 'signup',
    email: fresh.email,
    token: fresh.code,
  })
  if (verified.status !== 200) problems.push(`a fresh code answered ${verified.status}`)
  const old = await aCode(scene, right)
  await scene.query(
    `update auth.one_time_tokens t set code_expires_at = t.code_expires_at - interval '1 day'
       from auth.users u where u.id = t.user_id and u.email = $1`,
    [old.email],
  )
  const late = await call(wrong, 'POST', '/verify', { type: 'signup', email: old.email, token: old.code })
  if (late.status !== 403) problems.push(`a code of an hour ago answered ${late.status}`)
  return problems
}

async function aCode(scene: Scene, origin: string): Promise<{ email: string; code: string }> {
  const email = `clock-${crypto.randomUUID().slice(0, 8)}@drill.test`
  const answer = await call(origin, 'POST', '/signup', { email, password: 'a long password of a drill' })
  if (answer.status !== 200) throw new Error(`sign-up answered ${answer.status}`)
  const until = performance.now() + 20_000
  while (performance.now() < until) {
    const [mail] = await scene.query<{ text_body: string }>(
      'select text_body from app.mails where to_address = $1 order by queued_at desc limit 1',
      [email],
    )
    const code = /^\d{6}$/m.exec(mail?.text_body ?? '')?.[0]
    if (code) return { email, code }
    await wait(50)
  }
  throw new Error('no code was mailed')
}

async function appointmentsAcross(
  scene: Scene,
  port: number,
  right: string,
  wrong: string,
): Promise<string[]> {
  const problems: string[] = []
  const team = await scene.teamAt(port)
  for (const [index, zone] of zones.entries()) {
    const { clinic, token } = team[index] as TeamKey
    await scene.query('update public.clinics set time_zone = $2 where id = $1', [clinic.id, zone.name])
    const days: [date: string, time: string, patient: number][] = [
      ...[zone.spring, zone.autumn].flatMap((change, index) =>
        times.map(([daysFrom, time]): [string, string, number] => [
          Temporal.PlainDate.from(change).add({ days: daysFrom }).toString(),
          time,
          index + 1,
        ]),
      ),
      ...leapDays.map(([date, time]): [string, string, number] => [date, time, 3]),
    ]
    for (const [date, time, patient] of days) {
      const row = {
        clinic_id: clinic.id,
        patient_id: clinic.patientId(patient),
        type: 'checkup',
        date,
        time,
        duration_minutes: 30,
      }
      const expected = instantsOf(date, time, zone.name)
      const answer = await rest(wrong, 'POST', '/appointments?select=id', { clinic, token }, row)
      const what = `${date} ${time} in ${zone.name}`
      if (expected.length === 0) {
        if (answer.status !== 400) problems.push(`${what}, which does not exist, answered ${answer.status}`)
        continue
      }
      if (answer.status !== 201) {
        problems.push(`${what} answered ${answer.status}`)
        continue
      }
      const id = answer.body[0].id
      const read = await rest(right, 'GET', `/appointments?id=eq.${id}&select=starts_at,date,time`, {
        clinic,
        token,
      })
      const [stored] = read.body
      if (!expected.includes(Date.parse(stored?.starts_at)) || stored?.date !== date || stored?.time !== time)
        problems.push(`${what} became ${JSON.stringify(stored)}`)
    }
  }
  return problems
}

/** Instants of a wall time in milliseconds: two on a repeated hour, none for a skipped one or an invalid date. */
function instantsOf(date: string, time: string, zone: string): number[] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  // A day too late becomes the month's last.
  if (Temporal.PlainDate.from({ year, month, day }).toString() !== date) return []
  const wall = Temporal.PlainDateTime.from(`${date}T${time}`)
  const both = (['earlier', 'later'] as const).map((disambiguation) =>
    wall.toZonedDateTime(zone, { disambiguation }),
  )
  return both.filter((each) => each.toPlainDateTime().equals(wall)).map((each) => each.epochMilliseconds)
}

const octet = () => Math.floor(Math.random() * 256)

function call(
  origin: string,
  method: string,
  path: string,
  body: object | null,
  token?: string,
): Promise<Answer> {
  return ask(origin, method, `/auth/v1${path}`, {
    body,
    headers: {
      'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}`,
      ...(token && { Authorization: `Bearer ${token}` }),
    },
  })
}

function rest(
  origin: string,
  method: string,
  path: string,
  { clinic, token }: TeamKey,
  body: object | null = null,
): Promise<Answer> {
  return ask(origin, method, `/rest/v1${path}`, {
    body,
    headers: {
      Authorization: `Bearer ${token}`,
      'x-clinic': clinic.subdomain,
      Prefer: 'return=representation',
    },
  })
}
