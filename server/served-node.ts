import type { ApiDocument } from '#domain/api/api-document.ts'
import { type App, createApp } from './app.ts'
import type { AppParts } from './app-parts.ts'
import type { AuthSettings } from './auth/context/settings.ts'
import { createAuthService } from './auth/service.ts'
import { openCalendarServices } from './calendar-services.ts'
import type { Services } from './clinic/action.ts'
import { openFiles } from './clinic/files.ts'
import type { NodeAddresses } from './clinic/nodes/node-addresses.ts'
import { createNotices } from './clinic/notices.ts'
import { createDataApi } from './data-api.ts'
import type { LimitOptions, NodeDatabase, NodesByClinic } from './databases.ts'
import { developmentRoutes } from './development-routes.ts'
import { calendarFeed } from './features/appointments/calendar/calendar-feed.ts'
import { reserveClinicAtSignUp } from './features/clinics/reserve-clinic.ts'
import { fhirEndpoint } from './features/fhir/endpoint.ts'
import { fileRoutes } from './features/files/routes.ts'
import { storeReport } from './features/notices/reports/receive-report.ts'
import { receiptAttachment } from './features/receipts/queries.ts'
import { twilioPaths } from './features/text-messages/receive-text.ts'
import { actions, jobsOf, returnHandlers, webhookHandlers } from './features.ts'
import { openGoogleSlides } from './google-slides.ts'
import { knownPerson } from './known-person.ts'
import { admissionByNode } from './node-target.ts'
import type { Payments } from './payments.ts'
import type { AdjustableClock, Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import { createCspReports } from './platform/csp-reports/csp-reports.ts'
import type { Database } from './platform/database/database.ts'
import type { Transactions } from './platform/database/transactions.ts'
import { openDns } from './platform/dns.ts'
import type { WebAssets } from './platform/http/web-assets.ts'
import { createJobs, type JobDefinition, type JobQueue } from './platform/jobs/jobs.ts'
import { type Admission, createAdmission } from './platform/limits/admission.ts'
import { createLive } from './platform/live/live.ts'
import type { Logger } from './platform/log.ts'
import {
  type AttachReceipt,
  createMailer,
  mailboxTransport,
  sendMail,
  smtpTransport,
} from './platform/mail/mail.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { openOutsideCalendars } from './platform/outside-calendar/outside-calendars.ts'
import { openSms } from './platform/sms/open-sms.ts'
import { createStripe } from './platform/stripe/stripe.ts'
import type { Tracing } from './platform/tracing/tracing.ts'
import { openWebhooks } from './platform/webhooks/webhooks.ts'
import { openSignInProviders } from './sign-in-providers.ts'
import { refuseTokens } from './token-refusals.ts'

export interface NodeOptions extends LimitOptions {
  /** Of sessions and their tokens: for benchmarks, which cannot wait. */
  sessions?: AuthSettings['sessions']
  /** Builds or reads the OpenAPI document. */
  reference?: () => Promise<ApiDocument>
}

/** Shared by all nodes of a process. */
export interface Shared {
  log: Logger
  clock: AdjustableClock
  machineClock: Clock
  payments: Payments
  /** Of the first node, which stores the development clock. */
  clockTransactions: Transactions
  tracing: Tracing | undefined
  metrics: Metrics | undefined
  settle(): Promise<string[]>
  /** Absent with one node. */
  everyNode: (() => readonly Transactions[]) | undefined
  options: NodeOptions
}

/** A whole installation on one database: accounts, clinics, jobs and streams. */
export interface ServedNode {
  services: Services
  database: Database
  app: App
  definitions: JobDefinition<never>[]
  jobs: JobQueue
  admission: Admission
  endStreams(): Promise<void>
  /** Finishes running jobs. */
  close(): Promise<void>
}

/** @param more of a further node: the addresses that it shares with the others, and its own job */
export async function serveNode(
  config: Config,
  opened: NodeDatabase,
  web: Promise<WebAssets>,
  shared: Shared,
  more: { addresses?: NodeAddresses; job?: JobDefinition } = {},
): Promise<ServedNode> {
  const { log, clock, payments, tracing, metrics, options } = shared
  const { database, transactions, byClinic } = opened
  const jobs = createJobs({ database, transactions, log, tracing })
  const google = openGoogleSlides(config)
  const calendars = openCalendarServices(config, clock)
  const base = baseServices({ config, clock, transactions, log, jobs, payments, google, calendars })
  const signIn = await openSignInProviders(config)
  const auth = createAuthService(base, {
    settings: { providers: signIn.providers, ...(options.sessions && { sessions: options.sessions }) },
    sessionClock: shared.machineClock,
    hooks: { beforeSignUp: (tx, signUp) => reserveClinicAtSignUp(tx, signUp, more.addresses) },
  })
  const services: Services = {
    ...base,
    ...auth.provided,
    ...(more.addresses && { addresses: more.addresses }),
    ...(shared.everyNode && { everyNode: shared.everyNode }),
  }
  const transport = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : mailboxTransport
  const attachReceipt: AttachReceipt = (receipt) => receiptAttachment(transactions, receipt)
  const definitions = [
    sendMail({ transactions, transport, clock, attachReceipt }),
    ...auth.jobs,
    ...jobsOf(services),
    ...(more.job ? [more.job] : []),
  ] as JobDefinition<never>[]
  const rest = createDataApi(transactions, database.listen, log)
  const live = createLive({ transactions, log, listen: database.listen })
  const parts: AppParts = {
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
      clockTransactions: shared.clockTransactions,
      clock,
      payments,
      attachReceipt,
      storeReport: (raw) => storeReport(services, raw),
      sandboxes: [signIn.sandbox, google.sandbox, ...calendars.sandboxes],
      settle: shared.settle,
    }),
    web: await web,
    ...(options.reference && { reference: options.reference }),
    ...(tracing && { tracing }),
    ...(metrics && { onAnswer: metrics.answered }),
  }
  const admissionOf = ({ overload: guard, limits }: NodeDatabase) =>
    createAdmission({
      guard,
      limits,
      personOf: (request) => knownPerson(request, auth, services.files.links),
      trustedHops: config.trustedProxyHops,
      onRefused: metrics?.refused,
    })
  const admission = admissionOf(opened)
  return {
    services,
    database,
    app: createApp(parts),
    definitions,
    jobs,
    admission: byClinic ? admissionByClinic(config, admission, byClinic, admissionOf) : admission,
    endStreams: live.close,
    async close() {
      await jobs.stop()
      transport.close()
      await rest.close()
      await opened.close()
    },
  }
}

/** Each node of a distributed database admits the requests of its clinics. */
function admissionByClinic(
  config: Config,
  first: Admission,
  nodes: NodesByClinic,
  admissionOf: (node: NodeDatabase) => Admission,
): Admission {
  const made = new Map<NodeDatabase, Admission>()
  const of = (node: NodeDatabase) => {
    const admission = made.get(node) ?? admissionOf(node)
    made.set(node, admission)
    return admission
  }
  return admissionByNode(
    config,
    first,
    (target) => {
      const node = 'clinic' in target ? nodes.known(target.clinic) : undefined
      return node && of(node)
    },
    () => made.values(),
  )
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
