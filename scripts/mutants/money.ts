import type { Mutant } from './mutant.ts'

const chargingTests = ['server/features/statements/charge-commission.test.ts']

/** docs/payments.md 12, docs/decisions/0073 */
export const moneyMutants: Mutant[] = [
  {
    name: 'a month in UTC instead of the clinic’s zone',
    edits: [
      {
        file: 'domain/statements/months.ts',
        find: 'return startOfDay(firstDay(month), timeZone)',
        replace: "return startOfDay(firstDay(month), 'UTC')",
      },
    ],
    tests: ['server/features/statements/close-month.test.ts'],
  },
  {
    name: 'rounding half down',
    edits: [
      {
        file: 'domain/statements/commission.ts',
        find: '* BigInt(rateBps) * 2n + 10_000n) / 20_000n',
        replace: '* BigInt(rateBps) * 2n + 9_999n) / 20_000n',
      },
    ],
    tests: ['domain/statements/commission.test.ts'],
  },
  {
    name: 'rounding down',
    edits: [
      {
        file: 'domain/statements/commission.ts',
        find: '* BigInt(rateBps) * 2n + 10_000n) / 20_000n',
        replace: '* BigInt(rateBps) * 2n) / 20_000n',
      },
    ],
    tests: ['domain/statements/commission.test.ts'],
  },
  {
    name: 'gross instead of net of refunds',
    edits: [
      {
        file: 'domain/statements/commission.ts',
        find: 'const netCents = grossCents - refundsCents + terms.carriedInCents',
        replace: 'const netCents = grossCents + terms.carriedInCents',
      },
    ],
    tests: ['domain/statements/commission.test.ts'],
  },
  {
    name: 'a negative month is not carried',
    edits: [
      {
        file: 'domain/statements/commission.ts',
        find: 'return { commissionCents: 0, carriedOutCents: netCents }',
        replace: 'return { commissionCents: 0, carriedOutCents: Math.max(0, netCents) }',
      },
    ],
    tests: ['domain/statements/commission.test.ts'],
  },
  {
    name: 'a payment is posted for each event that reports it',
    edits: [
      {
        file: 'server/features/ledger/book-invoice.ts',
        find: 'key: `charge:',
        replace: 'key: source + `charge:',
      },
    ],
    tests: ['server/tests/money/clinic-story.test.ts', 'server/features/stripe-sync/event-order.test.ts'],
  },
  {
    name: 'no sweep before a month closes',
    edits: [
      {
        file: 'server/features/statements/close-months.ts',
        find: 'await sweepClinic(services, clinicId)',
        replace: 'void sweepClinic',
      },
    ],
    tests: ['server/features/statements/close-months.test.ts'],
  },
  {
    name: 'no search and no lasting key: a second invoice of one month',
    edits: [
      {
        file: 'server/features/statements/charge-commission.ts',
        find: '(await commissionInvoices.find(customer, owed.statementId, owed.closedAt)) ??',
        replace: '(null as string | null) ??',
      },
    ],
    tests: chargingTests,
  },
  {
    name: 'paid again what was not recorded as paid',
    edits: [
      {
        file: 'server/features/statements/attempt-charge.ts',
        find: 'key: `pay:',
        replace: 'key: crypto.randomUUID() + `pay:',
      },
      {
        file: 'server/platform/stripe/commission-invoices.ts',
        find: "if (status === 'paid') return { failureCode: null }",
        replace: 'void status',
      },
    ],
    tests: chargingTests,
  },
  {
    name: 'a posting that does not balance',
    edits: [
      {
        file: 'server/features/ledger/book-invoice.ts',
        find: '[accounts.revenue(clinicId, kind)]: taxCents - amountCents,',
        replace: '[accounts.revenue(clinicId, kind)]: taxCents - amountCents + 1,',
      },
    ],
    tests: ['server/features/ledger/book-invoice.test.ts'],
  },
  {
    name: 'the tax of a lost dispute is revenue',
    edits: [
      {
        file: 'server/features/ledger/book-dispute.ts',
        find: '[accounts.disputes(clinicId, charge.kind)]: facts.amountCents - taxCents,\n        [accounts.tax(clinicId)]: taxCents,',
        replace: '[accounts.disputes(clinicId, charge.kind)]: facts.amountCents,',
      },
    ],
    tests: ['server/features/ledger/book-dispute.test.ts'],
  },
  {
    name: 'a write-off counts as given back',
    edits: [
      {
        file: 'server/features/reports/money-entries.ts',
        find: "i.id, 0, 0, 0, 0, '[]'::jsonb",
        replace: "i.id, 0 - i.written_off_cents, 0, 0, 0, '[]'::jsonb",
      },
    ],
    tests: ['server/tests/money/month/write-offs.test.ts'],
  },
  {
    name: 'each press of a desk payment is audited',
    edits: [
      {
        file: 'server/features/invoices/desk/record-payment.ts',
        find: ".where('audited_at', 'is', null)",
        replace: '',
      },
    ],
    tests: ['server/tests/money/month/desk-payment.test.ts'],
  },
  {
    name: 'money at the desk is in the balance at Stripe',
    edits: [
      {
        file: 'server/features/ledger/book-desk-payment.ts',
        find: '[accounts.cash(clinicId)]: amountCents,',
        replace: '[accounts.stripe(clinicId)]: amountCents,',
      },
    ],
    tests: ['server/tests/money/month/desk-payment.test.ts'],
  },
  {
    name: 'the fee of a refused debit is no fee',
    edits: [
      {
        file: 'server/features/ledger/book-movements.ts',
        find: "if (kind === 'fee') return accounts.stripeFees(clinicId)",
        replace: "if (kind === 'fee') return accounts.other(clinicId)",
      },
    ],
    tests: ['server/tests/money/month/failed-debit-fee.test.ts'],
  },
]
