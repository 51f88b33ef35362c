import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { App } from './app.ts'
import type { Config } from './platform/config/config.ts'
import type { Admission } from './platform/limits/admission.ts'
import { isProtocolPath } from './routes/protocol-paths.ts'

/** Handles a request before the app, or calls `next`: Vite's middleware in development. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/**
 * Request line and headers: more than the data API's 16 KiB, which it refuses itself (414, docs/contracts/data-api.md 9),
 * and more than a browser's cookies.
 */
const maxHeaderBytes = 64 * 1024

/** @param filled requests other than for pages wait for it */
export async function listen(
  config: Config,
  app: Pick<App, 'fetch'>,
  filled: Promise<void>,
  front: ((server: Server) => Promise<Front>) | undefined,
  admission: Admission,
): Promise<Server> {
  let isFilled = false
  void filled.then(() => {
    isFilled = true
  })
  const toApp = getRequestListener(async (request, env) => {
    if (!isFilled && isProtocolPath(new URL(request.url).pathname)) await filled
    const { incoming } = env as HttpBindings
    return app.fetch(request, { incoming, isPaid: admission.isPaid(incoming) })
  })
  const server = createServer({ maxHeaderSize: maxHeaderBytes })
  const before = await front?.(server)
  server.on('request', (request, response) => {
    admission.admit(request, response, () => {
      if (countHosts(request) !== 1) response.writeHead(400, { Connection: 'close' }).end()
      else if (before) before(request, response, () => void toApp(request, response))
      else void toApp(request, response)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, resolve)
  })
  return server
}

/** Refuses new requests, and waits at most eight seconds for running ones. */
export async function closeServer(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve)
    server.closeIdleConnections()
    setTimeout(() => server.closeAllConnections(), 8_000).unref()
  })
}

/** RFC 9112 3.2: a request with two Host headers is refused, because a proxy may have used the other one. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  ).length
}
