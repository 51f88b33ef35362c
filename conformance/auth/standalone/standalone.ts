import { join } from 'node:path'
import type { AuthServices } from '#server/auth/context/auth.ts'
import type { AuthSettings } from '#server/auth/context/settings.ts'
import type { PasswordHasher } from '#server/auth/hashing/hashing.ts'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { parseSigningKeys, type SigningKeys } from '#server/auth/keys/signing-keys.ts'
import { createAuthService } from '#server/auth/service.ts'
import { type CaughtMail, caughtMails, mailboxRoutes } from '#server/development/mailbox.ts'
import { AdjustableClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { lockDataDirectory } from '#server/platform/data-directory/lock.ts'
import { becomeLogin, type Database, openPGlite } from '#server/platform/database/database.ts'
import { openMigratedPGlite } from '#server/platform/database/migrated-pglite.ts'
import { migrate, ownerOfPGlite } from '#server/platform/database/migrations.ts'
import { createTransactions } from '#server/platform/database/transactions.ts'
import { createJobs, type JobDefinition } from '#server/platform/jobs/jobs.ts'
import type { Logger } from '#server/platform/log.ts'
import { createMailer, mailboxTransport, sendMail, smtpTransport } from '#server/platform/mail/mail.ts'
import { makeEncryptionKey, secretBox } from '#server/platform/secret-box.ts'
import { withCors } from './cors.ts'

export interface StandaloneOptions {
  settings: Partial<AuthSettings>
  /** By default an ES256 key, created for this run or stored in `dataDir`. */
  keys?: SigningKeys
  /** Folder for database and keys; null: in memory only. */
  dataDir: string | null
  /** An open database, for tests; it is closed with the instance. */
  database?: Database
  /** By default the product's. */
  hasher?: PasswordHasher
  /** Null: mails stay in the instance, at /dev/mail and /dev/mail.json. */
  smtpUrl: string | null
  /** Processes mails and other jobs in the background; otherwise `settle` does. */
  work: boolean
  log: Logger
}

/** Serves `/` and `/auth/v1`. */
export interface Standalone {
  /** Never throws. */
  fetch(request: Request, address?: string | null): Promise<Response>
  services: AuthServices
  /** The clock of links and codes. */
  clock: AdjustableClock
  /** The clock of sessions and tokens. */
  sessionClock: AdjustableClock
  withSettings(changes: Partial<AuthSettings>): Pick<Standalone, 'fetch'>
  /** A token for the admin endpoints, valid for ten minutes. */
  serviceToken(): Promise<string>
  settle(): Promise<void>
  /** Newest first. @param to null: to any address */
  mails(to: string | null): Promise<CaughtMail[]>
  close(): Promise<void>
}

/** @throws DataDirectoryInUse if another process uses the folder */
export async function openStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { log } = options
  const env = options.dataDir ? { DATA_DIR: options.dataDir } : {}
  const config = {
    ...readConfig({ NODE_ENV: 'test', ...env }),
    ...(options.dataDir ? {} : { encryptionKey: makeEncryptionKey() }),
  }
  const lock = options.dataDir ? lockDataDirectory(options.dataDir) : null
  const database = options.database ?? (await openEmbedded(options.dataDir))
  const transactions = createTransactions(database)
  const [clock, sessionClock] = [new AdjustableClock(), new AdjustableClock()]
  const jobs = createJobs({ database, transactions, log })
  const services: AuthServices = {
    config,
    clock,
    transactions,
    log,
    jobs,
    mailer: createMailer({
      clock,
      jobs,
      senderDomain: config.appDomain,
      operatorEmail: config.operatorEmail,
    }),
  }
  const keys = options.keys ?? (options.dataDir ? null : parseSigningKeys(JSON.stringify([makeSigningKey()])))
  const serviceWith = (changes: Partial<AuthSettings>) =>
    createAuthService(services, {
      settings: { ...options.settings, ...changes },
      sessionClock,
      ...(options.hasher ? { hasher: options.hasher } : {}),
      ...(keys ? { keys } : {}),
      ...(config.encryptionKey ? { secrets: secretBox(config.encryptionKey) } : {}),
    })
  const auth = serviceWith({})
  const transport = options.smtpUrl ? smtpTransport(options.smtpUrl, config.mailFrom) : mailboxTransport
  const definitions = [sendMail({ transactions, transport, clock }), ...auth.jobs] as JobDefinition<never>[]
  await jobs.start(definitions, { work: options.work })
  const mailbox = options.smtpUrl ? [] : mailboxRoutes(transactions)

  return {
    services,
    clock,
    sessionClock,
    serviceToken: auth.serviceToken,
    withSettings(changes) {
      const other = serviceWith(changes)
      return { fetch: (request, address = null) => other.fetch(request, contextOf(address)) }
    },
    async fetch(request, address = null) {
      const { pathname } = new URL(request.url)
      const page = mailbox.find(
        ({ path }) => path === pathname || path === pathname.replace(/\/[^/]+$/, '/:id'),
      )
      if (page) return page.handle(request)
      return withCors(request, () => auth.fetch(request, contextOf(address)))
    },
    async settle() {
      await jobs.drain()
    },
    mails: (to) => caughtMails(transactions, to),
    async close() {
      await jobs.stop()
      transport.close()
      await database.close()
      lock?.release()
    },
  }
}

function contextOf(address: string | null) {
  return { requestId: crypto.randomUUID(), address }
}

async function openEmbedded(dataDir: string | null): Promise<Database> {
  if (!dataDir) return openMigratedPGlite()
  const database = await openPGlite({ folder: join(dataDir, 'db') }, 'owner')
  await migrate(ownerOfPGlite(database.pglite))
  await becomeLogin(database.pglite)
  return database
}
