import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { open, wireRequest } from './http-load.ts'

// A separate process at low priority, so that it delays neither the measured requests nor the server.

export interface FloodSettings {
  port: number
  connections: number
  /** Used in turn; the server must trust one proxy. */
  addresses: number
  /** Between an answer and the next request of its connection. */
  pauseMs: number
  requests: { method: string; path: string; body?: string }[]
}

export type Statuses = Record<number, number>

const { port, connections, addresses, pauseMs, requests } = JSON.parse(
  process.env.FLOOD ?? '',
) as FloodSettings
const statuses: Statuses = {}
let isOver = false
const visitor = async (number: number) => {
  let connection = await open(port)
  for (let count = number; !isOver; count += connections) {
    const turn = count % addresses
    const { method, path, body } = requests[count % requests.length] ?? { method: 'GET', path: '/' }
    const headers = { 'X-Forwarded-For': `198.51.${turn >> 8}.${turn & 255}` }
    const wire = wireRequest(method, path, headers, body)
    const { status } = await connection.send(wire).catch(() => ({ status: 0 }))
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status === 0) connection = await open(port)
    await wait(pauseMs)
  }
  connection.close()
}

setPriority(10)
const all = Array.from({ length: connections }, (_, number) => visitor(number))
process.stdout.write('listening 0\n')
createInterface({ input: process.stdin }).once('line', async () => {
  isOver = true
  await Promise.race([Promise.all(all), wait(5_000)])
  process.stdout.write(`${JSON.stringify(statuses)}\n`)
  process.exit()
})
process.stdin.once('end', () => process.exit())
