import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signIn } from './people.ts'

let granted = 0
const server = createServer((request, response) => {
  request.resume().once('end', () => {
    granted += 1
    const body = JSON.stringify(grant(granted))
    response.writeHead(200, { 'Content-Length': body.length }).end(body)
  })
})

const grant = (number: number) => ({
  access_token: `access-${number}`,
  refresh_token: `refresh-${number}`,
  expires_in: 3_600,
})

beforeEach(async () => {
  granted = 0
  vi.useFakeTimers({ toFake: ['Date'] })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  vi.useRealTimers()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const signedIn = (sessions: number) => signIn((server.address() as AddressInfo).port, 10, sessions)
const after = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)
const sent = (request: { wire: Buffer } | undefined) => request?.wire.toString() ?? ''

it('refreshes each session shortly before its access token ends', async () => {
  const people = await signedIn(2)
  after(3_500)
  expect(people.dueRefresh()).toBeUndefined()
  after(20)
  const [one, other] = [people.dueRefresh(), people.dueRefresh()]
  expect(sent(one)).toContain('refresh-1')
  expect(sent(other)).toContain('refresh-2')
  expect(people.dueRefresh()).toBeUndefined()
  for (const [index, request] of [one, other].entries())
    expect(request?.problem(200, JSON.stringify(grant(11 + index)))).toBeUndefined()
  expect(people.dueRefresh()).toBeUndefined()
})

it('uses a refresh token once, and the newest access token', async () => {
  const people = await signedIn(1)
  people.refresh().problem(200, JSON.stringify(grant(7)))
  expect(sent(people.user())).toContain('Bearer access-7')
  expect(sent(people.refresh())).toContain('refresh-7')
})

it('retries a refused refresh, and uses the old access token meanwhile', async () => {
  const people = await signedIn(1)
  after(3_550)
  people.dueRefresh()?.problem(503, '{}')
  expect(sent(people.user())).toContain('Bearer access-1')
  expect(sent(people.dueRefresh())).toContain('refresh-1')
})
