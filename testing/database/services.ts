import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/index.ts'
import { createAccounts } from '#server/auth/accounts/accounts.ts'
import type { AuthServices } from '#server/auth/context/auth.ts'
import { authSettings } from '#server/auth/context/settings.ts'
import { createOperatorHooks } from '#server/auth/hooks/hooks.ts'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { parseSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { documentSignatures } from '#server/auth/tokens/document-signatures.ts'
import type { Accounts } from '#server/clinic/accounts.ts'
import type { Services } from '#server/clinic/action.ts'
import { createFiles } from '#server/clinic/files.ts'
import { createNotices } from '#server/clinic/notices.ts'
import { removeObjects } from '#server/features/files/remove-objects.ts'
import { deliverNotice } from '#server/features/notices/deliver-notice.ts'
import { mailNotices } from '#server/features/notices/mail-notices.ts'
import { sendText } from '#server/features/text-messages/send-text.ts'
import { type AdjustableClock, frozenClock, systemClock } from '#server/platform/clock.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import type { Dns } from '#server/platform/dns.ts'
import { createFileLinks } from '#server/platform/files/file-links.ts'
import { folderStore } from '#server/platform/files/folder-store.ts'
import type { ObjectStore } from '#server/platform/files/object-store.ts'
import type { GoogleSlides } from '#server/platform/google-slides/connection.ts'
import { createJobs, type JobDefinition } from '#server/platform/jobs/jobs.ts'
import { type Logger, silentLogger } from '#server/platform/log.ts'
import { createMailer, type MailTransport, mailboxTransport, sendMail } from '#server/platform/mail/mail.ts'
import type { OutsideCalendars } from '#server/platform/outside-calendar/outside-calendars.ts'
import { mailboxSms, type SmsTransport } from '#server/platform/sms/sms.ts'
import { createStripe } from '#server/platform/stripe/stripe.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { Webhooks } from '#server/platform/webhooks/webhooks.ts'
import { testOutsideCalendars } from '../calendars/outside-calendars.ts'
import { testGoogleSlides } from '../google-slides.ts'
import { testWebhooks } from '../webhooks/webhooks.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { testDns } from './dns.ts'
import { fastHasher } from './fast-hasher.ts'

/** The server's services on a test database. Jobs run on demand (`services.jobs.drain()`), and time does not pass. */
export interface TestServices {
  services: Services
  db: TestDatabase
  clock: AdjustableClock
  /** The sandbox behind `services.stripe`, on the same clock; register webhook endpoints with these secrets' owner. */
  sandbox: StripeSandbox
  close(): Promise<void>
}

export interface TestSandbox {
  sandbox: StripeSandbox
  secrets: { account: string; connect: string }
}

export const testSigningKeys = JSON.stringify({ keys: [makeSigningKey()] })

export const testWebhookSecrets = { account: 'whsec_test_account_0123', connect: 'whsec_test_connect_4567' }

/** @param jobsOf the jobs of the features under test; mails and notices are always there */
export async function openTestServices(
  options: {
    now?: string
    env?: Record<string, string>
    /** Absent: the mailbox. Null: no transport, as in production without a provider. */
    sms?: SmsTransport | null
    /** Absent: a sandbox. Null: as in production without the settings. */
    googleSlides?: GoogleSlides | null
    /** Absent: hosts that do not answer. */
    outsideCalendars?: OutsideCalendars
    /** Absent: sends to receivers on this machine alone. */
    webhooks?: Webhooks
    /** Absent: one without records. */
    dns?: Dns
    jobsOf?: (services: Services) => JobDefinition<never>[]
    /** Absent: a folder that is removed after the test. */
    store?: ObjectStore
    /** Absent: a sandbox that delivers no events. */
    openSandbox?: (clock: AdjustableClock, config: Config) => Promise<TestSandbox>
    /** Absent: an empty one of the tests. */
    openDatabase?: () => Promise<TestDatabase>
    /** Runs jobs automatically, as a server does. */
    work?: boolean
    log?: Logger
    tracing?: Tracing
    /** Absent: the mailbox. */
    mail?: MailTransport
  } = {},
): Promise<TestServices> {
  const db = await (options.openDatabase ?? openTestDatabase)()
  const clock = frozenClock(options.now ?? '2026-03-10T15:00:00Z')
  const config = readConfig({ NODE_ENV: 'test', ...options.env })
  const { sandbox, secrets } = await (options.openSandbox ?? openQuietSandbox)(clock, config)
  const filesFolder = join(tmpdir(), `carefold-files-${randomUUID()}`)
  const { log = silentLogger, tracing, mail = mailboxTransport } = options
  const jobs = createJobs({ database: db.database, transactions: db.transactions, log, tracing })
  const base: Omit<Services, 'accounts' | 'signatures'> = {
    config,
    clock,
    transactions: db.transactions,
    log,
    jobs,
    mailer: createMailer({
      clock,
      jobs,
      senderDomain: config.appDomain,
      operatorEmail: config.operatorEmail,
    }),
    notices: createNotices({ clock }),
    sms: options.sms === undefined ? mailboxSms(db.transactions, () => clock.now()) : options.sms,
    stripe: createStripe(
      {
        secretKey: 'sk_test_sandbox',
        webhookSecret: secrets.account,
        connectWebhookSecret: secrets.connect,
        fetch: sandbox.fetch as typeof fetch,
        fetchPage: (url) => sandbox.pages(new Request(url)),
      },
      clock,
    ),
    googleSlides: options.googleSlides === undefined ? testGoogleSlides().slides : options.googleSlides,
    outsideCalendars: options.outsideCalendars ?? testOutsideCalendars(),
    webhooks: options.webhooks ?? testWebhooks(),
    dns: options.dns ?? testDns(),
    files: createFiles({
      store: options.store ?? folderStore(filesFolder),
      links: createFileLinks(null),
      jobs,
    }),
  }
  const services: Services = {
    ...base,
    accounts: accountsOf(base),
    signatures: documentSignatures(parseSigningKeys(testSigningKeys)),
  }
  const definitions = [
    sendMail({ transactions: db.transactions, transport: mail, clock }),
    deliverNotice(services),
    removeObjects(services),
    mailNotices(services),
    sendText(services),
    ...(options.jobsOf?.(services) ?? []),
  ]
  await jobs.start(definitions as JobDefinition<never>[], { work: options.work ?? false })
  return {
    services,
    db,
    clock,
    sandbox,
    async close() {
      await jobs.stop()
      await db.close()
      await rm(filesFolder, { recursive: true, force: true })
    },
  }
}

/** As the auth service makes them, by the default settings. */
export function accountsOf(services: AuthServices): Accounts {
  const { config } = services
  const operatorHooks = createOperatorHooks(config.hooks)
  return createAccounts({
    services,
    settings: authSettings(config),
    operatorHooks,
    hasher: fastHasher,
    sessionClock: systemClock,
  })
}

async function openQuietSandbox(clock: AdjustableClock, config: Config): Promise<TestSandbox> {
  const sandbox = await createStripeSandbox({ clock, pagesUrl: `${config.mainOrigin}/sandbox/stripe` })
  return { sandbox, secrets: testWebhookSecrets }
}
