import { describe, expect, it } from 'vitest'
import { aClient, aPayer, aPlan, aSandbox, testTime } from '../testing/a-sandbox.ts'
import { memoryStore, type SandboxStore } from '../world/store.ts'

describe('a restart', () => {
  it('loses no data: objects, their order, idempotency keys and undelivered webhooks', async () => {
    const store = memoryStore()
    const time = testTime()
    const first = await aSandbox({ store, clock: time, deliver: async () => 500 })
    await first.stripe.webhookEndpoints.create({
      url: 'http://localhost/hook',
      enabled_events: ['customer.created'],
    })
    const names = ['A', 'B', 'C']
    for (const name of names) await first.stripe.customers.create({ name }, { idempotencyKey: `key-${name}` })
    await first.sandbox.deliver()

    const arrived: string[] = []
    const deliver = async (_url: string, body: string) => {
      arrived.push(body)
      return 200
    }
    const second = await aSandbox({ store, clock: time, deliver })
    expect((await second.stripe.customers.list()).data.map((each) => each.name)).toEqual(['C', 'B', 'A'])
    await second.stripe.customers.create({ name: 'A' }, { idempotencyKey: 'key-A' })
    expect((await second.stripe.customers.list()).data).toHaveLength(3)
    time.pass(0, 1)
    expect(await second.sandbox.deliver()).toBe(3)
    expect(arrived).toHaveLength(3)
  })

  it('during a renewal neither loses nor repeats it', async () => {
    const store = memoryStore()
    const time = testTime()
    const bench = await aSandbox({ store, clock: time })
    const price = await aPlan(bench)
    const customer = await aPayer(bench)
    const { id } = await bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: price.id }],
    })
    time.set('2027-05-10T00:00:00Z')
    // Each save from here on may be the last before the process dies.
    for (let survives = 0; survives < 6; survives++) {
      let left = survives % 3
      const dying: SandboxStore = {
        load: store.load,
        save: (changes) =>
          left-- > 0 ? store.save(changes) : Promise.reject(new Error('the process is gone')),
      }
      const crashed = await aSandbox({ store: dying, clock: time })
      await crashed.sandbox.settle()
    }
    const after = await aSandbox({ store, clock: time })
    const invoices = (await after.stripe.invoices.list({ subscription: id })).data
    expect(invoices.map((invoice) => invoice.status)).toEqual(['paid', 'paid', 'paid'])
    expect((await after.stripe.charges.list()).data).toHaveLength(3)
  })
})

it('writes each request atomically', async () => {
  const store = memoryStore()
  const saves: number[] = []
  const counting: SandboxStore = {
    load: store.load,
    save: (changes) => {
      saves.push(changes.put.length)
      return store.save(changes)
    },
  }
  const bench = await aSandbox({ store: counting })
  const price = await aPlan(bench)
  const customer = await aPayer(bench)
  saves.length = 0
  await bench.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })
  expect(saves).toHaveLength(1)
  await bench.stripe.subscriptions.list()
  expect(saves).toHaveLength(1)
})

it('deletes everything on reset', async () => {
  const store = memoryStore()
  const { sandbox, stripe } = await aSandbox({ store })
  await stripe.customers.create({ name: 'Pat' })
  await sandbox.reset()
  expect((await stripe.customers.list()).data).toEqual([])
  expect(await store.load()).toEqual([])
  await stripe.customers.create({ name: 'Kim' })
  expect((await aClient(sandbox).customers.list()).data).toHaveLength(1)
})

it('continues with other objects if one cannot be processed', async () => {
  const store = memoryStore()
  const time = testTime()
  const bench = await aSandbox({ store, clock: time })
  const price = await aPlan(bench)
  const ids: string[] = []
  for (let each = 0; each < 2; each++) {
    const customer = await aPayer(bench)
    ids.push(
      (await bench.stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] })).id,
    )
  }
  const broken = (await store.load()).find((each) => each.id === ids[0])
  if (broken)
    await store.save({ put: [{ ...broken, body: { ...broken.body, customer: 'cus_gone' } }], remove: [] })
  time.set('2027-04-02T00:00:00Z')
  const again = await aSandbox({ store, clock: time })
  await again.sandbox.settle()
  expect((await again.stripe.invoices.list({ subscription: ids[1] ?? '' })).data).toHaveLength(2)
  expect((await again.stripe.invoices.list({ subscription: ids[0] ?? '' })).data).toHaveLength(1)
})
