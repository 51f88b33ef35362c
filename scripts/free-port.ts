import { createServer } from 'node:net'

export async function freePort(): Promise<number> {
  return (await listenOn(0)) ?? freePort()
}

/** The first of several consecutive free ports. */
export async function freePorts(count: number): Promise<number> {
  const first = await freePort()
  for (let next = first + 1; next < first + count; next += 1) {
    if (next > 65_535 || (await listenOn(next)) === null) return freePorts(count)
  }
  return first
}

/** Listens briefly. @returns the port; null: it is in use */
function listenOn(port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })
}
