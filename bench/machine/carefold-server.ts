import { startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config/config.ts'

// The product's server as it is, without the web app's files, which no benchmark asks for.

const notFound = async () => new Response('not part of the benchmark', { status: 404 })
const config = readConfig(process.env)
const server = await startServer(config, { web: async () => ({ page: notFound, file: async () => null }) })
process.stdout.write(`listening ${config.port}\n`)
for (const event of ['SIGTERM', 'SIGINT'] as const) process.once(event, stop)
process.stdin.once('end', stop).resume()

function stop(): void {
  // what is under way is of no interest any more
  void server.stop().then(() => process.exit(0))
  setTimeout(() => process.exit(0), 2_000).unref()
}
