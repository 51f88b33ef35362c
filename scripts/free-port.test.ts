import { createServer, type Server } from 'node:net'
import { expect, it } from 'vitest'
import { freePort, freePorts } from './free-port.ts'

const listen = (port: number) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })

it('ports in a row are free, also when one after the first choice is in use', async () => {
  const first = await freePorts(4)
  const servers = await Promise.all([0, 1, 2, 3].map((at) => listen(first + at)))
  const others = await freePorts(4)
  expect(Math.abs(others - first)).toBeGreaterThanOrEqual(4)
  for (const server of [...servers, await listen(await freePort())]) server.close()
})
