import { authSettings } from '#server/auth/context/settings.ts'
import { startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config/config.ts'

// The product's server without the web app's files, which no benchmark requests.

const notFound = async () => new Response('not part of the benchmark', { status: 404 })
const config = readConfig(process.env)
const tokenSeconds = Number(process.env.ACCESS_TOKEN_SECONDS)
const { sessions } = authSettings(config)
const server = await startServer(config, {
  web: async () => ({ page: notFound, file: async () => null }),
  // Most benchmarks have few callers, each above the limits.
  limitCallers: process.env.LIMIT_CALLERS === 'on',
  // Only drills test refusals.
  shedLoad: process.env.SHED_LOAD === 'on',
  // For a drill of minutes that tests effects of hours.
  ...(tokenSeconds > 0 && {
    sessions: {
      patient: { ...sessions.patient, accessTokenSeconds: tokenSeconds },
      team: { ...sessions.team, accessTokenSeconds: tokenSeconds },
    },
  }),
})
process.stdout.write(`listening ${config.port}\n`)
for (const event of ['SIGTERM', 'SIGINT'] as const) process.once(event, stop)
process.stdin.once('end', stop).resume()

function stop(): void {
  void server.stop().then(() => process.exit(0))
  setTimeout(() => process.exit(0), 2_000).unref()
}
