import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database/database.ts'
import { createAnnouncer, liveChannel } from './announcements.ts'
import type { Tx } from './transactions.ts'

describe('announcements of transactions', () => {
  let db: TestDatabase
  let heard: string[]
  let end: () => Promise<void>
  beforeAll(async () => {
    db = await openTestDatabase()
    end = await db.database.listen(liveChannel, (message) => void heard.push(message))
    heard = []
  })
  afterAll(async () => {
    await end()
    await db.close()
  })

  const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const message = (topic: string) => `${ids[0]} ${ids[1]} ${topic}`
  const announce = (tx: Tx, topic: string) =>
    sql`select app.announce(${ids[0]}::uuid, ${ids[1]}::uuid, ${topic})`.execute(tx)
  /** Resolves once all earlier announcements have arrived. */
  const hearEnd = async () => {
    await db.transactions.withSystem('test', (tx) => announce(tx, 'end'))
    return vi.waitFor(() => {
      expect(heard.at(-1)).toBe(message('end'))
      return heard.splice(0).slice(0, -1)
    })
  }

  it('are delivered once, after the commit', async () => {
    await db.transactions.withSystem('test', async (tx) => {
      await announce(tx, 'messages')
      await announce(tx, 'messages')
      await announce(tx, 'appointments')
      expect(heard).toEqual([])
    })
    expect(await hearEnd()).toEqual([message('messages'), message('appointments')])
  })

  it('of a single-statement transaction are delivered', async () => {
    await db.transactions.withSystemStatement('test', {
      sql: 'select app.announce($1::uuid, $2::uuid, $3)',
      params: [...ids, 'tasks'],
    })
    expect(await hearEnd()).toEqual([message('tasks')])
  })

  it('for several people reach each of them', async () => {
    const toAll = (userIds: readonly string[] | null) =>
      db.transactions.withSystem('test', (tx) =>
        sql`select app.announce_to_all(${ids[0]}::uuid, ${userIds}::uuid[], 'forms')`.execute(tx),
      )
    await toAll([ids[1], ids[0]])
    await toAll(null)
    expect(await hearEnd()).toEqual([message('forms'), `${ids[0]} ${ids[0]} forms`])
  })

  it('are not delivered after a rollback', async () => {
    const refused = db.transactions.withSystem('test', async (tx) => {
      await announce(tx, 'messages')
      throw new Error('no')
    })
    await expect(refused).rejects.toThrow('no')
    expect(await hearEnd()).toEqual([])
  })

  it('are not sent by Postgres, which would let one commit at a time notify', async () => {
    await db.asOwner('select app.announce($1, $2, $3)', [...ids, 'notices'])
    expect(await hearEnd()).toEqual([])
  })
})

describe('an announcement that cannot be sent', () => {
  it('is sent again together with later ones, each once', async () => {
    vi.useFakeTimers()
    const sent: string[][] = []
    const announce = createAnnouncer({ ending: false }, 'a_channel', async ({ params: [, messages] }) => {
      sent.push(JSON.parse(messages ?? ''))
      if (sent.length === 1) throw new Error('no database')
    })
    announce(['one', 'two'])
    await vi.advanceTimersByTimeAsync(10)
    announce(['two', 'three'])
    expect(sent).toEqual([['one', 'two']])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent.slice(1)).toEqual([['one', 'two', 'three']])
    vi.useRealTimers()
  })
})
