import { expect, it } from 'vitest'
import type { Database } from '../database/database.ts'
import { createTransactions, type TransactionLimits } from '../database/transactions.ts'
import { createWritePlaces } from './write-places.ts'

const caller = { userId: null, sessionId: null, clinic: null, requestId: 'test', address: null }

it('reads get a connection while more writes than connections wait for the disk', async () => {
  let connected = 0
  const connect = () => {
    connected += 1
    return new Promise<never>(() => {})
  }
  const database = { engine: 'postgres', connections: 10, pool: { connect } } as unknown as Database
  const transactions = createTransactions(database)
  const begin = (limits: TransactionLimits) => {
    // those that never begin are refused later
    transactions.withActor(caller, async () => undefined, limits).catch(() => undefined)
  }
  for (let write = 0; write < 20; write += 1) begin({})
  await Promise.resolve()
  expect(connected).toBe(7)
  // a record of a read does not wait for the disk either
  for (const limits of [{ readOnly: true }, { asyncCommit: true }, { mayBeOld: true }]) begin(limits)
  await Promise.resolve()
  expect(connected).toBe(10)
})

it('gives the place of a finished write to the next, also after an error', async () => {
  const inPlace = createWritePlaces(2)
  const first = Promise.withResolvers<void>()
  const order: string[] = []
  const all = [
    inPlace(() => first.promise),
    inPlace(async () => order.push('second')),
    inPlace(async () => order.push('third')),
  ]
  expect(order).toEqual([])
  first.reject(new Error('refused'))
  await expect(all[0]).rejects.toThrow('refused')
  await Promise.all(all.slice(1))
  expect(order).toEqual(['second', 'third'])
})

it('a single connection is shared by all', async () => {
  const inPlace = createWritePlaces(1)
  const started = [inPlace(async () => 'first'), inPlace(async () => 'second')]
  expect(await Promise.all(started)).toEqual(['first', 'second'])
})
