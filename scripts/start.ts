import { type StartOptions, startServer } from '#server/main.ts'
import { readConfig } from '#server/platform/config.ts'
import {
  builtWebAssets,
  fillSettings,
  htmlPage,
  type WebAssets,
  type WebSettings,
} from '#server/platform/http/web-assets.ts'
import { buildWebIfStale, webFolder } from './build-web.ts'

// `npm start` (and, with --dev, `npm run dev`: Vite answers for the web app, with hot reload, on the same port).

try {
  const startedAt = performance.now()
  const config = readConfig(process.env)
  const isDev = process.argv.includes('--dev')
  const server = await startServer(config, isDev ? developmentWeb() : { web: builtWeb })
  const stop = async (signal: NodeJS.Signals) => {
    process.stdout.write(`\n${signal}: finishing what is under way\n`)
    await server.stop()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(
    `\nCarefold is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n\n`,
  )
  process.stdout.write(`  ${config.mainOrigin}\n  http://localhost:${config.port}\n`)
} catch (error) {
  const { name, message, stack } = error as Error
  const isExpected = name === 'ConfigError' || name === 'DataDirectoryInUse'
  process.stderr.write(`Carefold did not start: ${isExpected ? message : stack}\n`)
  process.exit(1)
}

async function builtWeb(settings: WebSettings): Promise<WebAssets> {
  await buildWebIfStale()
  return builtWebAssets(webFolder, settings)
}

function developmentWeb(): StartOptions {
  let settings: WebSettings
  return {
    // Vite answers for everything that is the web app's, so none of this is asked
    web: async (given) => {
      settings = given
      return { page: async () => new Response('Not found', { status: 404 }), file: async () => null }
    },
    async front(server) {
      const { createServer } = await import('vite')
      const vite = await createServer({
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server }, allowedHosts: true },
      })
      const ours = /^\/(auth\/v1|rest\/v1|functions\/v1|hooks|dev|sandbox|health|ready)(\/|\.|\?|$)/
      return (request, response, next) => {
        if (ours.test(request.url ?? '')) return next()
        vite.middlewares(request, response, async () => {
          const { readFile } = await import('node:fs/promises')
          const source = await readFile('web/index.html', 'utf8')
          const page = htmlPage(
            fillSettings(await vite.transformIndexHtml(request.url ?? '/', source), settings),
          )
          // hot reload needs inline script, which the built app's policy refuses
          response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(await page.text())
        })
      }
    },
  }
}
