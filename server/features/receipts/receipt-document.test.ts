import { describe, expect, it } from 'vitest'
import { runsOf } from './document-fonts.ts'
import { wrap } from './document-lines.ts'
import { type ReceiptFacts, receiptDocument } from './receipt-document.ts'

const receipt: ReceiptFacts = {
  number: 42,
  clinic: {
    name: 'Sunrise Family Clinic',
    color: 'lagoon',
    phone: null,
    website: null,
    timeZone: 'America/Vancouver',
  },
  payer: { name: 'Dana Whitfield', email: 'dana@example.test' },
  planName: 'Whole Year',
  periodStart: new Date('2026-03-31T06:30:00Z'),
  periodEnd: new Date('2026-04-30T06:30:00Z'),
  invoiceNumber: null,
  currency: 'usd',
  amountCents: 9_900,
  taxCents: 0,
  paidAt: new Date('2026-04-01T06:30:00Z'),
  issuedAt: new Date('2026-04-01T06:31:00Z'),
  card: { brand: 'visa', last4: '4242' },
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
    ['names of many scripts', { payer: { name: 'Ελένη Привет Nguyễn שלום مرحبا 山田 👩‍⚕️', email: null } }],
    ['a payer who is not the patient', { planName: null }],
  ] as [string, Partial<ReceiptFacts>][])('fits one page with %s', async (_what, changes) => {
    const pdf = Buffer.from(await receiptDocument({ ...receipt, ...changes })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  })
})

describe('a text in several scripts', () => {
  it('is drawn in the first font that has its characters', async () => {
    const runs = await runsOf('Żółć Привет', 'regular')
    expect(runs.map(({ text }) => text).join('')).toBe('Żółć Привет')
    expect(new Set(runs.map(({ name }) => name)).size).toBeGreaterThan(1)
    expect((await runsOf('Dana Whitfield', 'strong')).map(({ text }) => text)).toEqual(['Dana Whitfield'])
  })

  it('keeps a word of several fonts on one line, and breaks one that is wider than a line', () => {
    const run = (text: string, name = 'a') => ({ text, name, file: Buffer.alloc(0) })
    const lines = (runs: ReturnType<typeof run>[], width: number) =>
      wrap(runs, width, ({ text }) => text.length).map((line) => line.runs.map(({ text }) => text).join(''))
    expect(lines([run('near O'), run('ż', 'b'), run('arów')], 8)).toEqual(['near ', 'Ożarów'])
    expect(lines([run('abcdefghij')], 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(lines([], 4)).toEqual([''])
  })
})
