import { setTimeout as wait } from 'node:timers/promises'
import { actingTeam, type TeamKey } from './scene.ts'

export interface Tally {
  acknowledged: string[]
  /** Answers by status; `lost`: no answer. */
  statuses: Record<string, number>
  /** Unanswered requests sent before this moment. */
  lostBefore(time: number): number
  slowestMs: number
}

export interface Writers {
  statuses(): Record<string, number>
  acknowledged(): string[]
  stop(): Promise<Tally>
}

/** Longer than any answer may take (docs/reliability.md F3). */
const deadlineMs = 10_000

/**
 * Visitors leave addresses, and one signs up, whose account and mail are stored together. The numbers reveal
 * duplicates, since the API has no Idempotency-Key.
 *
 * @param port called before each request, since a killed server returns on another port
 * @param team of clinics: two of the writers invite patients and book visits
 */
export function startWriters(port: () => number, count = 8, team: TeamKey[] = []): Writers {
  const run = crypto.randomUUID().slice(0, 8)
  const acknowledged: string[] = []
  const statuses: Record<string, number> = {}
  const lostAt: number[] = []
  let slowestMs = 0
  let isOver = false
  const write = async (path: string, body: object, key?: TeamKey): Promise<string> => {
    const since = performance.now()
    const status = await fetch(`http://127.0.0.1:${port()}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `10.${octet()}.${octet()}.${octet()}`,
        ...(key && { Authorization: `Bearer ${key.token}`, 'x-clinic': key.clinic.subdomain }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(deadlineMs),
    }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return String(answer.status)
      },
      () => 'lost',
    )
    if (status === 'lost') lostAt.push(since)
    statuses[status] = (statuses[status] ?? 0) + 1
    slowestMs = Math.max(slowestMs, performance.now() - since)
    return status
  }
  const acting = actingTeam(team)
  // Times booked by an earlier run are taken.
  const firstTurn = Math.floor(Math.random() * 6_000)
  const writeOne = (writer: number, number: number, name: string): Promise<string> => {
    const key = team[number % team.length]
    if (writer === 0) return write('/auth/v1/signup', { email: name, password: 'a long password of a drill' })
    const inviting = acting[number % acting.length]
    if (inviting && writer === 1) {
      const body = { clinicId: inviting.clinic.id, email: name, role: 'patient' }
      return write('/functions/v1/invite-patient', body, inviting)
    }
    if (key && writer === 2)
      return write(
        '/rest/v1/appointments',
        visitOf(key, name, firstTurn + Math.floor(number / team.length)),
        key,
      )
    return write('/rest/v1/leads', { email: name })
  }
  const keepWriting = async (writer: number) => {
    for (let number = 1; !isOver; number++) {
      const name = `${run}-${writer}-${number}@drill.test`
      const status = await writeOne(writer, number, name)
      if (status === '201' || status === '200') acknowledged.push(name)
      else await wait(20)
    }
  }
  const running = Array.from({ length: count }, (_, writer) => keepWriting(writer))
  return {
    statuses: () => ({ ...statuses }),
    acknowledged: () => [...acknowledged],
    async stop() {
      isOver = true
      await Promise.all(running)
      return {
        acknowledged,
        statuses,
        slowestMs,
        lostBefore: (time) => lostAt.filter((at) => at < time).length,
      }
    },
  }
}

const visitOf = ({ clinic }: TeamKey, name: string, turn: number) => ({
  clinic_id: clinic.id,
  patient_id: clinic.patientId(1 + (Math.floor(turn / 300) % 20)),
  type: 'checkup',
  date: Temporal.PlainDate.from('2027-01-04')
    .add({ days: turn % 300 })
    .toString(),
  time: '09:00',
  duration_minutes: 30,
  notes: name,
})

const octet = () => Math.floor(Math.random() * 256)
