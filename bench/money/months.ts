import { closeMonthsJob } from '#server/features/statements/close-months.ts'
import { openTestPayments, type TestPayments } from '#testing/money/payments.ts'
import type { Engine } from './engines.ts'
import { openEngine } from './engines.ts'

const membersPerClinic = 100

/** From the job of the 1st to the last statement. */
export interface MonthClose {
  clinics: number
  seconds: number
  /** Of this process, in MB: before, and the maximum during the close. */
  memoryMb: { before: number; most: number }
}

/** The payments are in the ledger; Stripe is swept for each clinic, as in production. */
export async function closeMonthOf(engine: Engine, clinics: number, binaries?: string): Promise<MonthClose> {
  const { openDatabase, close } = await openEngine(engine, binaries)
  const test = await openTestPayments({ openDatabase, work: true, now: '2026-03-20T15:00:00Z' })
  try {
    for (let n = 0; n < clinics; n += 1) await test.aSellingClinic()
    await plantPayments(test)
    test.clock.advance('P13D')
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 100)
    const since = performance.now()
    await test.services.transactions.withSystem('bench', (tx) =>
      test.services.jobs.enqueue(tx, closeMonthsJob, {}),
    )
    while ((await statements(test)) < clinics) await new Promise((resolve) => setTimeout(resolve, 100))
    const seconds = (performance.now() - since) / 1_000
    clearInterval(watch)
    const megabytes = (bytes: number) => bytes / 1024 / 1024
    return { clinics, seconds, memoryMb: { before: megabytes(before), most: megabytes(most) } }
  } finally {
    await test.close()
    await close()
  }
}

/** Books one payment of $49.00 for each member, only in the ledger. */
export async function plantPayments(test: TestPayments): Promise<void> {
  await test.services.transactions.withSystemStatement('bench', {
    sql: `with booked as (
            insert into public.journal (clinic_id, key, kind, occurred_at, currency, source, posted_at)
            select c.id, 'charge:ch_bench_' || c.id || '_' || n, 'charge', timestamptz '2026-03-10 12:00Z', 'usd', 'bench', now()
              from public.clinics c cross join generate_series(1, $1::int) n
            returning clinic_id, id)
          insert into public.postings (clinic_id, journal_id, account, amount_cents)
          select clinic_id, id, 'clinic:' || clinic_id || side.account, side.cents
            from booked cross join (values (':clearing', 4900), (':revenue:wellness', -4900)) as side (account, cents)`,
    params: [String(membersPerClinic)],
  })
}

async function statements(test: TestPayments): Promise<number> {
  const [row] = await test.services.transactions.withSystemStatement('bench', {
    sql: 'select count(*)::int as count from public.statements',
    params: [],
  })
  return Number(row?.count)
}
