import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChargeFacts, RefundFacts } from '#server/platform/stripe/charges.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { openTestDatabase } from '#testing/database/database.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'
import { bookInvoice } from './book-invoice.ts'

let clinic: TestClinic
const db = await openTestDatabase()
beforeEach(async () => {
  clinic = await aClinic(db)
})
afterAll(() => db.close())

const march = new Date('2026-03-10T15:00:00Z')
const april = new Date('2026-04-02T15:00:00Z')
const now = new Date('2026-04-20T15:00:00Z')
const idOf = (prefix: string) => `${prefix}_${crypto.randomUUID().replaceAll('-', '')}`

function aRefund(amountCents: number, changes: Partial<RefundFacts> = {}): RefundFacts {
  return {
    id: idOf('re'),
    charge: null,
    status: 'succeeded',
    amountCents,
    currency: 'usd',
    refundedAt: april,
    isOfLeaving: false,
    ...changes,
  }
}

function aCharge(amountCents: number, changes: Partial<ChargeFacts> = {}): ChargeFacts {
  return {
    id: idOf('ch'),
    intent: null,
    customer: null,
    status: 'succeeded',
    amountCents,
    refundedCents: 0,
    currency: 'usd',
    failureCode: null,
    cardBrand: null,
    cardLast4: null,
    payerName: null,
    payerEmail: null,
    chargedAt: march,
    refunds: [],
    movements: [],
    ...changes,
  }
}

function anInvoice(charges: ChargeFacts[], taxCents = 0): InvoiceFacts {
  const totalCents = charges.reduce((sum, charge) => sum + charge.amountCents, 0)
  return {
    id: idOf('in'),
    number: '1',
    status: 'paid',
    customer: null,
    metadata: {},
    subscription: null,
    currency: 'usd',
    totalCents,
    taxCents,
    amountPaidCents: totalCents,
    paidOutsideCents: 0,
    dueAt: null,
    payUrl: null,
    writtenOffAt: null,
    amountDueCents: 0,
    creditCents: 0,
    periodStart: march,
    periodEnd: april,
    issuedAt: march,
    paidAt: march,
    nextAttemptAt: null,
    attemptCount: 1,
    lines: [],
    charges,
  }
}

function book(facts: InvoiceFacts, kind: 'wellness' | 'uninsured' = 'wellness') {
  const booking = { clinicId: clinic.id, kind, facts, source: 'test', now }
  return db.transactions.withSystem('test', (tx) => bookInvoice(tx, booking))
}

/** Balances by the last part of the account's name, revenue with its sign inverted. */
async function balances(): Promise<Record<string, number>> {
  const rows = await db.asOwner<{ account: string; sum: number }>(
    'select account, sum(amount_cents)::bigint as sum from postings where clinic_id = $1 group by account having sum(amount_cents) <> 0',
    [clinic.id],
  )
  return Object.fromEntries(rows.map(({ account, sum }) => [account.split(`${clinic.id}:`)[1], sum]))
}

function facts() {
  return db.asOwner('select kind, occurred_at from journal where clinic_id = $1 order by id', [clinic.id])
}

describe('an invoice', () => {
  it('is booked when it was charged, by the kind of its plan', async () => {
    await book(anInvoice([aCharge(9_900)]), 'uninsured')
    expect(await balances()).toEqual({ clearing: 9_900, 'revenue:uninsured': -9_900 })
    expect(await facts()).toEqual([{ kind: 'charge', occurred_at: march }])
  })

  it('that is unpaid books nothing, nor does a failed or pending attempt', async () => {
    await book(anInvoice([aCharge(9_900, { status: 'failed' }), aCharge(9_900, { status: 'pending' })]))
    expect(await facts()).toEqual([])
  })

  it('books nothing when it is read again', async () => {
    const invoice = anInvoice([aCharge(9_900, { refunds: [aRefund(900)] })])
    await book(invoice)
    await book(invoice)
    expect(await balances()).toEqual({ clearing: 9_000, 'revenue:wellness': -9_000 })
  })
})

describe('a refund', () => {
  it('is booked when it happens', async () => {
    await book(anInvoice([aCharge(9_900, { refunds: [aRefund(900)] })]))
    expect(await facts()).toEqual([
      { kind: 'charge', occurred_at: march },
      { kind: 'refund', occurred_at: april },
    ])
  })

  it('that is pending, or failed before it was booked, is not booked', async () => {
    const refunds = [aRefund(900, { status: 'pending' }), aRefund(800, { status: 'failed' })]
    await book(anInvoice([aCharge(9_900, { refunds })]))
    expect(await balances()).toEqual({ clearing: 9_900, 'revenue:wellness': -9_900 })
  })

  it('that fails after it was booked is reversed once, when the failure is seen', async () => {
    const refund = aRefund(900)
    const charge = aCharge(9_900, { refunds: [refund] })
    const invoice = anInvoice([charge])
    await book(invoice)
    charge.refunds = [{ ...refund, status: 'failed' }]
    await book(invoice)
    await book(invoice)
    expect(await balances()).toEqual({ clearing: 9_900, 'revenue:wellness': -9_900 })
    expect((await facts()).at(-1)).toEqual({ kind: 'refund_failed', occurred_at: now })
  })
})

describe('tax', () => {
  it('is not revenue, and is returned with its refund to the cent', async () => {
    // 13 % on 99.00, refunded in three uneven parts
    const refunds = [aRefund(3_333), aRefund(3_333), aRefund(4_521)]
    const charge = aCharge(11_187)
    const invoice = anInvoice([charge], 1_287)
    await book(invoice)
    expect(await balances()).toEqual({ clearing: 11_187, 'revenue:wellness': -9_900, tax: -1_287 })
    charge.refunds = refunds
    await book(invoice)
    expect(await balances()).toEqual({})
  })

  it('of refunds of one second is returned to the cent, in whatever order they are listed', async () => {
    // listed first, each would return half a cent more than its share
    const refunds = [aRefund(335), aRefund(330), aRefund(335)]
    const charge = aCharge(1_000, { refunds: refunds.slice(0, 1) })
    const invoice = anInvoice([charge], 130)
    await book(invoice)
    for (const order of [
      [1, 0],
      [2, 1, 0],
      [0, 2, 1],
    ]) {
      charge.refunds = order.flatMap((index) => refunds[index] ?? [])
      await book(invoice)
    }
    expect(await balances()).toEqual({})
  })

  it('of a refund that failed is owed again, and a later refund returns its share', async () => {
    const refunds = [aRefund(333), aRefund(333), aRefund(667)]
    const charge = aCharge(1_000, { refunds: refunds.slice(0, 1) })
    const invoice = anInvoice([charge], 115)
    await book(invoice)
    charge.refunds = [aRefund(333, { id: refunds[0]?.id, status: 'failed' }), ...refunds.slice(1)]
    await book(invoice)
    expect(await balances()).toEqual({})
  })

  it('of an invoice paid in two charges is shared between them', async () => {
    await book(anInvoice([aCharge(5_000), aCharge(6_187)], 1_287))
    expect(await balances()).toEqual({ clearing: 11_187, 'revenue:wellness': -9_900, tax: -1_287 })
  })
})
