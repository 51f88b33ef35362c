import { expect, test, vi } from 'vitest'
import { steadyFetch } from '../fetch/steady-fetch.ts'
import { watchConnection } from './connection.ts'

function aDevice({ hasNetwork = true, isServerUp = true } = {}) {
  const world = { hasNetwork, isServerUp }
  let tell = () => {}
  const pauses: (() => void)[] = []
  const connection = watchConnection({
    hasNetwork: () => world.hasNetwork,
    onChange: (listener) => {
      tell = listener
    },
    probe: async () => world.hasNetwork && world.isServerUp,
    wait: () => new Promise((done) => pauses.push(done)),
  })
  return {
    connection,
    change(next: Partial<typeof world>) {
      Object.assign(world, next)
      tell()
    },
    passPause: () => pauses.shift()?.(),
    isUp: () => world.hasNetwork && world.isServerUp,
  }
}

function aServer(device: ReturnType<typeof aDevice>) {
  const sent: string[] = []
  const send = (async (input: string, init?: RequestInit) => {
    if (!device.isUp()) throw new TypeError('Failed to fetch')
    sent.push(`${init?.method ?? 'GET'} ${input}`)
    return new Response('ok')
  }) as typeof fetch
  return { sent, send }
}

const soon = () => new Promise((done) => setTimeout(done, 0))

test('sends a save made offline once the network is back', async () => {
  const device = aDevice({ hasNetwork: false })
  const { sent, send } = aServer(device)
  const answer = steadyFetch(device.connection, send)('/functions/v1/save', { method: 'POST' })
  await soon()
  expect([device.connection.state(), sent]).toEqual(['offline', []])
  device.change({ hasNetwork: true })
  expect((await answer).status).toBe(200)
  expect(sent).toEqual(['POST /functions/v1/save'])
  expect(device.connection.state()).toBe('online')
})

test('repeats a read that was cut off, but not a write', async () => {
  const device = aDevice()
  const { sent, send } = aServer(device)
  const fetch = steadyFetch(device.connection, send)
  device.change({ isServerUp: false })
  await device.connection.check()
  expect(device.connection.state()).toBe('unreachable')
  const read = fetch('/rest/v1/plans')
  await soon()
  device.change({ isServerUp: true })
  expect((await read).status).toBe(200)
  expect(sent).toEqual(['GET /rest/v1/plans'])

  const cutOff = steadyFetch(device.connection, async () => {
    device.change({ hasNetwork: false })
    throw new TypeError('Failed to fetch')
  })
  await expect(cutOff('/functions/v1/save', { method: 'POST' })).rejects.toThrow('Failed to fetch')
})

test('retries until the server answers', async () => {
  const device = aDevice()
  const listener = vi.fn()
  device.connection.subscribe(listener)
  device.change({ isServerUp: false })
  await soon()
  expect(device.connection.state()).toBe('unreachable')
  device.passPause()
  await soon()
  expect(device.connection.state()).toBe('unreachable')
  // no network event: only the server is back
  device.change({ isServerUp: true })
  device.passPause()
  await soon()
  expect(device.connection.state()).toBe('online')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('stops waiting when the page is left', async () => {
  const device = aDevice({ hasNetwork: false })
  const left = new AbortController()
  const answer = steadyFetch(device.connection, fetch)('/rest/v1/plans', { signal: left.signal })
  left.abort(new Error('left'))
  await expect(answer).rejects.toThrow('left')
})

test('returns a failure that is not about the connection', async () => {
  const device = aDevice()
  const send = (async () => {
    throw new TypeError('Failed to fetch')
  }) as typeof fetch
  await expect(steadyFetch(device.connection, send)('/rest/v1/plans')).rejects.toThrow('Failed to fetch')
})
