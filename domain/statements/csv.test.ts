import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from '../values/money.ts'
import { sumUpMonth } from './commission.ts'
import { referenceOf, type StatementLine, statementCsv } from './csv.ts'
import type { StatementView } from './statements.ts'

function statementOf(lines: StatementLine[], carriedInCents = 0, rateBps = 1200): StatementView {
  const terms = {
    month: '2026-03',
    timeZone: 'America/Vancouver',
    currency: 'usd',
    policy: 'partnership' as const,
    rateBps,
    feeCents: null,
    members: null,
  }
  return { ...terms, ...sumUpMonth(lines, { carriedInCents, policy: 'partnership', rateBps }) }
}

function line(amountCents: number, changes: Partial<StatementLine> = {}): StatementLine {
  return {
    kind: amountCents < 0 ? 'refund' : 'charge',
    reference: 'ch_1',
    invoiceNumber: 'A-0001',
    occurredAt: '2026-03-10T12:00:00Z',
    amountCents,
    ...changes,
  }
}

function read(csv: string) {
  const rows = csv
    .trim()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','))
  const cents = (text = '') =>
    text.startsWith('-') ? -(parseAmount(text.slice(1), 'usd') ?? 0) : (parseAmount(text, 'usd') ?? 0)
  const one = (type: string) => rows.find((row) => row[1] === type)?.[6]
  return { rows, lines: rows.filter((row) => row[1] === 'line').map((row) => cents(row[6])), one, cents }
}

test('the specification’s example: 1,450.75 gives 174.09', () => {
  const { one } = read(statementCsv(statementOf([line(145_075)]), [line(145_075)]))
  expect([one('net'), one('rate_bps'), one('commission')]).toEqual(['1450.75', '1200', '174.09'])
})

test('dates a line in the clinic’s zone', () => {
  const lateInMarch = line(4900, { occurredAt: '2026-04-01T06:30:00Z' })
  expect(read(statementCsv(statementOf([lateInMarch]), [lateInMarch])).rows[0]?.[2]).toBe('2026-03-31')
})

test('every statement can be recomputed from the file alone, to the cent', () => {
  const amounts = fc.array(fc.integer({ min: -500_000, max: 500_000 }).filter((amount) => amount !== 0))
  fc.assert(
    fc.property(
      amounts,
      fc.integer({ min: -200_000, max: 416 }),
      fc.integer({ min: 0, max: 10_000 }),
      (all, carried, rate) => {
        const lines = all.map((amount) => line(amount))
        const statement = statementOf(lines, carried, rate)
        const file = read(statementCsv(statement, lines))
        const net = file.lines.reduce((sum, cents) => sum + cents, 0) + file.cents(file.one('carried_in'))
        const exact = Math.floor((Math.max(0, net) * Number(file.one('rate_bps')) * 2 + 10_000) / 20_000)
        const commission = exact < 50 ? 0 : exact
        expect(file.cents(file.one('net'))).toBe(net)
        expect(file.cents(file.one('commission'))).toBe(net > 0 ? commission : 0)
      },
    ),
  )
})

test('text with formulas or commas stays text', () => {
  const odd = line(100, { invoiceNumber: '=HYPERLINK("x","y")' })
  expect(statementCsv(statementOf([odd]), [odd])).toContain(`"'=HYPERLINK(""x"",""y"")"`)
  expect(statementCsv(statementOf([line(-100)]), [line(-100)])).toContain(',-1.00,')
})

test('reads the Stripe id of a journal key', () => {
  expect(referenceOf('charge:ch_1AbC')).toBe('ch_1AbC')
})
