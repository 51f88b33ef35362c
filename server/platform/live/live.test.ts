import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { aClinic, aSignedInPerson, aStaffMember, aVisitor } from '#testing/sign-in/people.ts'
import type { Listen } from '../database/listen.ts'
import { silentLogger } from '../log.ts'
import { createLive, type Live, type LiveLimits } from './live.ts'

const db = await setUpDatabase()
const clinic = await aClinic(db)
const ann = await aStaffMember(db, clinic)

const limits: LiveLimits = { perPerson: 2, total: 3, heartbeatMs: 60_000, longestMs: 60_000 }

async function withLive<T>(
  work: (live: Live) => Promise<T>,
  options: Partial<LiveLimits> & { listen?: Listen } = {},
): Promise<T> {
  const { listen = db.database.listen, ...changes } = options
  const live = createLive({
    transactions: db.transactions,
    log: silentLogger,
    listen,
    limits: { ...limits, ...changes },
  })
  try {
    return await work(live)
  } finally {
    await live.close()
  }
}

function reading(response: Response) {
  const reader = response.body
    ?.pipeThrough(new TextDecoderStream() as never)
    .getReader() as ReadableStreamDefaultReader<string>
  return {
    /** The next event's topic, or null at the end. */
    async next(): Promise<string | null> {
      const { done, value } = await reader.read()
      return done ? null : (/data: (\S+)/.exec(value)?.[1] ?? value.trim())
    },
    cancel: () => reader.cancel(),
  }
}

const announce = (clinicId: string, userId: string, topic: string) =>
  db.transactions.withSystem('test', (tx) =>
    sql`select app.announce(${clinicId}::uuid, ${userId}::uuid, ${topic})`.execute(tx),
  )

describe('a stream', () => {
  it('reports changes for its user in its clinic, and no others', () =>
    withLive(async (live) => {
      const other = await aClinic(db)
      const answer = await live.open(ann.caller())
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      })
      const stream = reading(answer)
      expect(await stream.next()).toBe('*')
      await announce(clinic.id, clinic.admin.userId, 'notices')
      await announce(other.id, ann.userId, 'notices')
      await announce(clinic.id, ann.userId, 'tasks')
      expect(await stream.next()).toBe('tasks')
    }))

  it('reports what another server has committed, and nothing rolled back', () =>
    withLive((one) =>
      withLive(async (two) => {
        const streams = [reading(await one.open(ann.caller())), reading(await two.open(ann.caller()))]
        for (const stream of streams) expect(await stream.next()).toBe('*')
        await db.transactions
          .withSystem('test', async (tx) => {
            await sql`select app.announce(${clinic.id}::uuid, ${ann.userId}::uuid, 'lost')`.execute(tx)
            throw new Error('rolled back')
          })
          .catch(() => undefined)
        await announce(clinic.id, ann.userId, 'notices')
        for (const stream of streams) expect(await stream.next()).toBe('notices')
      }),
    ))

  it('reports that anything may have changed after a lost connection to Postgres', async () => {
    let report: (payload: string) => void = () => {}
    const listen: Listen = async (_channel, onMessage) => {
      report = onMessage
      return async () => {}
    }
    await withLive(
      async (live) => {
        const stream = reading(await live.open(ann.caller()))
        await stream.next()
        report('')
        expect(await stream.next()).toBe('*')
      },
      { listen },
    )
  })

  it('begins with what was announced since the page’s mark, if anything was', () =>
    withLive(async (live) => {
      const witness = reading(await live.open(ann.caller()))
      await witness.next()
      const mark = live.mark()
      const unchanged = reading(await live.open(ann.caller(), mark))
      expect(await unchanged.next()).toBe(': nothing missed')
      await unchanged.cancel()
      await announce(clinic.id, clinic.admin.userId, 'notices')
      await announce(clinic.id, ann.userId, 'tasks')
      expect(await witness.next()).toBe('tasks')
      expect(await reading(await live.open(ann.caller(), mark)).next()).toBe('tasks')
      const elsewhere = reading(await live.open(clinic.admin.caller(), 'another process 1'))
      expect(await elsewhere.next()).toBe('*')
    }))

  it('ends with the session', () =>
    withLive(
      async (live) => {
        const person = await aStaffMember(db, clinic)
        const stream = reading(await live.open(person.caller()))
        await stream.next()
        expect(await stream.next()).toBe(': still here')
        await db.asOwner('delete from auth.sessions where id = $1', [person.sessionId])
        expect(await lastOf(stream)).toBeNull()
      },
      { heartbeatMs: 10 },
    ))

  it('ends when its user leaves the team', () =>
    withLive(
      async (live) => {
        const person = await aStaffMember(db, clinic)
        const stream = reading(await live.open(person.caller()))
        await stream.next()
        await db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
          person.membershipId,
        ])
        expect(await lastOf(stream)).toBeNull()
      },
      { heartbeatMs: 10 },
    ))

  it('ends when the server stops, and accepts no new one', async () => {
    let stream: ReturnType<typeof reading> | undefined
    let stopped: Live | undefined
    await withLive(async (live) => {
      stopped = live
      stream = reading(await live.open(ann.caller()))
      await stream.next()
    })
    expect(await stream?.next()).toBeNull()
    await expect(stopped?.open(ann.caller())).rejects.toMatchObject({ code: 'unavailable' })
  })
})

describe('a stream is refused', () => {
  it.each([
    ['a visitor', async () => aVisitor(clinic), 'not_signed_in'],
    [
      'who does not belong to the clinic',
      async () => (await aSignedInPerson(db)).caller(clinic),
      'not_allowed',
    ],
    [
      'whose session is over',
      async () => ({ ...ann.caller(), sessionId: crypto.randomUUID() }),
      'session_ended',
    ],
  ])('to %s', async (_who, caller, code) => {
    await withLive(async (live) => {
      await expect(live.open(await caller())).rejects.toMatchObject({ code })
    })
  })

  it('beyond a user’s or the process’ limit, until one is closed', () =>
    withLive(async (live) => {
      const first = reading(await live.open(ann.caller()))
      await live.open(ann.caller())
      await expect(live.open(ann.caller())).rejects.toMatchObject({ code: 'rate_limited' })
      await live.open(clinic.admin.caller())
      await expect(live.open(clinic.admin.caller())).rejects.toMatchObject({ code: 'unavailable' })
      await first.cancel()
      await live.open(ann.caller())
    }))
})

async function lastOf(stream: { next(): Promise<string | null> }): Promise<null> {
  while ((await stream.next()) !== null);
  return null
}
