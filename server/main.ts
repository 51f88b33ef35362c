import type { Server } from 'node:http'
import type { ApiDocument } from '#domain/api/api-document.ts'
import { createApp } from './app.ts'
import type { AuthSettings } from './auth/context/settings.ts'
import { createAuthService } from './auth/service.ts'
import { openCalendarServices } from './calendar-services.ts'
import type { Services } from './clinic/action.ts'
import { readBacklog } from './clinic/backlog.ts'
import { openFiles } from './clinic/files.ts'
import { createNotices } from './clinic/notices.ts'
import { createDataApi } from './data-api.ts'
import { followClockOf, openDatabase, openReplica } from './databases.ts'
import { storedClockOffset } from './development/clock-route.ts'
import { developmentRoutes } from './development-routes.ts'
import { calendarFeed } from './features/appointments/calendar/calendar-feed.ts'
import { reserveClinicAtSignUp } from './features/clinics/reserve-clinic.ts'
import { fhirEndpoint } from './features/fhir/endpoint.ts'
import { fileRoutes } from './features/files/routes.ts'
import { receiptAttachment } from './features/receipts/queries.ts'
import { twilioPaths } from './features/text-messages/receive-text.ts'
import { actions, jobsOf, returnHandlers, webhookHandlers } from './features.ts'
import { openGoogleSlides } from './google-slides.ts'
import { knownPerson } from './known-person.ts'
import { closeServer, type Front, listen } from './listen.ts'
import { openPayments, type Payments } from './payments.ts'
import { AdjustableClock, systemClock } from './platform/clock.ts'
import type { Config, TracingSettings } from './platform/config/config.ts'
import { createCspReports } from './platform/csp-reports/csp-reports.ts'
import { serveControl } from './platform/data-directory/control.ts'
import { ownFolder } from './platform/data-directory/files.ts'
import { lockDataDirectory } from './platform/data-directory/lock.ts'
import { createTransactions } from './platform/database/transactions.ts'
import { openDns } from './platform/dns.ts'
import { publishableKeyOf } from './platform/http/publishable-key.ts'
import type { WebAssets, WebSettings } from './platform/http/web-assets.ts'
import { createJobs, type JobDefinition } from './platform/jobs/jobs.ts'
import { createAdmission } from './platform/limits/admission.ts'
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
import { createMetrics } from './platform/metrics/metrics.ts'
import { serveMetrics } from './platform/metrics/metrics-server.ts'
import { openOutsideCalendars } from './platform/outside-calendar/outside-calendars.ts'
import { openSms } from './platform/sms/open-sms.ts'
import { createStripe } from './platform/stripe/stripe.ts'
import { reportTimeZones } from './platform/time-zones.ts'
import { openWebhooks } from './platform/webhooks/webhooks.ts'
import { runSandbox } from './sandbox-checks.ts'
import { createSettle } from './settle.ts'
import { openSignInProviders } from './sign-in-providers.ts'
import { refuseTokens } from './token-refusals.ts'

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

export interface StartOptions {
  log?: Logger
  /** The web app, once it is built. */
  web(settings: WebSettings): Promise<WebAssets>
  /** Builds or reads the OpenAPI document. */
  reference?: () => Promise<ApiDocument>
  front?(server: Server): Promise<Front>
  /** False for benchmarks, which have few callers. */
  limitCallers?: boolean
  /** False for benchmarks. */
  shedLoad?: boolean
  /** Of sessions and their tokens: for benchmarks, which cannot wait. */
  sessions?: AuthSettings['sessions']
  /** Fills an empty installation, on a separate clock. Meanwhile pages are served and other requests wait. */
  fill?(server: RunningServer): Promise<void>
}

/** @throws DataDirectoryInUse while another process uses the data folder */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const log = options.log ?? createLogger(config.logLevel)
  const lock = config.databaseUrl ? null : lockDataDirectory(config.dataDir)
  ownFolder(config.dataDir)
  // the database opens while the web app is built
  const web = options.web(webSettings(config))
  const database = await openDatabase(config, log)
  const limits = options.limitCallers === false ? undefined : createCallerLimits(database.connections)
  const replica = openReplica(config, database, log)
  const { engine } = database
  const tracing = config.tracing ? await openTracing(config.tracing, log) : undefined
  const overload =
    options.shedLoad === false
      ? undefined
      : createOverloadGuard(engine === 'postgres' ? undefined : embeddedOverload, log)
  const transactions = createTransactions(database, limits, replica, overload)
  const databaseClock = engine === 'postgres' ? await followClockOf(database, log) : null
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
  const calendars = openCalendarServices(config, clock)
  const base = baseServices({ config, clock, transactions, log, jobs, payments, google, calendars })
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
  const settle = createSettle({ sandbox: payments.sandbox, jobs, definitions, log })
  const rest = createDataApi(transactions, database.listen, log)
  const live = createLive({ transactions, log, listen: database.listen })

  const metrics = config.metrics
    ? createMetrics({ database, log, readBacklog: () => readBacklog(transactions, clock.now()) })
    : undefined
  app = createApp({
    services,
    verifyAccessToken: auth.verifyAccessToken,
    auth: auth.fetch,
    rest: rest.fetch,
    restRefusal: refuseTokens(rest, auth),
    actions,
    files: fileRoutes(services),
    calendars: calendarFeed(services),
    fhir: fhirEndpoint(services),
    live,
    cspReports: createCspReports({ log, metrics }),
    webhooks: webhookHandlers(services),
    returns: returnHandlers(services),
    development: developmentRoutes({
      isDevelopment: config.environment !== 'production',
      transactions,
      clock,
      payments,
      attachReceipt,
      sandboxes: [signIn.sandbox, google.sandbox, ...calendars.sandboxes],
      settle,
    }),
    web: await web,
    ...(options.reference && { reference: options.reference }),
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
      await closeServer(server)
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

async function openTracing(settings: TracingSettings, log: Logger) {
  const { createTracing } = await import('./platform/tracing/tracing.ts')
  return createTracing(settings, log)
}

type BaseServices = Omit<Services, 'accounts' | 'signatures'>

/** Without those of the auth service, which uses these. */
function baseServices({
  payments,
  google,
  calendars,
  ...opened
}: Pick<BaseServices, 'config' | 'clock' | 'transactions' | 'log' | 'jobs'> & {
  payments: Payments
  google: ReturnType<typeof openGoogleSlides>
  calendars: ReturnType<typeof openCalendarServices>
}): BaseServices {
  const { config, clock, transactions, jobs } = opened
  return {
    ...opened,
    mailer: createMailer({
      clock,
      jobs,
      senderDomain: config.appDomain,
      operatorEmail: config.operatorEmail,
    }),
    notices: createNotices({ clock }),
    sms: openSms({ config, transactions, clock }, twilioPaths.status),
    stripe: createStripe(payments.connection, clock),
    googleSlides: google.slides,
    outsideCalendars: openOutsideCalendars(config, calendars.services),
    webhooks: openWebhooks(config),
    dns: openDns(),
    files: openFiles(config, jobs),
  }
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
