import { chargeDueJob } from '#server/features/statements/charge-clinics.ts'
import { closeMonthsJob } from '#server/features/statements/close-months.ts'
import { openDatabaseFolder } from '#testing/database/database-folder.ts'
import { openTestServices } from '#testing/database/services.ts'
import { moneyJobs } from '#testing/money/payments.ts'

// Closes the past months and charges the commission, as a server's jobs do, until the test kills it (billing-kills.test.ts).
// Arguments: the database's folder, Stripe's address, the time.

const [folder = '', origin = '', now = ''] = process.argv.slice(2)

const remote = {
  fetch: (url: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(String(url))
    return fetch(`${origin}${pathname}${search}`, init)
  },
  pages: () => Promise.reject(new Error('no page is opened')),
}

const test = await openTestServices({
  now,
  jobsOf: moneyJobs,
  openDatabase: () => openDatabaseFolder(folder, false),
  openSandbox: async () => ({ sandbox: remote as never, secrets: { account: 'a', connect: 'c' } }),
})
for (const job of [closeMonthsJob, chargeDueJob]) {
  await test.services.transactions.withSystem('test', (tx) => test.services.jobs.enqueue(tx, job, {}))
  await test.services.jobs.drain()
}
const [state] = await test.db.asOwner(`
  select (select count(*)::int from statements where commission_cents > 0) as owed,
         (select count(*)::int from clinic_invoices where kind = 'commission') as invoices,
         (select count(*)::int from clinic_invoices where kind = 'commission' and status = 'paid') as paid,
         (select coalesce(sum(commission_cents), 0)::int from statements) as owed_cents,
         (select coalesce(sum(amount_paid_cents), 0)::int from clinic_invoices) as paid_cents,
         (select coalesce(sum(amount_cents), 0)::int from postings) as balance,
         (select coalesce(sum(amount_cents), 0)::int from postings where account like 'platform:receivable:%') as receivable,
         (select coalesce(sum(amount_cents), 0)::int from postings where account = 'platform:stripe') as platform_stripe,
         (select coalesce(-sum(amount_cents), 0)::int from postings where account like 'clinic:%:revenue:%') as clinic_revenue`)
process.stdout.write(`${JSON.stringify(state)}\n`)
await test.close()
process.exit(0)
