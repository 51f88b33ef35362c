import { type ClinicColor, clinicColorValues, clinicInitials } from '#domain/clinics/clinic-mark.ts'
import { dunning } from '#domain/subscriptions/subscriptions.ts'
import { createStripeSandbox, type PageLook, type StripeSandbox } from '#sandbox/stripe/index.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config/config.ts'
import type { Transactions } from './platform/database/transactions.ts'
import type { Logger } from './platform/log.ts'
import type { StripeConnection } from './platform/stripe/client.ts'
import { createSandboxStore } from './platform/stripe/sandbox-store.ts'

/** Stripe if a key is set, otherwise the sandbox in this process. */
export interface Payments {
  connection: StripeConnection
  sandbox: StripeSandbox | null
}

/** Of the sandbox's hosted pages; `/pay` is the patient's. */
export const sandboxPath = '/sandbox/stripe'

/** For events of Stripe or the sandbox. */
export const webhookPaths = { account: '/hooks/stripe/account', connect: '/hooks/stripe/connect' } as const

/** docs/payments.md 2 */
const oneServerOnly =
  'Run one server with the payment sandbox: a second one reads the state at its start, does not see later payments of the first, and can charge a renewal again. Set STRIPE_SECRET_KEY to run several.'

const secretsSetting = 'sandbox_webhook_secrets'

/** @param deliver makes one webhook request to this server */
export async function openPayments(options: {
  config: Config
  clock: Clock
  transactions: Transactions
  /** Of all nodes, for the looks of their clinics. */
  nodes?: () => readonly Transactions[]
  log: Logger
  deliver: (request: Request) => Promise<Response>
}): Promise<Payments> {
  const { config, clock, transactions, nodes = () => [transactions], log, deliver } = options
  if (config.stripe) return { connection: config.stripe, sandbox: null }
  // the embedded database locks its folder, so a second server cannot start there
  if (config.databaseUrl) log.warn('sandbox.one_server_only', { message: oneServerOnly })
  const sandbox = await createStripeSandbox({
    clock,
    pagesUrl: `${config.mainOrigin}${sandboxPath}`,
    async lookOf(account) {
      for (const node of nodes()) {
        const look = await lookOfClinic(node, account)
        if (look) return look
      }
      return null
    },
    retryAfterDays: dunning.retryAfterDays,
    store: createSandboxStore(transactions),
    deliver: async (url, body, headers) =>
      (await deliver(new Request(url, { method: 'POST', body, headers }))).status,
    log,
  })
  const secrets = await webhookSecrets(sandbox, config, transactions)
  return {
    connection: {
      secretKey: 'sk_test_sandbox',
      webhookSecret: secrets.account,
      connectWebhookSecret: secrets.connect,
      fetch: sandbox.fetch as typeof fetch,
      fetchPage: (url) => sandbox.pages(new Request(url)),
    },
    sandbox,
  }
}

/** The clinic's name, logo and color, for the sandbox's pages. */
async function lookOfClinic(transactions: Transactions, account: string): Promise<PageLook | null> {
  const clinic = await transactions.withSystem('payment sandbox', async (tx) =>
    tx
      .selectFrom('payout_accounts as p')
      .innerJoin('clinics as c', 'c.id', 'p.clinic_id')
      .leftJoin('clinic_brands as b', (join) =>
        join
          .onRef('b.clinic_id', '=', 'c.id')
          .on(({ fn, ref }) => fn<boolean>('app.has_white_labeling', [ref('c.id')])),
      )
      .select(['c.name', 'c.color', 'b.light', 'b.dark'])
      .where('p.clinic_id', '=', await clinicOf(tx, 'payout_account', account))
      .executeTakeFirst(),
  )
  if (!clinic) return null
  const own = clinic.light && clinic.dark ? { light: clinic.light, dark: clinic.dark } : null
  const { light, dark } = own ?? clinicColorValues[clinic.color as ClinicColor] ?? clinicColorValues.evergreen
  return { name: clinic.name, initials: clinicInitials(clinic.name), light, dark }
}

interface WebhookSecrets {
  account: string
  connect: string
  /** Of the endpoints; another port or domain needs new ones. */
  origin: string
}

/** Registers the two webhook endpoints with the sandbox once, and stores their secrets, which are shown only then. */
async function webhookSecrets(
  sandbox: StripeSandbox,
  config: Config,
  transactions: Transactions,
): Promise<WebhookSecrets> {
  const stored = await transactions.withSystem('payment sandbox', async (tx) =>
    tx.selectFrom('app.settings').select('value').where('name', '=', secretsSetting).executeTakeFirst(),
  )
  const known = stored?.value as WebhookSecrets | undefined
  if (known?.origin === config.mainOrigin) return known
  // else each event would also be signed with a lost secret
  if (known) await removeEndpoints(sandbox)
  const secrets: WebhookSecrets = {
    account: await registerEndpoint(sandbox, `${config.mainOrigin}${webhookPaths.account}`, false),
    connect: await registerEndpoint(sandbox, `${config.mainOrigin}${webhookPaths.connect}`, true),
    origin: config.mainOrigin,
  }
  await transactions.withSystem('payment sandbox', async (tx) =>
    tx
      .insertInto('app.settings')
      .values({ name: secretsSetting, value: JSON.stringify(secrets) })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(secrets) }))
      .execute(),
  )
  return secrets
}

async function removeEndpoints(sandbox: StripeSandbox): Promise<void> {
  const { data } = (await askSandbox(sandbox, 'GET', '?limit=100')) as { data: { id: string }[] }
  for (const { id } of data) await askSandbox(sandbox, 'DELETE', `/${id}`)
}

async function registerEndpoint(sandbox: StripeSandbox, url: string, connect: boolean): Promise<string> {
  const body = new URLSearchParams({ url, 'enabled_events[0]': '*', connect: String(connect) })
  const endpoint = (await askSandbox(sandbox, 'POST', '', body)) as { secret?: string }
  if (!endpoint.secret) throw new Error(`the payment sandbox did not register ${url}`)
  return endpoint.secret
}

async function askSandbox(
  sandbox: StripeSandbox,
  method: string,
  path: string,
  body?: URLSearchParams,
): Promise<unknown> {
  const answer = await sandbox.fetch(`https://api.stripe.com/v1/webhook_endpoints${path}`, {
    method,
    headers: { Authorization: 'Bearer sk_test_sandbox', 'Content-Type': 'application/x-www-form-urlencoded' },
    ...(body && { body }),
  })
  return answer.json()
}
