import { ledgerComparisonQueue } from '#domain/operator/operator.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, JobFailure, type JobResult } from '#server/platform/jobs/jobs.ts'
import type { ListedCharge, RefundFacts } from '#server/platform/stripe/charges.ts'
import type { ListedDispute } from '#server/platform/stripe/disputes.ts'
import { accounts } from './ledger.ts'

/** Longer than any debit of a bank account takes. */
const debitMs = 14 * dayMs

export const compareLedgersJob = 'ledger.compare'
const compareLedgerJob = ledgerComparisonQueue

/** Includes two months' closes, so that errors can be corrected in the month after. */
const comparedMs = 62 * dayMs

/** Queues one comparison per clinic with an account each night (docs/domain-rules.md rule 5). */
export function compareLedgers(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: compareLedgersJob,
    cron: '53 5 * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem(`job:${compareLedgersJob}`, async (tx) => {
        const clinics = await tx
          .selectFrom('payout_accounts')
          .select('clinic_id')
          .where('disconnected_at', 'is', null)
          .where('swept_until', 'is not', null)
          .execute()
        const day = clock.now().toISOString().slice(0, 10)
        for (const { clinic_id: clinicId } of clinics)
          await services.jobs.enqueue(tx, compareLedgerJob, { clinicId }, { once: `${clinicId} ${day}` })
        return { clinics: clinics.length }
      }),
  })
}

/** Fails where ledger and Stripe differ, because /metrics counts failed jobs and /operator lists them with a retry. */
export function compareLedger(services: Services) {
  return defineJob<{ clinicId: string }>({
    name: compareLedgerJob,
    retryLimit: 3,
    retryDelaySeconds: 60 * 60,
    async run({ clinicId }): Promise<JobResult> {
      const [first, ...more] = await ledgerDifferences(services, clinicId)
      if (first) throw new LedgerDiffers(clinicId, [first, ...more])
      return { differences: 0 }
    },
  })
}

export interface LedgerDifference {
  /** Stripe's: `ch_...`, `re_...`, `du_...` or `txn_...`; `balance` for the sum of all movements */
  id: string
  stripeCents: number
  ledgerCents: number
}

export class LedgerDiffers extends JobFailure {
  override name = 'LedgerDiffers'

  constructor(clinicId: string, differences: readonly [LedgerDifference, ...LedgerDifference[]]) {
    const [{ id, stripeCents, ledgerCents }] = differences
    super(
      `the ledger of clinic ${clinicId} differs from Stripe in ${differences.length}: ` +
        `${id} is ${stripeCents} there and ${ledgerCents} here`,
      { differences: differences.length, id, stripeCents, ledgerCents },
    )
  }
}

/**
 * Compares the last two months' payments, refunds, lost disputes and changes of the balance at Stripe with the ledger, up to
 * the last sweep because later events may be pending, and the whole balance at that moment. Ignores unassigned charges,
 * except in the balance.
 */
export async function ledgerDifferences(services: Services, clinicId: string): Promise<LedgerDifference[]> {
  const { transactions, stripe } = services
  const asJob = <Result>(work: (tx: Tx) => Promise<Result>) =>
    transactions.withSystem(`job:${compareLedgerJob}`, work)
  const known = await asJob((tx) =>
    tx
      .selectFrom('payout_accounts')
      .select(['stripe_account as account', 'swept_until as until'])
      .where('clinic_id', '=', clinicId)
      .where('disconnected_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!known?.until) return []
  const until = new Date(Math.floor(known.until.getTime() / 1000) * 1000)
  const from = new Date(until.getTime() - comparedMs)
  // a bank debit is booked some days after the charge was created
  const made = await stripe.charges.listMade(known.account, new Date(from.getTime() - debitMs), until)
  const charges = made.filter(({ chargedAt }) => chargedAt < until)
  const refunds = await stripe.charges.listRefunds(known.account, from, until)
  const disputes = await stripe.disputes.listOpened(known.account, from, until)
  const movements = await stripe.balance.listMovements(known.account, from, until)
  const balance = await balanceAt(services, known.account, until)
  return asJob(async (tx) => {
    const setAside = await chargesOfNobody(tx, clinicId)
    const atStripe = centsAtStripe(charges, refunds, disputes, setAside)
    for (const { id, netCents } of movements) atStripe.set(id, netCents)
    atStripe.set('balance', balance)
    const inLedger = await centsInLedger(tx, clinicId, [...atStripe.keys()], { from, until })
    inLedger.set('balance', await bookedBalance(tx, clinicId, until))
    return [...new Set([...atStripe.keys(), ...inLedger.keys()])]
      .map((id) => ({ id, stripeCents: atStripe.get(id) ?? 0, ledgerCents: inLedger.get(id) ?? 0 }))
      .filter(({ stripeCents, ledgerCents }) => stripeCents !== ledgerCents)
  })
}

function centsAtStripe(
  charges: readonly ListedCharge[],
  refunds: readonly RefundFacts[],
  disputes: readonly ListedDispute[],
  setAside: ReadonlySet<string>,
): Map<string, number> {
  const counts = (charge: string | null, status: string) =>
    status === 'succeeded' && !(charge && setAside.has(charge))
  return new Map([
    ...charges.map(({ id, status, amountCents }): [string, number] => [
      id,
      counts(id, status) ? amountCents : 0,
    ]),
    ...refunds.map(({ id, charge, status, amountCents }): [string, number] => [
      id,
      counts(charge, status) ? -amountCents : 0,
    ]),
    ...disputes.map(({ id, charge, status, amountCents }): [string, number] => [
      id,
      status === 'lost' && !setAside.has(charge) ? -amountCents : 0,
    ]),
  ])
}

/** All currencies together: a clinic has one. */
async function balanceAt({ stripe, clock }: Services, account: string, until: Date): Promise<number> {
  const balances = await stripe.balance.read(account)
  const later = await stripe.balance.listMovements(account, until, new Date(clock.now().getTime() + 1_000))
  const sum = (cents: Iterable<number>) => [...cents].reduce((total, each) => total + each, 0)
  return sum(balances.values()) - sum(later.map(({ netCents }) => netCents))
}

async function bookedBalance(tx: Tx, clinicId: string, until: Date): Promise<number> {
  const { cents } = await tx
    .selectFrom('postings as p')
    .innerJoin('journal as j', (join) =>
      join.onRef('j.clinic_id', '=', 'p.clinic_id').onRef('j.id', '=', 'p.journal_id'),
    )
    .select((row) => row.fn.coalesce(row.fn.sum('p.amount_cents'), row.val(0)).as('cents'))
    .where('p.clinic_id', '=', clinicId)
    .where('p.account', '=', accounts.stripe(clinicId))
    .where('j.occurred_at', '<', until)
    .executeTakeFirstOrThrow()
  return Number(cents)
}

async function chargesOfNobody(tx: Tx, clinicId: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('unassigned_charges')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Booked cents by Stripe's id: of these objects, and of all others booked in the period. */
async function centsInLedger(
  tx: Tx,
  clinicId: string,
  ids: readonly string[],
  { from, until }: { from: Date; until: Date },
): Promise<Map<string, number>> {
  const prefixes = ['charge', 'refund', 'refund-failed', 'dispute', 'balance']
  const keys = ids.flatMap((id) => prefixes.map((prefix) => `${prefix}:${id}`))
  const rows = await tx
    .selectFrom('journal as j')
    .innerJoin('postings as p', (join) =>
      join.onRef('p.clinic_id', '=', 'j.clinic_id').onRef('p.journal_id', '=', 'j.id'),
    )
    .select(['j.key', 'p.amount_cents as cents'])
    .where('j.clinic_id', '=', clinicId)
    .where((row) =>
      row.or([
        row.and([
          row('p.account', '=', accounts.clearing(clinicId)),
          row('j.kind', 'in', ['charge', 'refund', 'refund_failed', 'dispute_lost']),
        ]),
        row('p.account', '=', accounts.stripe(clinicId)),
      ]),
    )
    .where((row) =>
      row.or([
        row.and([
          // these are dated when they were reported
          row('j.kind', 'not in', ['refund_failed', 'dispute_lost']),
          row('j.occurred_at', '>=', from),
          row('j.occurred_at', '<', until),
        ]),
        row('j.key', '=', row.fn.any(row.val(keys))),
      ]),
    )
    .execute()
  const cents = new Map<string, number>()
  for (const { key, cents: booked } of rows) {
    const id = key.slice(key.indexOf(':') + 1)
    cents.set(id, (cents.get(id) ?? 0) + Number(booked))
  }
  return cents
}
