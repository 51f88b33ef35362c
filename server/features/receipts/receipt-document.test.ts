import { describe, expect, it } from 'vitest'
import { runsOf } from './document-fonts.ts'
import { wrap } from './document-lines.ts'
import { printedDetails, type ReceiptFacts, receiptDocument } from './receipt-document.ts'

const receipt: ReceiptFacts = {
  number: 'R-000042',
  clinic: {
    name: 'Sunrise Family Clinic',
    color: 'lagoon',
    phone: null,
    website: null,
    timeZone: 'America/Vancouver',
    legalName: null,
    address: null,
    taxNumber: null,
    npi: null,
  },
  payer: { name: 'Dana Whitfield', email: 'dana@example.test' },
  planName: 'Whole Year',
  covered: [],
  periodStart: new Date('2026-03-31T06:30:00Z'),
  periodEnd: new Date('2026-04-30T06:30:00Z'),
  invoiceNumber: null,
  currency: 'usd',
  amountCents: 9_900,
  taxCents: 0,
  creditCents: 0,
  tax: null,
  paidAt: new Date('2026-04-01T06:30:00Z'),
  issuedAt: new Date('2026-04-01T06:31:00Z'),
  paid: { method: 'card', reference: null, brand: 'visa', last4: '4242' },
  refunds: [],
}

describe('the document of a receipt', () => {
  it('is one page, and the same for the same facts', async () => {
    const [first, second] = [await receiptDocument(receipt), await receiptDocument(receipt)]
    const text = Buffer.from(first).toString('latin1')
    expect(text.slice(0, 5)).toBe('%PDF-')
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1)
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  })

  it.each([
    [
      'the longest names',
      { payer: { name: 'Wolfeschlegel '.repeat(14).trim(), email: `${'a'.repeat(240)}@example.test` } },
    ],
    ['a currency without cents', { currency: 'jpy', amountCents: 500_000, taxCents: 45_455 }],
    ['a credit', { creditCents: 2_000, taxCents: 1_139 }],
    ['a tax', { taxCents: 1_139, tax: { name: 'HST', ratePpm: 130_000 } }],
    ['names of many scripts', { payer: { name: 'Ελένη Привет Nguyễn שלום مرحبا 山田 👩‍⚕️', email: null } }],
    ['a payer who is not the patient', { planName: null, covered: ['Kim Doe'] }],
    [
      'everything that can be printed',
      {
        clinic: {
          ...receipt.clinic,
          legalName: 'Sunrise Family Clinic, a Professional Limited Liability Company '.repeat(2),
          address: 'c/o the Orchard House\n48 Orchard Street\nSuite 4\nBrookfield, NY 10999\nUnited States',
          taxNumber: '12-3456789',
          npi: '1234567893',
        },
        refunds: [1, 2, 3].map((day) => ({
          refundedAt: new Date(`2026-05-0${day}T12:00:00Z`),
          amountCents: 900,
          isReversal: day === 3,
        })),
      },
    ],
  ] as [string, Partial<ReceiptFacts>][])('fits one page with %s', async (_what, changes) => {
    const pdf = Buffer.from(await receiptDocument({ ...receipt, ...changes })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
})

it('names the payee, with the numbers that insurers ask for', () => {
  const { clinic } = receipt
  expect(printedDetails(clinic)).toEqual(['Sunrise Family Clinic'])
  expect(
    printedDetails({
      ...clinic,
      legalName: 'Sunrise PLLC',
      address: '48 Orchard Street\nBrookfield, NY 10999',
      taxNumber: '12-3456789',
      npi: '1234567893',
    }),
  ).toEqual([
    'Sunrise PLLC',
    '48 Orchard Street',
    'Brookfield, NY 10999',
    'Tax number 12-3456789',
    'NPI 1234567893',
  ])
})

describe('a text in several scripts', () => {
  it('is drawn in the first font that has its characters', async () => {
    const runs = await runsOf('Żółć Привет', 'regular')
    expect(runs.map(({ text }) => text).join('')).toBe('Żółć Привет')
    expect(new Set(runs.map(({ name }) => name)).size).toBeGreaterThan(1)
    expect((await runsOf('Dana Whitfield', 'strong')).map(({ text }) => text)).toEqual(['Dana Whitfield'])
  })

  it('stays on one line if it is a word of several fonts, and breaks if wider than a line', () => {
    const run = (text: string, name = 'a') => ({ text, name, file: Buffer.alloc(0) })
    const lines = (runs: ReturnType<typeof run>[], width: number) =>
      wrap(runs, width, ({ text }) => text.length).map((line) => line.runs.map(({ text }) => text).join(''))
    expect(lines([run('near O'), run('ż', 'b'), run('arów')], 8)).toEqual(['near ', 'Ożarów'])
    expect(lines([run('abcdefghij')], 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(lines([], 4)).toEqual([''])
  })
})
