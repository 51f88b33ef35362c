import { expect, it } from 'vitest'
import { createStripeSandbox } from '#sandbox/stripe/index.ts'
import { aClient } from '#sandbox/stripe/testing/a-sandbox.ts'
import { setUpDatabase } from '#testing/set-up.ts'
import { frozenClock } from '../clock.ts'
import { createSandboxStore } from './sandbox-store.ts'

const db = await setUpDatabase()
const store = createSandboxStore(db.transactions)

const clock = frozenClock('2026-03-10T15:00:00Z')
const open = () => createStripeSandbox({ clock, pagesUrl: 'http://localhost/sandbox/stripe', store })

it('restores the sandbox’s state after a restart', async () => {
  const made = await aClient(await open()).customers.create({
    email: 'é"\\@example.test',
    metadata: { a: '1' },
  })
  const again = await aClient(await open()).customers.retrieve(made.id)
  expect(again).toMatchObject({ id: made.id, email: 'é"\\@example.test', metadata: { a: '1' } })
})

it('replaces, removes, and stores nothing of a change that fails', async () => {
  const one = { account: 'platform', id: 'x_1', object: 'customer', body: { id: 'x_1', n: 1 } }
  await store.save({ put: [one], remove: [] })
  await store.save({ put: [{ ...one, body: { id: 'x_1', n: 2 } }], remove: [] })
  expect((await store.load()).find(({ id }) => id === 'x_1')?.body).toEqual({ id: 'x_1', n: 2 })

  // the database refuses the same key twice in one change
  const broken = { ...one, body: { id: 'x_1', n: 3 } }
  await expect(store.save({ put: [broken, broken], remove: [] })).rejects.toThrow()
  expect((await store.load()).find(({ id }) => id === 'x_1')?.body).toEqual({ id: 'x_1', n: 2 })

  await store.save({ put: [], remove: [one] })
  expect((await store.load()).some(({ id }) => id === 'x_1')).toBe(false)
})
