import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Another address of a Postgres, as a node of a distributed one has. */
export interface Address {
  host: string
  port: number
  /** The bytes that this address has received since the last call, as text. */
  sent(): string
  connections(): number
  /** Ends all connections and refuses further ones. */
  stop(): Promise<void>
  start(): Promise<void>
}

/** @param url of the Postgres */
export async function openAddress(url: string): Promise<Address> {
  const { hostname, port: target } = new URL(url)
  const open = new Set<Socket>()
  let text = ''
  let server: Server | undefined
  let port = 0

  function accept(client: Socket): void {
    const upstream = connect({ host: hostname, port: Number(target || 5432) })
    client.on('data', (bytes) => {
      text += bytes.toString('latin1')
    })
    client.pipe(upstream).pipe(client)
    open.add(client)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => {})
      socket.once('close', () => {
        other.destroy()
        open.delete(client)
      })
    }
  }

  const address: Address = {
    host: '127.0.0.1',
    get port() {
      return port
    },
    sent() {
      const sent = text
      text = ''
      return sent
    },
    connections: () => open.size,
    async stop() {
      const closed = server && once(server, 'close')
      server?.close()
      for (const client of open) client.destroy()
      await closed
    },
    async start() {
      server = createServer(accept).listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
  }
  await address.start()
  return address
}
