import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '#testing/services.ts'
import { defineJob, type JobDefinition } from './jobs.ts'

let test: TestServices
const ran: string[] = []
beforeAll(async () => {
  test = await openTestServices({
    jobsOf: () => [
      defineJob<{ id: string }>({
        name: 'test.note',
        run: async ({ id }) => {
          ran.push(id)
          return { noted: true }
        },
      }) as JobDefinition<never>,
    ],
  })
})
afterAll(() => test.close())

describe('jobs', () => {
  it('runs a job that was queued in a committed transaction, once', async () => {
    await test.services.transactions.withSystem('test', (tx) =>
      test.services.jobs.enqueue(tx, 'test.note', { id: 'kept' }),
    )
    expect(await test.services.jobs.drain()).toBe(1)
    expect(await test.services.jobs.drain()).toBe(0)
    expect(ran).toEqual(['kept'])
  })

  it('does not run a job whose transaction rolled back', async () => {
    await expect(
      test.services.transactions.withSystem('test', async (tx) => {
        await test.services.jobs.enqueue(tx, 'test.note', { id: 'lost' })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await test.services.jobs.drain()).toBe(0)
  })

  it('keeps one waiting job per key, and any number without a key', async () => {
    ran.length = 0
    await test.services.transactions.withSystem('test', async (tx) => {
      for (const id of ['a', 'b']) await test.services.jobs.enqueue(tx, 'test.note', { id }, { once: 'same' })
      for (const id of ['c', 'd']) await test.services.jobs.enqueue(tx, 'test.note', { id })
    })
    await test.services.jobs.drain()
    expect(ran.sort()).toEqual(['a', 'c', 'd'])
  })

  it('lets a person’s transaction queue a job although people have no rights on the job tables', async () => {
    const visitor = { userId: null, sessionId: null, clinic: null, requestId: 'r', address: null }
    await test.services.transactions.withActor(visitor, (tx) =>
      test.services.jobs.enqueue(tx, 'test.note', { id: 'v' }),
    )
    expect(await test.services.jobs.drain()).toBe(1)
  })

  it('sends a queued mail into the mailbox and keeps it there', async () => {
    const mail = {
      template: 'test',
      to: 'Ana@Example.test',
      subject: 'Hello',
      text: 'Hi',
      html: '<p>Hi</p>',
      links: [],
    }
    await test.services.transactions.withSystem('test', (tx) => test.services.mailer.queue(tx, mail))
    await test.services.jobs.drain()
    const [row] = await test.db.asOwner<{ status: string; to_address: string }>(
      'select status, to_address from app.mails',
    )
    expect(row).toMatchObject({ status: 'sent', to_address: 'ana@example.test' })
  })
})
