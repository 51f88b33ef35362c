import type { Server } from 'node:http'
import type { App } from './app.ts'
import type { Services } from './clinic/action.ts'
import { readBacklogs } from './clinic/backlog.ts'
import { followClockOf, limitDatabase, openDatabase } from './databases.ts'
import { storedClockOffset } from './development/clock-route.ts'
import { enterByClinic } from './distributed-nodes.ts'
import { closeServer, type Front, listen } from './listen.ts'
import { createNodeDirectory } from './node-directory.ts'
import { createNodeFront } from './node-front.ts'
import { type Nodes, openNodes } from './nodes.ts'
import { openPayments } from './payments.ts'
import { AdjustableClock, systemClock } from './platform/clock.ts'
import type { Config, TracingSettings } from './platform/config/config.ts'
import { serveControl } from './platform/data-directory/control.ts'
import { ownFolder } from './platform/data-directory/files.ts'
import { lockDataDirectory } from './platform/data-directory/lock.ts'
import type { Database } from './platform/database/database.ts'
import { publishableKeyOf } from './platform/http/publishable-key.ts'
import type { WebAssets, WebSettings } from './platform/http/web-assets.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { serveMetrics } from './platform/metrics/metrics-server.ts'
import { reportTimeZones } from './platform/time-zones.ts'
import { runSandbox } from './sandbox-checks.ts'
import { type NodeOptions, type Shared, serveNode } from './served-node.ts'
import { createSettle } from './settle.ts'

export interface RunningServer {
  services: Services
  clock: AdjustableClock
  /** Answers a request as if it had arrived over the network. */
  fetch(request: Request): Promise<Response>
  /**
   * Runs everything that is due by the clock: renewals, webhooks, month closes, queued jobs.
   * @returns the failures with their reasons; they are retried as usual
   */
  settle(): Promise<string[]>
  /** Finishes current requests and jobs, for at most ten seconds, and releases the data folder. */
  stop(): Promise<void>
}

export interface StartOptions extends NodeOptions {
  log?: Logger
  /** The web app, once it is built. */
  web(settings: WebSettings): Promise<WebAssets>
  front?(server: Server): Promise<Front>
  /** Fills an empty installation with the demo, on a separate clock. Meanwhile pages are served and other requests wait. */
  fill?(server: RunningServer): Promise<void>
  /** For tests: absent, as the settings say. */
  openDatabase?(config: Config, log: Logger): Promise<Database>
}

/** @throws DataDirectoryInUse while another process uses the data folder */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const log = options.log ?? createLogger(config.logLevel)
  const lock = config.databaseUrl ? null : lockDataDirectory(config.dataDir)
  ownFolder(config.dataDir)
  // the database opens while the web app is built
  const web = options.web(webSettings(config))
  const open = options.openDatabase ?? openDatabase
  const database = await open(config, log)
  const opened = await enterByClinic(config, limitDatabase(config, database, log, options), log, options)
  const { transactions } = opened
  const tracing = config.tracing ? await openTracing(config.tracing, log) : undefined
  const databaseClock = database.engine === 'postgres' ? await followClockOf(database, log) : null
  const machineClock = databaseClock ?? systemClock
  const clock = new AdjustableClock(
    config.environment === 'production' ? 0 : await storedClockOffset(transactions),
    machineClock,
  )

  let front: Pick<App, 'fetch'> | undefined
  let nodes: Nodes | undefined
  const others = () => [...(nodes?.served.values() ?? [])].filter((node) => node !== undefined)
  const allTransactions = () => [transactions, ...others().map(({ services }) => services.transactions)]
  const payments = await openPayments({
    config,
    clock,
    transactions,
    nodes: allTransactions,
    log,
    deliver: (request) => present(front, 'front').fetch(request),
  })
  const metrics = config.metrics
    ? createMetrics({
        databases: () => [
          database,
          ...[...(opened.byClinic?.opened() ?? []), ...others()].map((node) => node.database),
        ],
        log,
        readBacklog: () => readBacklogs(allTransactions(), clock.now()),
      })
    : undefined
  const settle = createSettle({ sandbox: payments.sandbox, nodes: () => [first, ...others()], log })
  const shared: Shared = {
    ...{ log, clock, machineClock, payments, tracing, metrics, settle, options },
    clockTransactions: transactions,
    everyNode: config.databaseNodes.length > 0 ? allTransactions : undefined,
  }
  const first = await serveNode(config, opened, web, shared)
  const { app, services, jobs, definitions } = first
  nodes = await openNodes(config, {
    first: transactions,
    openDatabase: open,
    web: (settings) => options.web(webSettings(settings)),
    shared,
  })
  const { fetch, admission } =
    config.databaseNodes.length === 0
      ? { fetch: app.fetch, admission: first.admission }
      : createNodeFront({
          config,
          first,
          nodes: nodes.served,
          directory: createNodeDirectory(async (subdomain) => {
            const sql = 'select node from app.clinic_nodes where subdomain = $1'
            const [row] = await transactions.withSystemStatement('node of a clinic', {
              sql,
              params: [subdomain],
            })
            return row ? String(row.node) : null
          }),
          log,
        })
  front = { fetch }
  // for `npm run backup`; a server on Postgres has nothing to copy
  const stopControl = database.copyTo
    ? await serveControl(config.dataDir, async ({ copyDatabaseTo }) => database.copyTo?.(copyDatabaseTo))
    : async () => {}
  const stopMetrics = metrics && config.metrics ? await serveMetrics(metrics, config.metrics) : async () => {}

  const filled = Promise.withResolvers<void>()
  const server = await listen(config, front, filled.promise, options.front, admission)
  // pages need no jobs, and other requests wait until the installation is filled
  await jobs.start(definitions, { work: config.role !== 'web' })
  const stopSandbox = payments.sandbox ? runSandbox(payments.sandbox, log) : () => {}
  const running: RunningServer = {
    services,
    clock,
    fetch,
    settle,
    async stop() {
      stopSandbox()
      await Promise.all([first, ...others()].map((node) => node.endStreams()))
      await closeServer(server)
      await nodes?.close()
      await tracing?.close()
      metrics?.close()
      await stopMetrics()
      await stopControl()
      databaseClock?.stop()
      await first.close()
      lock?.release()
    },
  }
  void reportTimeZones(transactions, log, clock.now())
  const { fill } = options
  if (fill && config.demo) await withoutFlushes(database, () => fill(running))
  filled.resolve()
  return running
}

/**
 * Commits of the embedded database do not wait for the disk during the work: a third of the time to fill a demo. A crash
 * leaves an incomplete installation in both cases.
 */
async function withoutFlushes(database: Database, work: () => Promise<void>): Promise<void> {
  const set = async (setting: 'on' | 'off') => {
    if (database.engine === 'pglite') await database.script(`set synchronous_commit = ${setting}`)
  }
  await set('off')
  await work()
  await set('on')
}

function present<T>(part: T | undefined, name: string): T {
  if (!part) throw new Error(`${name} was used before the start was complete`)
  return part
}

async function openTracing(settings: TracingSettings, log: Logger) {
  const { createTracing } = await import('./platform/tracing/tracing.ts')
  return createTracing(settings, log)
}

function webSettings(config: Config): WebSettings {
  return {
    appDomain: config.appDomain,
    mainOrigin: config.mainOrigin,
    productName: 'Carefold',
    operatorName: config.operatorName,
    publishableKey: publishableKeyOf(config.mainOrigin),
    sandbox: !config.stripe,
    videoProviders: config.videoProviders,
    importsGoogleSlides: config.googleSlides !== null || config.environment === 'development',
    hasGoogle: config.google !== null || config.environment === 'development',
    slideFrames: config.slideFrames,
  }
}
