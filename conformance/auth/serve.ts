import { serve } from '@hono/node-server'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { DataDirectoryInUse } from '#server/platform/data-directory/lock.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { serveFlags } from './standalone/serve-flags.ts'
import { readServeOptions } from './standalone/serve-options.ts'
import { openStandalone } from './standalone/standalone.ts'

/**
 * The stand-alone auth service on a separate database, for conformance suites and for trying a client.
 *
 *   npm run serve:auth -- --port 9998 --mail-autoconfirm --anonymous --jwt-secret SECRET
 *
 * Several instances can run. `--help` lists the settings, which can also be environment variables.
 */
if (process.argv.includes('--help')) {
  for (const [name, { type, fallback, description }] of Object.entries(serveFlags)) {
    const shape = type === 'switch' ? `--[no-]${name}` : `--${name} VALUE${type === 'list' ? ',...' : ''}`
    process.stdout.write(`${shape.padEnd(36)} ${description}${fallback ? ` (${fallback})` : ''}\n`)
  }
  process.exit(0)
}
try {
  await start()
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof DataDirectoryInUse
  process.stderr.write(`${isExpected ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}

async function start(): Promise<void> {
  const options = readServeOptions(process.argv.slice(2), process.env)
  const { port, host, proxyHops, unknown } = options
  if (unknown.length > 0)
    process.stderr.write(`Ignored, as they have no meaning here: ${unknown.join(', ')}\n`)
  const instance = await openStandalone(options.standalone)
  interface Bindings {
    incoming?: { socket?: { remoteAddress?: string } }
  }
  const server = serve(
    {
      fetch: (request: Request, env: Bindings) => {
        const forwarded = request.headers.get('x-forwarded-for')
        const from = clientAddress(forwarded, env.incoming?.socket?.remoteAddress, proxyHops)
        return instance.fetch(request, from)
      },
      port,
      hostname: host,
    },
    () => process.stdout.write(`Auth service at http://${host}:${port} and http://${host}:${port}/auth/v1\n`),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close()
      void instance.close().then(() => process.exit(0))
    })
  }
}
