import { createServer } from 'node:http'
import type { Metrics } from './metrics.ts'

/** On a separate, private port. @returns a function that stops it */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    const text = await metrics.text().catch(() => null)
    if (text === null) response.writeHead(500).end()
    else response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
