import { expect, test } from 'vitest'
import { sendingOnce } from './once.ts'

function aServer() {
  const waiting: ((status: number) => void)[] = []
  const once = sendingOnce(
    () => new Promise((answer) => waiting.push((status) => answer(new Response('{"id":1}', { status })))),
  )
  return {
    sent: () => waiting.length,
    answer: (status = 200) => waiting.at(-1)?.(status),
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

test('a write after the answer is sent', async () => {
  const server = aServer()
  for (const status of [200, 409]) {
    const write = server.write({ id: 'a' })
    server.answer(status)
    expect((await write).status).toBe(status)
  }
  expect(server.sent()).toBe(2)
})

test('reads and uploads are sent as they come', () => {
  const server = aServer()
  for (const path of ['/functions/v1/person', '/files/v1/uploads'])
    for (let sent = 0; sent < 2; sent += 1) void server.write({}, path)
  expect(server.sent()).toBe(4)
})
