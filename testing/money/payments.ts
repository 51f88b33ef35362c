import type { Stripe } from 'stripe'
import type { PageUrl } from '#domain/checkouts/checkouts.ts'
import type { PlanView } from '#domain/plans/plans.ts'
import { createStripeSandbox } from '#sandbox/stripe/index.ts'
import { aClient } from '#sandbox/stripe/testing/a-sandbox.ts'
import type { Action, Services } from '#server/clinic/action.ts'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { syncCustomerEmail } from '#server/features/checkouts/sync-customer-email.ts'
import { notifyOfClosing } from '#server/features/clinic-closing/notify-of-closing.ts'
import {
  mailFailedTiers,
  mailFailedTiersJob,
  voidTierInvoice,
} from '#server/features/clinic-tier/mail-failed-tiers.ts'
import { syncBillingAddress } from '#server/features/clinic-tier/sync-billing-address.ts'
import { compareLedger, compareLedgers } from '#server/features/ledger/compare-ledger.ts'
import { runImport } from '#server/features/patient-imports/run-import.ts'
import { refreshPayoutAccount } from '#server/features/payouts/refresh-payout-account.ts'
import { startPayoutOnboarding } from '#server/features/payouts/start-payout-onboarding.ts'
import { publishPlan } from '#server/features/plans/publish-plan.ts'
import { savePlan } from '#server/features/plans/save-plan.ts'
import { chargeClinic, chargeDue, chargeDueJob } from '#server/features/statements/charge-clinics.ts'
import { closeClinicMonths, closeMonths, closeMonthsJob } from '#server/features/statements/close-months.ts'
import { processEvent } from '#server/features/stripe-sync/process-event.ts'
import { receiveStripeEvent } from '#server/features/stripe-sync/receive-event.ts'
import { refreshOpenCheckout } from '#server/features/stripe-sync/refresh/refresh-open-checkout.ts'
import { sweep, sweepJob, sweepOneClinic } from '#server/features/stripe-sync/sweep.ts'
import { sweepPlatform, sweepPlatformJob } from '#server/features/stripe-sync/sweep-platform.ts'
import { tryCard } from '#server/features/stripe-sync/try-card.ts'
import { announceRenewals, announceRenewalsJob } from '#server/features/subscriptions/announce-renewals.ts'
import { applyChanges, applyChangesJob } from '#server/features/subscriptions/changes/apply-changes.ts'
import { confirmPending, confirmPendingJob } from '#server/features/subscriptions/changes/confirm-pending.ts'
import { finishChange } from '#server/features/subscriptions/changes/finish-change.ts'
import {
  moveRenewal,
  moveRenewals,
  moveRenewalsJob,
} from '#server/features/subscriptions/changes/move-renewals.ts'
import {
  announcePrices,
  announcePricesJob,
  stepPrice,
  stepPrices,
  stepPricesJob,
} from '#server/features/subscriptions/changes/step-prices.ts'
import { syncCancellation } from '#server/features/subscriptions/ending/sync-cancellation.ts'
import { sendWebhooks } from '#server/features/webhooks/send-webhooks.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import type { JobDefinition } from '#server/platform/jobs/jobs.ts'
import type { Logger } from '#server/platform/log.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { Webhooks } from '#server/platform/webhooks/webhooks.ts'
import type { TestDatabase } from '../database/database.ts'
import { openTestServices, type TestServices } from '../database/services.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '../sign-in/people.ts'
import { agreement } from './agreement.ts'

/** Cards of the sandbox's hosted page. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  /** Can be saved; every later charge is declined. */
  failsLater: '4000 0000 0000 0341',
}

type Answer<A> = A extends { run(...args: never[]): Promise<infer Output> } ? Output : unknown

/** A payment sandbox whose events are delivered, and shortcuts for a clinic's story. */
export interface TestPayments extends TestServices {
  /** The SDK on the same sandbox: for changes at Stripe without us (a refund in the clinic's dashboard). */
  client: Stripe
  call<A extends Action>(action: A, caller: Caller, input: unknown): Promise<Answer<A>>
  /** Delivers Stripe's events and processes them. `deliver: false` leaves them undelivered. */
  work(): Promise<void>
  /** Moves the clock by an ISO 8601 duration, then runs everything that is due, like POST /dev/clock. */
  pass(duration: string): Promise<void>
  /** Runs the scheduled clinic-wide jobs, and processes the jobs they queue. */
  runDue(): Promise<void>
  /** Sends a hosted page's form. @returns status and redirect */
  submit(url: string, fields?: Record<string, string>): Promise<{ status: number; location: string | null }>
  pay(url: string, card?: string): Promise<{ status: number; location: string | null }>
  /** Signs a body as Stripe would. @param at Unix seconds; default: now */
  sign(endpoint: 'account' | 'connect', body: string, at?: number): string
  hook(endpoint: 'account' | 'connect', body: string, signature: string | null): Promise<Response>
  /** @param options.currency `cad`: in Canada */
  aSellingClinic(options?: { timeZone?: string; currency?: 'usd' | 'cad' }): Promise<SellingClinic>
  aPublishedPlan(clinic: TestClinic, changes?: Partial<PlanInput>): Promise<PlanView>
  /** A patient who has paid, with the events processed. */
  aMember(clinic: SellingClinic, plan: PlanView, card?: string): Promise<Patient>
}

export interface SellingClinic extends TestClinic {
  account: string
}

interface PlanInput {
  planId: string
  kind: 'wellness' | 'uninsured'
  name: string
  description: string
  includes: string[]
  excludes: string[]
  interval: 'month' | 'year'
  amountCents: number
  childCents: number
  householdCents: number
  enrolmentCents: number
  childAgeLimit: number
  trialDays: number
  maxPauseMonths: number
  leavingRefund: 'unused' | 'none'
}

export function moneyJobs(services: Services): JobDefinition<never>[] {
  return [
    processEvent(services),
    sweep(services),
    sweepOneClinic(services),
    sweepPlatform(services),
    refreshOpenCheckout(services),
    syncCancellation(services),
    confirmPending(services),
    stepPrices(services),
    announcePrices(services),
    announceRenewals(services),
    compareLedgers(services),
    compareLedger(services),
    applyChanges(services),
    finishChange(services),
    stepPrice(services),
    moveRenewals(services),
    moveRenewal(services),
    tryCard(services),
    syncBillingAddress(services),
    syncCustomerEmail(services),
    closeMonths(services),
    closeClinicMonths(services),
    chargeDue(services),
    mailFailedTiers(services),
    voidTierInvoice(services),
    chargeClinic(services),
    notifyOfClosing(services),
    runImport(services),
    sendWebhooks(services),
  ] as JobDefinition<never>[]
}

export interface TestSale {
  test: TestPayments
  clinic: SellingClinic
  plan: PlanView
}

/** For test files about a sold plan. Close `test` after all tests. */
export async function openTestSale(): Promise<TestSale> {
  const test = await openTestPayments()
  const clinic = await test.aSellingClinic()
  return { test, clinic, plan: await test.aPublishedPlan(clinic) }
}

export async function openTestPayments(
  options: {
    now?: string
    env?: Record<string, string>
    openDatabase?: () => Promise<TestDatabase>
    work?: boolean
    log?: Logger
    tracing?: Tracing
    mail?: MailTransport
    webhooks?: Webhooks
    /** Absent: those of payments. */
    jobsOf?: (services: Services) => JobDefinition<never>[]
    /** A proxy between the server and Stripe. */
    reach?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch
  } = {},
): Promise<TestPayments> {
  let handlers: Record<string, (request: Request) => Promise<Response>> = {}
  const secrets = { account: '', connect: '' }
  const test = await openTestServices({
    jobsOf: moneyJobs,
    ...options,
    async openSandbox(clock, config) {
      const sandbox = await createStripeSandbox({
        clock,
        pagesUrl: `${config.mainOrigin}/sandbox/stripe`,
        deliver: async (url, body, headers) => {
          const handle = handlers[new URL(url).pathname]
          return handle ? (await handle(new Request(url, { method: 'POST', body, headers }))).status : 404
        },
      })
      const register = async (path: string, connect: boolean) => {
        const endpoint = await aClient(sandbox).webhookEndpoints.create({
          url: `${config.mainOrigin}${path}`,
          enabled_events: ['*'],
          connect,
        })
        return endpoint.secret ?? ''
      }
      secrets.account = await register('/hooks/stripe/account', false)
      secrets.connect = await register('/hooks/stripe/connect', true)
      const reached = options.reach?.(sandbox.fetch as typeof globalThis.fetch)
      return { sandbox: reached ? { ...sandbox, fetch: reached as typeof sandbox.fetch } : sandbox, secrets }
    },
  })
  const { services, sandbox, clock, db } = test
  const receive = {
    account: receiveStripeEvent(services, 'account'),
    connect: receiveStripeEvent(services, 'connect'),
  }
  handlers = { '/hooks/stripe/account': receive.account, '/hooks/stripe/connect': receive.connect }

  const payments: TestPayments = {
    ...test,
    client: aClient(sandbox),
    call: (action, caller, input) => action.call(services, caller, input) as never,
    async work() {
      // processing an event may cause further ones
      for (let round = 0; round < 5; round++) {
        const delivered = await sandbox.deliver()
        const done = await services.jobs.drain()
        if (delivered + done === 0) return
      }
    },
    async pass(duration) {
      clock.advance(duration)
      await sandbox.settle()
      await payments.work()
    },
    async runDue() {
      await services.transactions.withSystem('test: cron', async (tx) => {
        await services.jobs.enqueue(tx, sweepJob, {})
        await services.jobs.enqueue(tx, stepPricesJob, {})
        await services.jobs.enqueue(tx, moveRenewalsJob, {})
        await services.jobs.enqueue(tx, announcePricesJob, {})
        await services.jobs.enqueue(tx, announceRenewalsJob, {})
        await services.jobs.enqueue(tx, applyChangesJob, {})
        await services.jobs.enqueue(tx, confirmPendingJob, {})
        await services.jobs.enqueue(tx, sweepPlatformJob, {})
        await services.jobs.enqueue(tx, closeMonthsJob, {})
        await services.jobs.enqueue(tx, chargeDueJob, {})
        await services.jobs.enqueue(tx, mailFailedTiersJob, {})
      })
      await payments.work()
    },
    async submit(url, fields = {}) {
      const page = await sandbox.pages(
        new Request(url, { method: 'POST', body: new URLSearchParams(fields) }),
      )
      await page.text()
      return { status: page.status, location: page.headers.get('location') }
    },
    pay: (url, number = cards.good) =>
      payments.submit(url, {
        number,
        expiry: '12 / 34',
        cvc: '123',
        name: 'Pat Doe',
        email: 'pat@example.test',
      }),
    sign: (endpoint, payload, at = Math.floor(clock.now().getTime() / 1000)) =>
      payments.client.webhooks.generateTestHeaderString({
        payload,
        secret: secrets[endpoint],
        timestamp: at,
      }),
    hook: (endpoint, body, signature) =>
      receive[endpoint](
        new Request(`http://carefold.localhost:3000/hooks/stripe/${endpoint}`, {
          method: 'POST',
          body,
          ...(signature ? { headers: { 'stripe-signature': signature } } : {}),
        }),
      ),
    async aSellingClinic({ timeZone, currency } = {}) {
      const clinic = await aClinic(db, { timeZone })
      const { url } = await payments.call(
        startPayoutOnboarding,
        clinic.admin.caller(),
        currency ? { currency } : {},
      )
      await payments.submit(url)
      await payments.call(refreshPayoutAccount, clinic.admin.caller(), {})
      // a card that Stripe does not know: it allows publishing plans, and fails when charged
      await db.asOwner(`update clinic_billing set card_method = 'pm_planted' where clinic_id = $1`, [
        clinic.id,
      ])
      const [row] = await db.asOwner<{ stripe_account: string }>(
        'select stripe_account from payout_accounts where clinic_id = $1',
        [clinic.id],
      )
      return { ...clinic, account: row?.stripe_account ?? '' }
    },
    async aPublishedPlan(clinic, changes = {}) {
      const draft = await payments.call(savePlan, clinic.admin.caller(), {
        kind: 'wellness',
        name: 'Whole Year',
        includes: ['Unlimited visits'],
        interval: 'month',
        amountCents: 9_900,
        ...changes,
      })
      return payments.call(publishPlan, clinic.admin.caller(), { planId: draft.id })
    },
    async aMember(clinic, plan, card) {
      const patient = await aPatient(db, clinic)
      const { url } = (await payments.call(joinPlan, patient.caller(), {
        priceId: plan.price.id,
        attempt: crypto.randomUUID(),
        agreement,
      })) as PageUrl
      await payments.pay(url, card)
      await payments.work()
      return patient
    },
  }
  return payments
}
