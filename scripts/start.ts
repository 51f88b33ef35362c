import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { demoClinics, demoPassword } from '#db/seed/demo-content.ts'
import type { RunningServer, StartOptions } from '#server/main.ts'
import { type Config, clinicOrigin, readConfig } from '#server/platform/config/config.ts'
import { htmlPage } from '#server/platform/http/html-page.ts'
import {
  builtWebAssets,
  fillSettings,
  type WebAssets,
  type WebSettings,
} from '#server/platform/http/web-assets.ts'
import { stopOnSignals } from '#server/stop-on-signals.ts'
import { buildReferenceIfStale } from './api/build-reference.ts'
import { buildFolder, buildWebIfStale, compressWeb, strictWebFolder, webFolder } from './web/build-web.ts'

// `npm start` (and, with --dev, `npm run dev`: Vite serves the web app with hot reload on the same port). --uncompressed
// sends files of the web app as built; --strict too, with React's development version (docs/decisions/0155). --no-pages
// serves the API alone, which needs no built web app.

try {
  const startedAt = performance.now()
  enableCompileCache(join(buildFolder, 'node'))
  const config = readConfig(process.env)
  const isDev = process.argv.includes('--dev')
  const isStrict = process.argv.includes('--strict')
  const hasPages = !process.argv.includes('--no-pages')
  const isCompressed = hasPages && !isDev && !isStrict && !process.argv.includes('--uncompressed')
  const built = () => builtWeb(isStrict ? strictWebFolder : webFolder)
  const web = isDev ? developmentWeb() : hasPages ? built() : { web: async () => noPages() }
  const { startServer } = await import('#server/main.ts')
  let isSeeded = false
  const server = await startServer(config, {
    ...web,
    reference: onDemand(buildReferenceIfStale),
    async fill(empty) {
      const { seedDemo } = await import('#db/seed/demo.ts')
      isSeeded = await seedDemo({ ...empty, submit: submitTo(empty) })
    },
  })
  if (isCompressed) compressWeb()
  stopOnSignals(server)
  process.stdout.write(
    `\nCarefold is ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n\n`,
  )
  process.stdout.write(`  ${config.mainOrigin}\n`)
  if (config.environment !== 'production') process.stdout.write(`  http://localhost:${config.port}\n`)
  if (config.demo) printDemoAccounts(config, isSeeded)
} catch (error) {
  const { name, message, stack } = error as Error
  const isExpected = name === 'ConfigError' || name === 'DataDirectoryInUse'
  process.stderr.write(`Carefold did not start: ${isExpected ? message : stack}\n`)
  process.exit(1)
}

/** Builds with the first call, and again after a failure. */
function onDemand<T>(build: () => Promise<T>): () => Promise<T> {
  let built: Promise<T> | undefined
  return () => {
    built ??= build().catch((error: unknown) => {
      built = undefined
      throw error
    })
    return built
  }
}

function submitTo(server: RunningServer) {
  return (url: string, fields: Record<string, string>) =>
    server.fetch(new Request(url, { method: 'POST', body: new URLSearchParams(fields) }))
}

function printDemoAccounts(config: Config, isSeeded: boolean): void {
  process.stdout.write(`\nDemo clinics${isSeeded ? ' (made just now)' : ''}, password ${demoPassword}:\n`)
  for (const { subdomain } of demoClinics) {
    process.stdout.write(
      `  ${clinicOrigin(config, subdomain)}  admin@ staff@ member@ patient@${subdomain}.test\n`,
    )
  }
  process.stdout.write(`Caught mails: ${config.mainOrigin}/dev/mail\n`)
}

function builtWeb(folder: string): StartOptions {
  const building = buildWebIfStale(folder)
  // a failed build is reported where it is awaited
  building.catch(() => {})
  return {
    async web(settings) {
      await building
      return builtWebAssets(folder, settings)
    },
  }
}

function noPages(): WebAssets {
  return { page: async () => new Response('Not found', { status: 404 }), file: async () => null }
}

function developmentWeb(): StartOptions {
  let settings: WebSettings
  return {
    // Vite serves the web app, so the other methods are never called
    web: async (given) => {
      settings = given
      return noPages()
    },
    async front(server) {
      const { createServer } = await import('vite')
      const { isProtocolPath } = await import('#server/routes/protocol-paths.ts')
      const vite = await createServer({
        appType: 'custom',
        server: { middlewareMode: true, hmr: { server }, allowedHosts: true },
      })
      return (request, response, next) => {
        if (isProtocolPath(request.url ?? '')) return next()
        vite.middlewares(request, response, async () => {
          const { readFile } = await import('node:fs/promises')
          const source = await readFile('web/index.html', 'utf8')
          const page = htmlPage(
            fillSettings(await vite.transformIndexHtml(request.url ?? '/', source), settings),
            settings,
          )
          // hot reload needs inline script, which the built app's policy refuses
          response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(await page.text())
        })
      }
    },
  }
}
