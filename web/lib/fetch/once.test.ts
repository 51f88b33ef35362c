import { expect, test } from 'vitest'
import { sendingOnce } from './once.ts'

function aServer() {
  let now = 0
  const waiting: ((status: number) => void)[] = []
  const once = sendingOnce(
    () => new Promise((answer) => waiting.push((status) => answer(new Response('{"id":1}', { status })))),
    () => now,
  )
  return {
    sent: () => waiting.length,
    answer: (status = 200) => waiting.at(-1)?.(status),
    pass: (ms: number) => {
      now += ms
    },
    write: (body: object, path = '/functions/v1/cancel-visit') =>
      once(`http://sunrise.test${path}`, { method: 'POST', body: JSON.stringify(body) }),
  }
}

test('a double event sends one write, and both callers receive its answer', async () => {
  const server = aServer()
  const answers = [server.write({ id: 'a' }), server.write({ id: 'a' })]
  server.answer()
  const bodies = await Promise.all(answers.map(async (answer) => (await answer).json()))
  expect(bodies).toEqual([{ id: 1 }, { id: 1 }])
  expect(server.sent()).toBe(1)
})

test('a second press just after a fast answer sends nothing, a later one does', async () => {
  const server = aServer()
  const first = server.write({ id: 'a' })
  server.answer()
  await first
  server.pass(400)
  expect(await (await server.write({ id: 'a' })).json()).toEqual({ id: 1 })
  expect(server.sent()).toBe(1)
  server.pass(1_000)
  void server.write({ id: 'a' })
  expect(server.sent()).toBe(2)
})

test('a refused write can be repeated at once', async () => {
  const server = aServer()
  const first = server.write({ id: 'a' })
  server.answer(409)
  expect((await first).status).toBe(409)
  void server.write({ id: 'a' })
  expect(server.sent()).toBe(2)
})

test('a write between two equal ones separates them: a switch is turned on, off and on again', async () => {
  const server = aServer()
  for (const isOn of [true, false, true]) {
    const write = server.write({ isOn })
    server.answer()
    await write
  }
  expect(server.sent()).toBe(3)
})

test('reads and uploads are sent as they come', () => {
  const server = aServer()
  for (const path of ['/functions/v1/person', '/files/v1/uploads'])
    for (let sent = 0; sent < 2; sent += 1) void server.write({}, path)
  expect(server.sent()).toBe(4)
})
