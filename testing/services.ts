import { createStripeSandbox, type StripeSandbox } from '#sandbox/stripe/index.ts'
import type { Services } from '#server/platform/action.ts'
import { type AdjustableClock, frozenClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import { type JobDefinition, type Jobs, startJobs } from '#server/platform/jobs.ts'
import { silentLogger } from '#server/platform/log.ts'
import { createMailer, mailboxTransport, sendMail } from '#server/platform/mail.ts'
import { createStripe } from '#server/platform/stripe/stripe.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

/** The server's services on a test database: jobs run when told (`services.jobs.drain()`), time stands still. */
export interface TestServices {
  services: Services
  db: TestDatabase
  clock: AdjustableClock
  /** What `services.stripe` talks to, on the same clock; register webhook endpoints with these secrets' owner. */
  sandbox: StripeSandbox
  close(): Promise<void>
}

/** What signs webhooks in tests. */
export const testWebhookSecrets = { account: 'whsec_test_account_0123', connect: 'whsec_test_connect_4567' }

/** @param jobsOf the jobs of the features under test; mail is always there */
export async function openTestServices(
  options: {
    now?: string
    env?: Record<string, string>
    jobsOf?: (services: Services) => JobDefinition<never>[]
  } = {},
): Promise<TestServices> {
  const db = await openTestDatabase()
  const clock = frozenClock(options.now ?? '2026-03-10T15:00:00Z')
  const config = readConfig({ NODE_ENV: 'test', ...options.env })
  const sandbox = await createStripeSandbox({ clock, pagesUrl: `${config.mainOrigin}/sandbox/stripe` })
  let jobs: Jobs | undefined
  const mailer = createMailer({ clock, senderDomain: config.appDomain, jobs: () => started(jobs) })
  const services: Services = {
    config,
    clock,
    doors: db.doors,
    log: silentLogger,
    mailer,
    stripe: createStripe(
      {
        secretKey: 'sk_test_sandbox',
        webhookSecret: testWebhookSecrets.account,
        connectWebhookSecret: testWebhookSecrets.connect,
        fetch: sandbox.fetch as typeof fetch,
      },
      clock,
    ),
    get jobs() {
      return started(jobs)
    },
  }
  jobs = await startJobs({
    database: db.database,
    doors: db.doors,
    log: silentLogger,
    definitions: [
      sendMail({ doors: db.doors, transport: mailboxTransport, clock }) as JobDefinition<never>,
      ...(options.jobsOf?.(services) ?? []),
    ],
    work: false,
  })
  return {
    services,
    db,
    clock,
    sandbox,
    async close() {
      await jobs?.stop()
      await db.close()
    },
  }
}

function started(jobs: Jobs | undefined): Jobs {
  if (!jobs) throw new Error('jobs have not started yet')
  return jobs
}
