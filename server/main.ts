import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { createApp } from './app.ts'
import type { AuthSettings } from './auth/context/settings.ts'
import { createAuthService } from './auth/service.ts'
import { createDataApi } from './data-api.ts'
import { accountRoute } from './development/account-route.ts'
import { clockRoute, storedClockOffset } from './development/clock-route.ts'
import { mailboxRoutes } from './development/mailbox.ts'
import { proofsRoute } from './development/proofs-route.ts'
import { calendarFeed } from './features/appointments/calendar-feed.ts'
import { reserveClinicAtSignUp } from './features/clinics/reserve-clinic.ts'
import { fileRoutes } from './features/files/routes.ts'
import { receiptAttachment } from './features/receipts/queries.ts'
import { twilioPaths } from './features/text-messages/receive-text.ts'
import { actions, jobsOf, returnHandlers, webhookHandlers } from './features.ts'
import { openGoogleSlides } from './google-slides.ts'
import { knownPerson } from './known-person.ts'
import { openPayments, sandboxPath } from './payments.ts'
import type { Services } from './platform/action.ts'
import { AdjustableClock, systemClock } from './platform/clock.ts'
import type { Config, TracingSettings } from './platform/config/config.ts'
import { createCspReports } from './platform/csp-reports/csp-reports.ts'
import { serveControl } from './platform/data-directory/control.ts'
import { ownFolder } from './platform/data-directory/files.ts'
import { lockDataDirectory } from './platform/data-directory/lock.ts'
import { type Database, openEmbedded, openPostgres } from './platform/database/database.ts'
import { followDatabaseClock } from './platform/database/database-clock.ts'
import { requireLoginRole } from './platform/database/login-role.ts'
import { migrate, migratePostgres } from './platform/database/migrations.ts'
import { type Replica, watchReplica } from './platform/database/replica.ts'
import { createTransactions } from './platform/database/transactions.ts'
import { openDns } from './platform/dns.ts'
import { openFiles } from './platform/files/files.ts'
import { publishableKeyOf } from './platform/http/publishable-key.ts'
import type { WebAssets, WebSettings } from './platform/http/web-assets.ts'
import { JobsFailed } from './platform/jobs/job-drain.ts'
import { createJobs, type JobDefinition } from './platform/jobs/jobs.ts'
import { type Admission, createAdmission } from './platform/limits/admission.ts'
import { createCallerLimits } from './platform/limits/caller-limits.ts'
import { createOverloadGuard, embeddedOverload } from './platform/limits/overload.ts'
import { createLive } from './platform/live/live.ts'
import { createLogger, type Logger } from './platform/log.ts'
import {
  type AttachReceipt,
  createMailer,
  mailboxTransport,
  sendMail,
  smtpTransport,
} from './platform/mail/mail.ts'
import { readBacklog } from './platform/metrics/backlog.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { serveMetrics } from './platform/metrics/metrics-server.ts'
import { createNotices } from './platform/notices.ts'
import { openSms } from './platform/sms/open-sms.ts'
import { createStripe } from './platform/stripe/stripe.ts'
import { reportTimeZones } from './platform/time-zones.ts'
import { isProtocolPath } from './routes/protocol-paths.ts'
import { openSignInProviders } from './sign-in-providers.ts'
import { refuseTokens } from './token-refusals.ts'

/** A running server. */
export interface RunningServer {
  services: Services
  clock: AdjustableClock
  /** Answers a request as if it had arrived over the network. */
  fetch(request: Request): Promise<Response>
  /**
   * Runs everything that is due by the clock: renewals, webhooks, month closes, queued jobs.
   *
   * @returns what failed, each with its reason; it is tried again later, as always
   */
  settle(): Promise<string[]>
  /** Finishes current requests and jobs, for at most ten seconds, and releases the data folder. */
  stop(): Promise<void>
}

/** Handles a request before the app does, or calls `next`: Vite's middleware in development. */
export type Front = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface StartOptions {
  log?: Logger
  /** The web app, once it is built. */
  web(settings: WebSettings): Promise<WebAssets>
  front?(server: Server): Promise<Front>
  /** False lets one caller use the whole database: for benchmarks, which have few callers. */
  limitCallers?: boolean
  /** False answers whatever arrives, however late: for benchmarks. */
  shedLoad?: boolean
  /** How long sessions and their tokens live: for benchmarks, which cannot wait. */
  sessions?: AuthSettings['sessions']
  /** Fills an empty installation, on a clock of its own. Meanwhile pages are served and all other requests wait. */
  fill?(server: RunningServer): Promise<void>
}

/** How often the payment sandbox checks for work that is due. Stripe itself needs no such check. */
const sandboxIntervalMs = 500

/**
 * Opens and migrates the database, wires the parts, and listens.
 *
 * @throws DataDirectoryInUse while another process uses the data folder
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const log = options.log ?? createLogger(config.logLevel)
  const lock = config.databaseUrl ? null : lockDataDirectory(config.dataDir)
  ownFolder(config.dataDir)
  // started first: the database opens while the web app is built
  const web = options.web({
    appDomain: config.appDomain,
    mainOrigin: config.mainOrigin,
    productName: 'Carefold',
    publishableKey: publishableKeyOf(config.mainOrigin),
    sandbox: !config.stripe,
    videoProviders: config.videoProviders,
    importsGoogleSlides: config.googleSlides !== null || config.environment === 'development',
    hasGoogle: config.google !== null || config.environment === 'development',
    slideFrames: config.slideFrames,
  })
  const database = await openDatabase(config, log)
  const limits = options.limitCallers === false ? undefined : createCallerLimits(database.connections)
  const replica = openReplica(config, database, log)
  const { engine, pool } = database
  const tracing = config.tracing ? await openTracing(config.tracing, log) : undefined
  const overload =
    options.shedLoad === false
      ? undefined
      : createOverloadGuard(engine === 'postgres' ? undefined : embeddedOverload, log)
  const transactions = createTransactions(database, limits, replica, overload)
  const databaseClock =
    engine === 'postgres'
      ? await followDatabaseClock(
          async () => (await pool.query('select clock_timestamp() as now')).rows[0].now,
          log,
        )
      : null
  const machineClock = databaseClock ?? systemClock
  const clock = new AdjustableClock(
    config.environment === 'production' ? 0 : await storedClockOffset(transactions),
    machineClock,
  )

  let app: ReturnType<typeof createApp> | undefined
  const payments = await openPayments({
    config,
    clock,
    transactions,
    log,
    deliver: (request) => present(app, 'app').fetch(request),
  })
  const jobs = createJobs({ database, transactions, log, tracing })
  const google = openGoogleSlides(config)
  const base: Omit<Services, 'accounts' | 'signatures'> = {
    config,
    clock,
    transactions,
    log,
    jobs,
    mailer: createMailer({ clock, jobs, senderDomain: config.appDomain }),
    notices: createNotices({ clock }),
    sms: openSms({ config, transactions, clock }, twilioPaths.status),
    stripe: createStripe(payments.connection, clock),
    googleSlides: google.slides,
    dns: openDns(),
    files: openFiles(config, jobs),
  }
  const signIn = await openSignInProviders(config)
  const auth = createAuthService(base, {
    settings: { providers: signIn.providers, ...(options.sessions && { sessions: options.sessions }) },
    sessionClock: machineClock,
    hooks: { beforeSignUp: reserveClinicAtSignUp },
  })
  const services: Services = { ...base, ...auth.provided }
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : mailboxTransport
  const attachReceipt: AttachReceipt = (receipt) => receiptAttachment(transactions, receipt)
  const definitions = [
    sendMail({ transactions, transport, clock, attachReceipt }),
    ...auth.jobs,
    ...jobsOf(services),
  ] as JobDefinition<never>[]
  const rest = createDataApi(transactions, database.listen, log)
  const live = createLive({ transactions, log, listen: database.listen })

  /** One that fails, be it a job, must not stop the others. */
  const settle = async () => {
    const failures: string[] = []
    const attempt = async (name: string, step: () => Promise<unknown> | undefined) => {
      try {
        await step()
      } catch (error) {
        if (!(error instanceof JobsFailed)) log.error('settle.failed', { step: name, error })
        const failed = error instanceof JobsFailed ? error.failures : [{ job: name, error }]
        failures.push(...failed.map(({ job, error }) => `${job}: ${(error as Error).message}`))
      }
    }
    await attempt('sandbox', () => payments.sandbox?.settle())
    await attempt('webhooks', () => payments.sandbox?.deliver())
    for (const definition of definitions) {
      // what cron would start, here by the product's clock
      if (definition.cron) await attempt(definition.name, () => (definition as JobDefinition).run({}))
    }
    await attempt('jobs', jobs.drain)
    await attempt('webhooks', () => payments.sandbox?.deliver())
    await attempt('jobs', jobs.drain)
    return failures
  }
  const metrics = config.metrics
    ? createMetrics({ database, log, readBacklog: () => readBacklog(transactions, clock.now()) })
    : undefined
  const isDevelopment = config.environment !== 'production'
  app = createApp({
    services,
    verifyAccessToken: auth.verifyAccessToken,
    auth: auth.fetch,
    rest: rest.fetch,
    restRefusal: refuseTokens(rest, auth),
    actions,
    files: fileRoutes(services),
    calendars: calendarFeed(services),
    live,
    cspReports: createCspReports({ log, metrics }),
    webhooks: webhookHandlers(services),
    returns: returnHandlers(services),
    development: [
      ...(isDevelopment ? [...mailboxRoutes(transactions, attachReceipt), proofsRoute(transactions)] : []),
      // not with real payments: Stripe's clock would not move along
      ...(payments.sandbox ? [{ path: `${sandboxPath}/*`, handle: payments.sandbox.pages }] : []),
      ...(signIn.sandbox ? [signIn.sandbox] : []),
      ...(google.sandbox ? [google.sandbox] : []),
      ...(payments.sandbox && isDevelopment
        ? [clockRoute({ clock, transactions, onMoved: settle }), accountRoute(transactions, payments.sandbox)]
        : []),
    ],
    web: await web,
    ...(tracing && { tracing }),
    ...(metrics && { onAnswer: metrics.answered }),
  })
  // for `npm run backup`; a server on Postgres has nothing to copy
  const stopControl = database.copyTo
    ? await serveControl(config.dataDir, async ({ copyDatabaseTo }) => database.copyTo?.(copyDatabaseTo))
    : async () => {}
  const stopMetrics = metrics && config.metrics ? await serveMetrics(metrics, config.metrics) : async () => {}

  const filled = Promise.withResolvers<void>()
  const admission = createAdmission({
    guard: overload,
    limits,
    personOf: (request) => knownPerson(request, auth, services.files.links),
    trustedHops: config.trustedProxyHops,
    onRefused: metrics?.refused,
  })
  const server = await listen(config, app, filled.promise, options.front, admission)
  // pages need no jobs, and other requests wait until the installation is filled
  await jobs.start(definitions, { work: config.role !== 'web' })
  const stopSandbox = payments.sandbox ? runSandbox(payments.sandbox, log) : () => {}
  const running: RunningServer = {
    services,
    clock,
    fetch: app.fetch,
    settle,
    async stop() {
      stopSandbox()
      await live.close()
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 8_000).unref()
      })
      await jobs.stop()
      overload?.close()
      await tracing?.close()
      metrics?.close()
      await stopMetrics()
      await stopControl()
      await rest.close()
      databaseClock?.stop()
      await replica?.close()
      await database.close()
      lock?.release()
    },
  }
  void reportTimeZones(transactions, log, clock.now())
  await options.fill?.(running)
  filled.resolve()
  return running
}

function present<T>(part: T | undefined, name: string): T {
  if (!part) throw new Error(`${name} was used before the start was complete`)
  return part
}

/** Loaded only where traces are wanted. */
async function openTracing(settings: TracingSettings, log: Logger) {
  const { createTracing } = await import('./platform/tracing/tracing.ts')
  return createTracing(settings, log)
}

async function openDatabase(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl) {
    // in production migrating is a separate step: `npm run migrate`
    if (config.environment !== 'production')
      await migratePostgres(config.databaseOwnerUrl ?? config.databaseUrl)
    const database = openPostgres(config.databaseUrl, {
      log,
      isWatched: true,
      ...(config.databaseListenUrl && { isPooled: true, listenUrl: config.databaseListenUrl }),
    })
    await requireLoginRole(database)
    return database
  }
  const database = await openEmbedded({ folder: join(config.dataDir, 'db') }, { log })
  await migrate(database.owner)
  await database.becomeLogin()
  return database
}

/** Reads that may be a second old go there; without one, or while it is behind, they go to the database itself. */
function openReplica(
  { databaseReplicaUrl }: Config,
  { engine, pool }: Database,
  log: Logger,
): (Replica & { close(): Promise<void> }) | undefined {
  if (!databaseReplicaUrl || engine !== 'postgres') return undefined
  const database = openPostgres(databaseReplicaUrl, { log, isWatched: true })
  const watch = watchReplica(pool, database.pool)
  return {
    database,
    isFresh: watch.isFresh,
    async close() {
      watch.stop()
      await database.close()
    },
  }
}

/**
 * Longest request line and headers: more than the 16 KiB of an address that the data API takes, so that it refuses a longer one
 * itself (414, docs/contracts/data-api.md 9), and more than a browser's cookies.
 */
const maxHeaderBytes = 64 * 1024

async function listen(
  config: Config,
  app: ReturnType<typeof createApp>,
  filled: Promise<void>,
  front: StartOptions['front'],
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

/** RFC 9112 3.2: a request with two Host headers is refused, because a proxy in front may have used the other one. */
function countHosts({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  ).length
}

function runSandbox(
  sandbox: { settle(): Promise<number>; deliver(): Promise<number> },
  log: Logger,
): () => void {
  let busy = false
  const timer = setInterval(async () => {
    if (busy) return
    busy = true
    try {
      await sandbox.settle()
      await sandbox.deliver()
    } catch (error) {
      log.error('sandbox.check_failed', { error })
    } finally {
      busy = false
    }
  }, sandboxIntervalMs)
  return () => clearInterval(timer)
}
